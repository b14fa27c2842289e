import { parseJson } from '../../api/encoding/exact-json.ts';
import type { ApiObject } from '../../api/object.ts';
import { WorkQueue } from '../../client/work-queue.ts';
import type { Change, Entry } from '../../storage/storage.ts';
import type { ServedResource } from '../catalog/served-resource.ts';
import type { ServerContext } from '../context/server-context.ts';
import { readDurationFlag } from '../flags/server-flags.ts';
import { deleteAsServer } from '../write/server-writes.ts';

/** Milliseconds from the start until the events are loaded and followed, so that loading them delays no request. */
const LOAD_DELAY = 5000;
/**
 * Events that expire within this time are deleted together, like events that share an etcd lease: the smaller of a
 * fraction of the lifetime and a limit in milliseconds.
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
  #isFollowing = false;
  #unfollow: () => void = () => undefined;

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
    if (this.#resource && this.#lifetime > 0) this.#queue.addAfter(EVENTS, LOAD_DELAY);
  }

  /** Resolves when the running work has ended. */
  async close(): Promise<void> {
    await this.#queue.close();
    this.#unfollow();
  }

  #changed({ key, current }: Change): void {
    this.#writes.delete(key);
    if (!current) return;
    this.#writes.set(key, this.#server.clock.now());
    if (this.#writes.size === 1) this.#queue.addAfter(EVENTS, this.#lifetime);
  }

  /** Deletes the expired events. Returns the delay until the next event and those shortly after it have expired. */
  async #sweep(): Promise<{ readonly after: number } | undefined> {
    const resource = this.#resource;
    if (!resource) return undefined;
    if (!this.#isFollowing) await this.#follow(resource);
    const now = this.#server.clock.now();
    for (const [key, writtenAt] of this.#writes) {
      const rest = writtenAt + this.#lifetime - now;
      if (rest > 0) return { after: rest + Math.min(this.#lifetime * SHARE, MOST_TOGETHER) };
      await this.#delete(resource, key, writtenAt);
    }
    return undefined;
  }

  async #follow({ keyPrefix }: ServedResource): Promise<void> {
    this.#unfollow = await this.#server.objects.storage.follow(keyPrefix, {
      began: ({ entries }) => {
        const writes = entries.map((entry) => [entry.key, writeTimeOf(entry)] as const);
        this.#writes = new Map(writes.sort(([, one], [, other]) => one - other));
      },
      changed: (changes) => {
        for (const change of changes) this.#changed(change);
      },
    });
    this.#isFollowing = true;
  }

  /** Deletes an event, unless it was written again. */
  async #delete(resource: ServedResource, key: string, writtenAt: number): Promise<void> {
    const [namespace = '', name = ''] = key.slice(resource.keyPrefix.length).split('/');
    const isWanted = (): boolean => this.#writes.get(key) === writtenAt;
    await deleteAsServer(this.#server, resource, { namespace, name }, { isWanted });
    // An event that finalizers hold needs no further work.
    if (isWanted()) this.#writes.delete(key);
  }
}

/**
 * Returns the time of an object's last write, from its creation and field managers, in milliseconds; 0 when unknown.
 */
function writeTimeOf({ value }: Entry): number {
  const { metadata } = parseJson(value) as ApiObject;
  const { creationTimestamp = '', managedFields = [] } = metadata;
  return Math.max(
    ...[creationTimestamp, ...managedFields.map(({ time = '' }) => time)].map((time) => Date.parse(time) || 0),
  );
}
