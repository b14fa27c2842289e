import { type ChangeReason, changeOf, qualifiedResource } from '../../api/debug/causes.ts';
import type { Clock, Random } from '../../api/environment.ts';
import type { ObjectMeta } from '../../api/kinds/meta-v1.generated.ts';
import { type ApiObject, apiVersionOf } from '../../api/object.ts';
import { aborted } from '../../client/aborted.ts';
import type { DiscoveredResource } from '../../client/discovery.ts';
import { groupResourceKey } from '../../client/discovery.ts';
import type { Informer } from '../../client/informer.ts';
import { objectKey } from '../../client/object-key.ts';
import { Reflector } from '../../client/reflector.ts';
import type { SharedInformers } from '../../client/shared-informers.ts';
import { addressOf, type MetadataClient } from '../metadata-client.ts';
import { isDeepEqual } from '../workloads/deep-equal.ts';
import type { ObjectIdentity } from './object-identity.ts';

export interface MonitorOptions {
  readonly client: MetadataClient;
  /** Informers of whole objects. Their objects need no second watch. */
  readonly informers: Pick<SharedInformers, 'find'>;
  readonly clock: Clock;
  readonly random: Random;
  /** @param reason the change that was seen */
  observe(identity: ObjectIdentity, metadata: ObjectMeta, reason: ChangeReason): void;
  /** @param reason the last change that was seen; undefined when the removal was noticed in a list */
  remove(uid: string, reason?: ChangeReason): void;
  /** Called after each change of the objects of a resource since its first list. */
  changed(resource: DiscoveredResource): void;
}

interface Monitor {
  readonly resource: DiscoveredResource;
  readonly abort: AbortController;
  readonly ended: Promise<void>;
  /** Resolves when the first list has arrived or failed: one unreadable resource must not block the others. */
  readonly settled: Promise<void>;
}

/** A starting monitor. */
interface Beginning extends Pick<Monitor, 'resource'> {
  readonly signal: AbortSignal;
  /** Called when the first list has arrived or failed. */
  readonly settle: () => void;
}

/** Follows the metadata of the objects of many resources. Keeps only UIDs. */
export class MetadataMonitors {
  readonly #options: MonitorOptions;
  readonly #monitors = new Map<string, Monitor>();

  constructor(options: MonitorOptions) {
    this.#options = options;
  }

  /** Follows exactly these resources from now on. Resolves when the new ones have been listed. */
  async follow(resources: readonly DiscoveredResource[]): Promise<void> {
    const wanted = new Map(resources.map((resource) => [groupResourceKey(resource), resource]));
    for (const [key, { resource, abort }] of this.#monitors) {
      const isSame = wanted.get(key)?.version === resource.version && wanted.get(key)?.kind === resource.kind;
      if (isSame) wanted.delete(key);
      else {
        abort.abort();
        this.#monitors.delete(key);
      }
    }
    for (const [key, resource] of wanted) this.#monitors.set(key, this.#start(resource));
    await Promise.all([...this.#monitors.values()].map(({ settled }) => settled));
  }

  /** Resolves when all watches have ended. */
  async close(): Promise<void> {
    for (const { abort } of this.#monitors.values()) abort.abort();
    await Promise.all([...this.#monitors.values()].map(({ ended }) => ended));
  }

  #start(resource: DiscoveredResource): Monitor {
    const abort = new AbortController();
    let settle: () => void = () => undefined;
    const listed = new Promise<void>((resolve) => {
      settle = resolve;
    });
    const beginning = { resource, signal: abort.signal, settle };
    const informer = this.#options.informers.find(addressOf(resource));
    const ended = informer ? this.#followObjects(informer, beginning) : this.#followMetadata(beginning);
    return { resource, abort, ended, settled: Promise.race([listed, aborted(abort.signal)]) };
  }

  async #followObjects(informer: Informer<ApiObject>, { resource, signal, settle }: Beginning): Promise<void> {
    let isListed = false;
    const changed = (): void => (isListed ? this.#options.changed(resource) : undefined);
    const observe = (object: ApiObject): void => {
      const { metadata } = object;
      this.#options.observe(identityOf(resource, metadata), metadata, informer.reasonOf(object));
      changed();
    };
    const unsubscribe = informer.subscribe({
      added: observe,
      // Most updates do not affect the graph.
      updated: (object, { metadata }) => (isSameNode(object.metadata, metadata) ? changed() : observe(object)),
      deleted: (object) => {
        this.#options.remove(object.metadata.uid ?? '', informer.reasonOf(object));
        changed();
      },
      state: ({ phase }) => phase === 'waiting' && settle(),
    });
    const ended = informer.run(signal);
    isListed = await informer.whenSynced(signal);
    settle();
    await ended;
    unsubscribe();
  }

  #followMetadata({ resource, signal, settle }: Beginning): Promise<void> {
    const { client, clock, random } = this.#options;
    const uids = new Map<string, string>();
    let isListed = false;
    const reflector = new Reflector<ApiObject>({
      source: client.source(resource),
      clock,
      random,
      sink: {
        replace: (items) => {
          const keys = new Set(items.map(objectKey));
          for (const [key, uid] of uids) if (!keys.has(key)) this.#remove(uids, key, uid);
          for (const item of items) this.#observe(resource, uids, item);
          if (isListed) this.#options.changed(resource);
          isListed = true;
          settle();
        },
        change: (type, object) => {
          if (type === 'DELETED')
            this.#remove(uids, objectKey(object), object.metadata.uid ?? '', reasonOf(resource, object));
          else this.#observe(resource, uids, object);
          this.#options.changed(resource);
        },
        state: ({ phase }) => phase === 'waiting' && settle(),
      },
    });
    return reflector.run(signal);
  }

  #observe(resource: DiscoveredResource, uids: Map<string, string>, object: ApiObject): void {
    const { metadata } = object;
    const { uid = '' } = metadata;
    const key = objectKey({ metadata });
    const previous = uids.get(key);
    // The object was deleted and recreated between two lists.
    if (previous !== undefined && previous !== uid) this.#options.remove(previous);
    uids.set(key, uid);
    this.#options.observe(identityOf(resource, metadata), metadata, reasonOf(resource, object));
  }

  #remove(uids: Map<string, string>, key: string, uid: string, reason?: ChangeReason): void {
    uids.delete(key);
    this.#options.remove(uid, reason);
  }
}

/** Reports whether two states of an object that is not being deleted have the same owners. */
const isSameNode = (a: ObjectMeta, b: ObjectMeta): boolean =>
  !a.deletionTimestamp && !b.deletionTimestamp && isDeepEqual(a.ownerReferences, b.ownerReferences);

const identityOf = (
  { group, version, kind }: DiscoveredResource,
  { namespace = '', name = '', uid = '' }: ObjectMeta,
): ObjectIdentity => ({ apiVersion: apiVersionOf(group, version), kind, namespace, name, uid });

const reasonOf = ({ group, resource }: DiscoveredResource, object: ApiObject): ChangeReason =>
  changeOf(qualifiedResource(resource, group), object);
