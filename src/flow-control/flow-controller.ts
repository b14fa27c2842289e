import { type Clock, stopwatch } from '../api/environment.ts';
import type { FlowSchema, PriorityLevelConfiguration } from '../api/kinds/flowcontrol-v1beta3.generated.ts';
import { RememberedRequests } from '../api/memory/remembered-requests.ts';
import type { FlowRequest } from './flow-request.ts';
import { matchesFlowSchema } from './match-flow-schema.ts';
import { PriorityLevel } from './priority-level.ts';
import { distributeSeats, seatLimitsOf } from './seat-limits.ts';

/** The flow schema and the priority level of a request. */
export interface Classification {
  readonly flowSchema: { readonly name: string; readonly uid: string };
  readonly levelUid: string;
  readonly level: PriorityLevel;
  readonly distinguisher: string;
}

export interface FlowControllerOptions {
  readonly clock: Clock;
  /** All seats of the server (`ServerCL`): the sum of `--max-requests-inflight` and `--max-mutating-requests-inflight`. */
  readonly serverSeats: number;
  /** Milliseconds that a request may wait in a queue. */
  readonly waitLimit: number;
}

/** Milliseconds between two adjustments of lent and borrowed seats. */
const ADJUSTMENT_PERIOD = 10_000;
/** Weight of the previous demand in an adjustment. */
const SMOOTHING = 0.977;
/** Maximum share of a level's seats for one request. */
const WIDEST_SHARE = 0.15;
const WIDEST_SEATS = 10;

/** API priority and fairness: assigns requests to priority levels and divides the server's seats among them. */
export class FlowController {
  readonly #clock: Clock;
  readonly #options: FlowControllerOptions;
  readonly #levels = new Map<string, { readonly level: PriorityLevel; uid: string; smoothedDemand: number }>();
  #schemas: readonly FlowSchema[] = [];
  /** Valid until the schemas and levels change. */
  readonly #classified = new RememberedRequests<Classification>();
  #adjustedAt: number;

  constructor(options: FlowControllerOptions) {
    this.#clock = options.clock;
    this.#options = options;
    this.#adjustedAt = stopwatch(options.clock);
  }

  /** Applies the stored objects. Flow schemas whose priority level does not exist match nothing. */
  configure(schemas: readonly FlowSchema[], levels: readonly PriorityLevelConfiguration[]): void {
    this.#classified.clear();
    const limits = seatLimitsOf(levels, this.#options.serverSeats);
    for (const name of [...this.#levels.keys()]) if (!limits.has(name)) this.#levels.delete(name);
    for (const configuration of levels) {
      const { name = '', uid = '' } = configuration.metadata;
      const known = this.#levels.get(name);
      const level = known?.level ?? new PriorityLevel(name, this.#clock, this.#options.waitLimit);
      const seats = limits.get(name);
      if (seats) level.configure(configuration, seats);
      this.#levels.set(name, { level, uid, smoothedDemand: known?.smoothedDemand ?? 0 });
    }
    this.#schemas = schemas
      .filter(({ spec }) => this.#levels.has(spec?.priorityLevelConfiguration.name ?? ''))
      .sort(byPrecedence);
  }

  /**
   * Returns undefined when no flow schema matches, which happens only before the mandatory ones exist.
   * @param now the arrival time of the request
   */
  classify(request: FlowRequest, now = stopwatch(this.#clock)): Classification | undefined {
    const classification = this.#classificationOf(request);
    if (classification && now - this.#adjustedAt >= ADJUSTMENT_PERIOD) this.#adjust();
    return classification;
  }

  #classificationOf(request: FlowRequest): Classification | undefined {
    if (!request.info.isResourceRequest) return this.#match(request);
    const known = this.#classified.get(request.user, request.info);
    if (known) return known;
    const found = this.#match(request);
    if (found) this.#classified.set(request.user, request.info, found);
    return found;
  }

  #match(request: FlowRequest): Classification | undefined {
    const schema = this.#schemas.find((candidate) => matchesFlowSchema(candidate, request));
    const assigned = this.#levels.get(schema?.spec?.priorityLevelConfiguration.name ?? '');
    if (!schema || !assigned) return undefined;
    const { name = '', uid = '' } = schema.metadata;
    return {
      flowSchema: { name, uid },
      level: assigned.level,
      levelUid: assigned.uid,
      distinguisher: distinguisherOf(schema, request),
    };
  }

  get levels(): readonly PriorityLevel[] {
    return [...this.#levels.values()].map(({ level }) => level).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Moves seats from idle to busy levels, according to the demand since the last adjustment. */
  #adjust(): void {
    const now = stopwatch(this.#clock);
    this.#adjustedAt = now;
    const limited = [...this.#levels.values()].filter(({ level }) => !level.isExempt);
    const claims = limited.map((entry) => {
      const { limits, demand } = entry.level;
      const { mean, deviation, peak } = demand.reset(now);
      const envelope = mean + deviation;
      entry.smoothedDemand = Math.max(envelope, SMOOTHING * entry.smoothedDemand + (1 - SMOOTHING) * envelope);
      const minimum = Math.max(limits.minimum, Math.min(limits.nominal, peak));
      return { minimum, maximum: limits.maximum, target: Math.max(minimum, entry.smoothedDemand) };
    });
    const total = limited.reduce((sum, { level }) => sum + level.limits.nominal, 0);
    const seats = distributeSeats(total, claims);
    for (const [index, { level }] of limited.entries()) {
      const current = Math.round(seats[index] ?? level.limits.nominal);
      if (current !== level.currentLimit) level.currentLimit = current;
    }
  }
}

/** Returns the maximum number of seats that one request may occupy at a level. */
export const widestRequest = ({ limits }: PriorityLevel): number =>
  Math.min(WIDEST_SEATS, Math.max(1, Math.ceil(limits.nominal * WIDEST_SHARE)));

const byPrecedence = (a: FlowSchema, b: FlowSchema): number =>
  (a.spec?.matchingPrecedence ?? 0) - (b.spec?.matchingPrecedence ?? 0) ||
  ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1);

function distinguisherOf({ spec }: FlowSchema, { user, info }: FlowRequest): string {
  const method = spec?.distinguisherMethod?.type;
  if (method === 'ByUser') return user.username;
  return method === 'ByNamespace' ? info.namespace : '';
}
