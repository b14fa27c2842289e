import type { PersistentVolumeClaim, Pod, Service } from '../../api/kinds/core-v1.generated.ts';
import { API_EXTENSIONS_GROUP } from '../../api/kubernetes-names.ts';
import type { ApiObject } from '../../api/object.ts';
import { isCharged, type QuotaUsage, quotaUsageOf } from '../../api/quota/quota-usage.ts';
import { type DiscoveredResource, discover, findResource, preferredResources } from '../../client/discovery.ts';
import { Informer } from '../../client/informer.ts';
import type { ControllerContext } from '../controller.ts';
import { MetadataClient } from '../metadata-client.ts';

/** A resource that quotas count, with its objects in all namespaces. */
export interface QuotaCollection {
  readonly resource: string;
  readonly usage: QuotaUsage;
  readonly informer: Informer<ApiObject>;
}

export interface QuotaCollectionHandlers {
  /** Called with the object that changes the usage in its namespace; `isUrgent` when it decreases. */
  changed(collection: QuotaCollection, object: ApiObject, isUrgent: boolean): void;
  /** Called when resources are newly served. */
  discovered(): void;
}

/** Resources of which quotas count more than the number of objects. */
const DETAILED = ['pods', 'services', 'persistentvolumeclaims'];
/** Other resources that quotas name without `count/`. */
const PLAIN = ['configmaps', 'secrets', 'replicationcontrollers', 'resourcequotas'];
const DISCOVERY_DELAY = 500;

/** The collections that quotas count. Each is read once a quota needs it. */
export class QuotaCollections {
  readonly #context: ControllerContext;
  readonly #handlers: QuotaCollectionHandlers;
  readonly #metadata: MetadataClient;
  readonly #collections = new Map<string, Promise<QuotaCollection | undefined>>();
  readonly #runs: Promise<void>[] = [];
  readonly #unsubscribes: (() => void)[] = [];
  #resources: Promise<readonly DiscoveredResource[]> | undefined;
  #isFollowingDefinitions = false;
  #cancelDiscovery: () => void = () => undefined;

  constructor(context: ControllerContext, handlers: QuotaCollectionHandlers) {
    this.#context = context;
    this.#handlers = handlers;
    this.#metadata = new MetadataClient(context.client, context.dialect);
  }

  /** Returns the collections for names in a quota, after reading them. @throws ApiError */
  async forNames(names: readonly string[]): Promise<QuotaCollection[]> {
    const { signal } = this.#context;
    const wanted = new Set([...DETAILED, ...PLAIN, ...names.flatMap((name) => countedResource(name) ?? [])]);
    const found: QuotaCollection[] = [];
    for (const name of wanted) {
      const { usage } = this.#usageOf(name);
      if (!usage || !names.some(usage.counts)) continue;
      const collection = await this.#open(name);
      if (collection && (await collection.informer.whenSynced(signal))) found.push(collection);
    }
    return found;
  }

