import { timeText } from '../../../api/environment.ts';
import type { APIService, APIServiceCondition } from '../../../api/kinds/apiregistration-v1.generated.ts';
import { type Requeue, WorkQueue } from '../../../client/work-queue.ts';
import type { Change } from '../../../storage/storage.ts';
import { type RemoteApi, registeredApi } from '../../aggregation/registered-api.ts';
import { keyOf, type ServedResource } from '../../catalog/served-resource.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { replaceAsServer } from '../../write/server-writes.ts';
import { type Availability, checkAvailability } from './check-availability.ts';
import { apiServicesOf } from './follow-api-services.ts';

const TYPE = 'Available';

/** Milliseconds between two checks, because an extension API server may fail without a change in the cluster. */
const INTERVAL = 30_000;
const WORKERS = 5;

/** Maintains the condition of every APIService that reports whether its group version can be reached. */
export class AvailableConditions {
  readonly #server: ServerContext;
  readonly #services: ServedResource | undefined;
  /** Names of APIServices. */
  readonly #queue: WorkQueue;
  /** Cached keys of the objects behind an extension API server, because every commit is compared with them. */
  readonly #known = new WeakMap<RemoteApi, readonly string[]>();
  #unfollow: () => void = () => undefined;

  constructor(server: ServerContext) {
    this.#server = server;
    this.#services = apiServicesOf(server);
    this.#queue = new WorkQueue({
      ...server,
      describe: (name) => `checking the APIService ${name}`,
      work: (name) => this.#check(name),
      workers: WORKERS,
    });
  }

  /**
   * Checks all APIServices in the background, again after every change, and regularly if they have a service.
   * @param isComplete whether all have been checked
   */
  async start(isComplete: boolean): Promise<void> {
    const { objects, apis } = this.#server;
    if (!this.#services) return;
    this.#unfollow = await objects.storage.follow('', { changed: (changes) => this.#follow(changes) });
    if (isComplete) for (const { name } of apis.remote) this.#queue.addAfter(name, INTERVAL);
    else for (const { name } of apis.all) this.#queue.add(name);
  }

  /** Resolves when the running work has ended. */
  close(): Promise<void> {
    this.#unfollow();
    return this.#queue.close();
  }

  #follow(changes: readonly Change[]): void {
    const { apis } = this.#server;
    const prefix = this.#services?.keyPrefix ?? '';
    for (const { key } of changes) if (key.startsWith(prefix)) this.#queue.add(key.slice(prefix.length));
    for (const { name, remote } of apis.remote) {
      const keys = this.#keysBehind(remote);
      if (changes.some(({ key }) => keys.includes(key))) this.#queue.add(name);
    }
  }

  #keysBehind(remote: RemoteApi): readonly string[] {
    let keys = this.#known.get(remote);
    if (!keys) {
      const { namespace, name } = remote.service;
      keys = ['services', 'endpoints'].flatMap((plural) => {
        const resource = this.#server.resources.find('', 'v1', plural);
        return resource ? [keyOf(resource, namespace, name)] : [];
      });
      this.#known.set(remote, keys);
    }
    return keys;
  }

  async #check(name: string): Promise<Requeue | undefined> {
    const services = this.#services;
    const stored = services && (await this.#server.objects.get(services.keyPrefix + name));
    if (!stored) return undefined;
    const api = registeredApi(stored.object as APIService);
    const found = await checkAvailability(this.#server, api);
    const next = withCondition(stored.object as APIService, found, timeText(this.#server.clock.now()));
    // On a conflict, the commit of the other write queues the APIService again.
    if (next) await replaceAsServer(this.#server, services, next, 'status');
    if (!api.remote) return undefined;
    return found.reason === 'FailedDiscoveryCheck' ? {} : { after: INTERVAL };
  }
}

/** Returns the object with the condition; undefined when it already has the condition. */
function withCondition(service: APIService, found: Availability, now: string): APIService | undefined {
  const conditions = service.status?.conditions ?? [];
  const known = conditions.find(({ type }) => type === TYPE);
  const { status, reason, message } = found;
  if (known?.status === status && known.reason === reason && known.message === message) return undefined;
  const lastTransitionTime = known?.status === status ? known.lastTransitionTime : now;
  const condition: APIServiceCondition = { type: TYPE, status, lastTransitionTime, reason, message };
  const next = known ? conditions.map((each) => (each === known ? condition : each)) : [...conditions, condition];
  return { ...service, status: { ...service.status, conditions: next } };
}
