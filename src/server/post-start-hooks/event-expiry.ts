import type { ApiObject } from '../../api/object.ts';
import { WorkQueue } from '../../client/work-queue.ts';
import type { Change } from '../../storage/storage.ts';
import type { ServedResource } from '../catalog/served-resource.ts';
import type { ServerContext } from '../context/server-context.ts';
import { readDurationFlag } from '../flags/server-flags.ts';
import { deleteAsServer } from '../write/server-writes.ts';

/** Milliseconds after the start until the stored events are read, so that they hold up no request. */
const LOAD_DELAY = 5000;
/**
 * Events that expire within this time are deleted together, as those are that share a lease of etcd: a share of their
 * lifetime, and milliseconds.
 */
const SHARE = 0.05;
const MOST_TOGETHER = 60_000;

const EVENTS = 'expired events';

/** Deletes events when their lifetime has passed since they were last written, by the cluster's time. */
export class EventExpiry {
  readonly #server: ServerContext;
  readonly #resource: ServedResource | undefined;
  /** Milliseconds; 0 when events do not expire. */
  readonly #lifetime: number;
  readonly #queue: WorkQueue;
  /** When events were last written, by key: the oldest first, because a later write moves an event to the end. */
  #writes = new Map<string, number>();
  #isLoaded = false;
  #unsubscribe: () => void = () => undefined;

  constructor(server: ServerContext) {
    this.#server = server;
    this.#resource = server.resources.findAnyVersion('', 'events');
    this.#lifetime = readDurationFlag(server.flags, 'event-ttl');
    this.#queue = new WorkQueue({
      ...server,
      clock: server.clusterClock ?? server.clock,
      describe: (key) => `deleting ${key}`,
      work: () => this.#sweep(),
    });
  }

  start(): void {
    const { keyPrefix } = this.#resource ?? {};
    if (keyPrefix === undefined || this.#lifetime <= 0) return;
    this.#unsubscribe = this.#server.objects.storage.onCommit((changes) => {
      for (const change of changes) if (change.key.startsWith(keyPrefix)) this.#follow(change);
    });
    this.#queue.addAfter(EVENTS, LOAD_DELAY);
  }

  /** Resolves when the running work has ended. */
  close(): Promise<void> {
    this.#unsubscribe();
    return this.#queue.close();
  }

  #follow({ key, current }: Change): void {
    this.#writes.delete(key);
    if (!current) return;
    this.#writes.set(key, this.#server.clock.now());
    if (this.#isLoaded && this.#writes.size === 1) this.#queue.addAfter(EVENTS, this.#lifetime);
  }

  /** Deletes what has expired. Looks again when the next event will have, and a few more with it. */
  async #sweep(): Promise<{ readonly after: number } | undefined> {
    const resource = this.#resource;
    if (!resource) return undefined;
    if (!this.#isLoaded) await this.#load(resource);
    const now = this.#server.clock.now();
    for (const [key, writtenAt] of this.#writes) {
      const rest = writtenAt + this.#lifetime - now;
      if (rest > 0) return { after: rest + Math.min(this.#lifetime * SHARE, MOST_TOGETHER) };
      await this.#delete(resource, key, writtenAt);
    }
    return undefined;
  }

  /** Reads the events from before the start. Those that were written since are newer. */
  async #load({ keyPrefix }: ServedResource): Promise<void> {
    const { objects } = await this.#server.objects.list(keyPrefix);
    const since = this.#writes;
    const before = objects
      .filter(({ key }) => !since.has(key))
      .map(({ key, object }) => [key, writeTimeOf(object)] as const);
    this.#writes = new Map([...before.sort(([, one], [, other]) => one - other), ...this.#writes]);
    this.#isLoaded = true;
  }

  /** Deletes an event, unless it was written again. */
  async #delete(resource: ServedResource, key: string, writtenAt: number): Promise<void> {
    const [namespace = '', name = ''] = key.slice(resource.keyPrefix.length).split('/');
    const isWanted = (): boolean => this.#writes.get(key) === writtenAt;
    await deleteAsServer(this.#server, resource, { namespace, name }, { isWanted });
    // Nothing is left to do for an event that finalizers keep.
    if (isWanted()) this.#writes.delete(key);
  }
}

/** Returns when an object was last written, as far as it says so. */
const writeTimeOf = ({ metadata: { creationTimestamp = '', managedFields = [] } }: ApiObject): number =>
  Math.max(...[creationTimestamp, ...managedFields.map(({ time = '' }) => time)].map((time) => Date.parse(time) || 0));