  /** Resolves when all watches have ended. */
  async close(): Promise<void> {
    this.#cancelDiscovery();
    for (const unsubscribe of this.#unsubscribes) unsubscribe();
    await Promise.all(this.#runs);
  }

  #usageOf(name: string): { group: string; resource: string; usage: QuotaUsage | undefined } {
    const dot = name.indexOf('.');
    const resource = dot < 0 ? name : name.slice(0, dot);
    const group = dot < 0 ? '' : name.slice(dot + 1);
    return { group, resource, usage: quotaUsageOf({ group, resource }, this.#context.dialect) };
  }

  /** Resolves to undefined when the server does not serve the resource, or it cannot be counted. */
  #open(name: string): Promise<QuotaCollection | undefined> {
    const known = this.#collections.get(name);
    if (known) return known;
    const opening = this.#start(name);
    this.#collections.set(name, opening);
    // The caller handles the failure, and retries.
    opening.catch(() => this.#collections.delete(name));
    return opening;
  }

  async #start(name: string): Promise<QuotaCollection | undefined> {
    const { informers, signal } = this.#context;
    const { group, resource, usage } = this.#usageOf(name);
    const resources = await this.#served();
    const served = resources.find((one) => one.group === group && one.resource === resource);
    if (!served || !usage) {
      this.#followDefinitions(resources);
      return undefined;
    }
    const isDetailed = group === '' && DETAILED.includes(resource);
    const informer = isDetailed
      ? informers.for<ApiObject>({ group, version: served.version, resource })
      : new Informer<ApiObject>({ ...this.#context, source: this.#metadata.source(served) });
    const collection = { resource: name, usage, informer };
    this.#run(informer);
    // The caller that opened the collection counts the objects of the first list.
    if (await informer.whenSynced(signal)) this.#subscribe(collection);
    return collection;
  }

  #subscribe(collection: QuotaCollection): void {
    const { clock } = this.#context;
    let isReplaying = true;
    const announce = (object: ApiObject, isUrgent: boolean): void =>
      this.#handlers.changed(collection, object, isUrgent);
    const unsubscribe = collection.informer.subscribe({
      added: (object) => !isReplaying && announce(object, false),
      updated: (object, previous) => {
        if (isLess(collection.resource, object, previous, clock.now())) announce(object, true);
      },
      deleted: (object) => announce(object, true),
    });
    isReplaying = false;
    this.#unsubscribes.push(unsubscribe);
  }

  #run(informer: Informer<ApiObject>): void {
    this.#runs.push(informer.run(this.#context.signal));
  }

  /** Discovers resources once; after a failure, the next caller retries. */
  #served(): Promise<readonly DiscoveredResource[]> {
    const resources = this.#resources ?? this.#discover();
    this.#resources = resources;
    resources.catch(() => {
      this.#resources = undefined;
    });
    return resources;
  }

  async #discover(): Promise<readonly DiscoveredResource[]> {
    const discovery = await discover(this.#context.client, this.#context.signal);
    const verbs = ['create', 'list', 'watch', 'delete'];
    return preferredResources(discovery).filter((one) => verbs.every((verb) => one.verbs.includes(verb)));
  }

  /** Rediscovers unserved resources when the definitions of custom resources change. */
  #followDefinitions(resources: readonly DiscoveredResource[]): void {
    if (this.#isFollowingDefinitions) return;
    this.#isFollowingDefinitions = true;
    const group = this.#context.dialect.rename(API_EXTENSIONS_GROUP);
    const definitions = findResource({ resources, failed: [] }, 'customresourcedefinitions', group);
    if (!definitions) return;
    const informer = new Informer<ApiObject>({ ...this.#context, source: this.#metadata.source(definitions) });
    const changed = (): void => {
      this.#cancelDiscovery();
      this.#cancelDiscovery = this.#context.clock.after(DISCOVERY_DELAY, () => this.#discoverAgain());
    };
    informer.subscribe({ added: changed, updated: changed, deleted: changed });
    this.#run(informer);
  }

  #discoverAgain(): void {
    this.#resources = undefined;
    for (const [name, collection] of this.#collections)
      collection.then(
        (found) => found === undefined && this.#collections.delete(name),
        () => this.#collections.delete(name),
      );
    this.#handlers.discovered();
  }
}

/** Returns the resource that `count/…` names. */
const countedResource = (name: string): string | undefined =>
  name.startsWith('count/') ? name.slice('count/'.length) : undefined;

/** Reports whether an update may decrease the usage. Admission charges increases. */
function isLess(resource: string, object: ApiObject, previous: ApiObject, now: number): boolean {
  if (resource === 'pods')
    return (
      isCharged(previous as Pod, now) &&
      (!isCharged(object as Pod, now) ||
        Boolean(object.metadata.deletionTimestamp) !== Boolean(previous.metadata.deletionTimestamp))
    );
  if (!DETAILED.includes(resource)) return false;
  const specOf = (one: ApiObject): string => JSON.stringify((one as Service | PersistentVolumeClaim).spec);
  return specOf(object) !== specOf(previous);
}
