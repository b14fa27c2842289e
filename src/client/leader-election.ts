import { type Clock, microTimeText, type Random, type ReportProblem, stopwatch } from '../api/environment.ts';
import type { Lease } from '../api/kinds/coordination-v1.generated.ts';
import type { ApiClient } from './api-client.ts';
import { ApiError } from './api-error.ts';
import type { TypedAddress } from './typed-address.ts';
import { wait } from './wait.ts';

/** Seconds after which other candidates may take a Lease that is not renewed. */
const LEASE_SECONDS = 15;
/** Milliseconds after which a leader stops when it cannot renew its Lease. */
const RENEW_DEADLINE = 10_000;
/** Milliseconds between two attempts, and the maximum random extension as a fraction. */
const RETRY_PERIOD = 2_000;
const JITTER = 0.2;
/** Timeout of an attempt in milliseconds, so that a leader stops in time when its requests hang. */
const LONGEST_ATTEMPT = RENEW_DEADLINE - RETRY_PERIOD;

export interface LeaderElectionOptions {
  readonly client: ApiClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly reportProblem: ReportProblem;
  /** The collection of the Lease, with its namespace. */
  readonly leases: TypedAddress<Lease>;
  /** The name of the Lease. */
  readonly name: string;
  /** Differs from that of every other candidate. */
  readonly identity: string;
  /** Starts the leader's work. Returns a function that stops it. */
  readonly begin: () => () => Promise<void>;
}

/**
 * Competes for a Lease like kube-controller-manager, and does the leader's work while holding it. Candidates measure
 * the time since they saw a renewal, so that their clocks may differ.
 */
export class LeaderElection {
  readonly #options: LeaderElectionOptions;
  readonly #abort = new AbortController();
  readonly #ended: Promise<void>;
  /** The newest renewal by another candidate, and the time at which it was seen. */
  #observed = { renewal: '', at: 0 };

  constructor(options: LeaderElectionOptions) {
    this.#options = options;
    this.#ended = this.#compete();
  }

  /** Stops the work, then releases the Lease. */
  close(): Promise<void> {
    this.#abort.abort();
    return this.#ended;
  }

  async #compete(): Promise<void> {
    const { clock, begin, reportProblem, name } = this.#options;
    const { signal } = this.#abort;
    let end: (() => Promise<void>) | undefined;
    let renewedAt = 0;
    while (!signal.aborted) {
      const began = stopwatch(clock);
      const outcome = await this.#attempt();
      if (outcome === 'held' && !signal.aborted) {
        renewedAt = began;
        end ??= begin();
      } else if (end && (outcome === 'taken' || stopwatch(clock) - renewedAt >= RENEW_DEADLINE)) {
        reportProblem(`the Lease ${name} is lost: controllers stop`, undefined);
        await end();
        end = undefined;
      }
      await this.#wait(RETRY_PERIOD * (1 + JITTER * this.#fraction()));
    }
    await end?.();
    if (end) await this.#release().catch(() => undefined); // the Lease expires anyway
  }

  /** Acquires or renews the Lease. Returns `failed` when the outcome is unknown. */
  async #attempt(): Promise<'held' | 'taken' | 'failed'> {
    const { reportProblem, name } = this.#options;
    const attempt = this.#hold().catch((error: unknown) => {
      reportProblem(`the Lease ${name} cannot be renewed`, error);
      return 'failed' as const;
    });
    return Promise.race([attempt, this.#wait(LONGEST_ATTEMPT).then(() => 'failed' as const)]);
  }

  async #hold(): Promise<'held' | 'taken'> {
    const { client, clock, leases, name, identity } = this.#options;
    const address = { ...leases, name };
    const live = await client.get(address).catch(unlessNotFound);
    const now = microTimeText(clock.now());
    const { holderIdentity = '', renewTime = '', leaseDurationSeconds = 0 } = live?.spec ?? {};
    const isOwn = holderIdentity === identity;
    if (!isOwn && holderIdentity !== '') {
      const renewal = `${holderIdentity} ${renewTime}`;
      if (this.#observed.renewal !== renewal) this.#observed = { renewal, at: stopwatch(clock) };
      if (stopwatch(clock) - this.#observed.at < leaseDurationSeconds * 1000) return 'taken';
    }
    const spec = {
      ...live?.spec,
      holderIdentity: identity,
      leaseDurationSeconds: LEASE_SECONDS,
      acquireTime: isOwn ? (live?.spec?.acquireTime ?? now) : now,
      renewTime: now,
      leaseTransitions: (live?.spec?.leaseTransitions ?? 0) + (isOwn || !live ? 0 : 1),
    };
    try {
      if (live) await client.update(address, { ...live, spec });
      else await client.create(leases, { metadata: { name }, spec });
      return 'held';
    } catch (error) {
      if (error instanceof ApiError && (error.reason === 'Conflict' || error.reason === 'AlreadyExists'))
        return 'taken';
      throw error;
    }
  }

  async #release(): Promise<void> {
    const { client, leases, name, identity } = this.#options;
    const address = { ...leases, name };
    const live = await client.get(address);
    if (live.spec?.holderIdentity !== identity) return;
    await client.update(address, { ...live, spec: { ...live.spec, holderIdentity: '', leaseDurationSeconds: 1 } });
  }

  #wait(milliseconds: number): Promise<void> {
    return wait(this.#options.clock, milliseconds, this.#abort.signal);
  }

  /** Returns a number from 0 up to 1. */
  #fraction(): number {
    return (this.#options.random.bytes(1)[0] ?? 0) / 256;
  }
}

function unlessNotFound(error: unknown): undefined {
  if (!(error instanceof ApiError && error.isNotFound)) throw error;
  return undefined;
}
