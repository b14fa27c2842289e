import { kubernetesName } from '../../../api/dialect.ts';
import type { CustomResourceDefinition } from '../../../api/kinds/apiextensions-v1.generated.ts';
import type { APIService } from '../../../api/kinds/apiregistration-v1.generated.ts';
import { API_EXTENSIONS_GROUP, API_REGISTRATION_GROUP } from '../../../api/kubernetes-names.ts';
import { WorkQueue } from '../../../client/work-queue.ts';
import { semanticallyEqual } from '../../../resources/semantic-equality.ts';
import { builtInPriority, CUSTOM_PRIORITY } from '../../aggregation/local-priorities.ts';
import type { ServedResource } from '../../catalog/served-resource.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { FollowedCollection } from '../../objects/followed-collection.ts';
import type { StoredObject } from '../../objects/stored-object.ts';
import { createAsServer, deleteAsServer, replaceAsServer } from '../../write/server-writes.ts';
import { apiServicesOf } from './follow-api-services.ts';

const AUTOMANAGED_LABEL = kubernetesName('kube-aggregator.kubernetes.io/automanaged');

/**
 * Values of the label: objects of built-in groups are written once after each start, objects of custom groups are
 * always corrected.
 */
const ON_START = 'onstart';
const ALWAYS = 'true';

/** Concurrent writes share a transaction. */
const WORKERS = 32;

type Desired = Pick<APIService, 'metadata' | 'spec'>;

/**
 * Keeps a local APIService for every group version that this server serves: of the built-in groups, and of the custom
 * resource definitions. Objects without the label of automatic management belong to users and are left alone.
 */
export class AutoRegistration {
  readonly #server: ServerContext;
  readonly #resource: ServedResource | undefined;
  readonly #services: FollowedCollection;
  readonly #definitions: FollowedCollection;
  /** Names of APIServices. */
  readonly #queue: WorkQueue;
  readonly #builtIn = new Map<string, Desired>();
  readonly #existedAtStart = new Set<string>();
  readonly #synced = new Set<string>();

  constructor(server: ServerContext) {
    this.#server = server;
    const { objects, resources, dialect } = server;
    this.#resource = apiServicesOf(server);
    const prefix = this.#resource?.keyPrefix;
    this.#services = new FollowedCollection({
      ...{ objects, prefix },
      changed: (key) => this.#queue.add(key.slice(prefix?.length)),
    });
    this.#definitions = new FollowedCollection({
      objects,
      prefix: resources.find(dialect.rename(API_EXTENSIONS_GROUP), 'v1', 'customresourcedefinitions')?.keyPrefix,
      changed: (key, previous) => {
        for (const state of [previous, this.#definitions.get(key)])
          for (const name of namesOf(state)) this.#queue.add(name);
      },
    });
    this.#queue = new WorkQueue({
      ...server,
      describe: (name) => `registering the APIService ${name}`,
      work: (name) => this.#sync(name).then(() => undefined),
      workers: WORKERS,
    });
  }

  /**
   * Writes the objects of all served group versions, and follows later changes.
   * @param isComplete whether all are written
   */
  async start(isComplete: boolean): Promise<void> {
    if (!this.#resource) return;
    const { apis } = this.#server;
    for (const desired of this.#desiredOfBuiltIns()) this.#builtIn.set(desired.metadata.name ?? '', desired);
    for (const { name } of apis.all) this.#existedAtStart.add(name);
    await Promise.all([this.#services.start(), this.#definitions.start()]);
    const names = [...this.#builtIn.keys(), ...this.#existedAtStart];
    if (isComplete) {
      for (const name of names) this.#synced.add(name);
      return;
    }
    for (const name of names) this.#queue.add(name);
    for (const state of this.#definitions.states()) for (const name of namesOf(state)) this.#queue.add(name);
    await this.#queue.whenIdle();
  }

  /** Resolves when the running work has ended. */
  close(): Promise<void> {
    this.#services.close();
    this.#definitions.close();
    return this.#queue.close();
  }

  *#desiredOfBuiltIns(): Generator<Desired> {
    const { resources, dialect } = this.#server;
    const own = dialect.rename(API_REGISTRATION_GROUP);
    for (const { group, versions } of resources.groups) {
      // The group of APIServices decides what the server proxies, so it is never proxied.
      if (group === own) continue;
      const builtIn = versions.filter((version) => resources.ofVersion(group, version).some((one) => !one.isCustom));
      for (const version of builtIn)
        yield this.#apiService(ON_START, { group, version, ...builtInPriority(dialect, group, version) });
    }
  }

  #apiService(managed: string, { group = '', ...spec }: NonNullable<APIService['spec']>): Desired {
    const labels = { [this.#server.dialect.rename(AUTOMANAGED_LABEL)]: managed };
    return { metadata: { name: `${spec.version}.${group}`, labels }, spec: { ...(group ? { group } : {}), ...spec } };
  }

  async #sync(name: string): Promise<void> {
    if (!this.#resource) return;
    const stored = this.#services.get(this.#resource.keyPrefix + name);
    await this.#correct(name, stored?.object as APIService | undefined, this.#resource);
    this.#synced.add(name);
  }

  async #correct(name: string, live: APIService | undefined, services: ServedResource): Promise<void> {
    const desired = this.#builtIn.get(name) ?? this.#desiredOfDefinitions(name);
    const isWritten = this.#synced.has(name);
    if (!live && !desired) return;
    if (this.#managementOf(desired) === ON_START && isWritten) return;
    if (!live) {
      await createAsServer(this.#server, services, {
        kind: 'APIService',
        apiVersion: '',
        ...desired,
        metadata: desired?.metadata ?? {},
      });
      return;
    }
    const management = this.#managementOf(live);
    if (management !== ON_START && management !== ALWAYS) return;
    if (management === ON_START && (isWritten || !this.#existedAtStart.has(name))) return;
    if (!desired) {
      const { uid } = live.metadata;
      await deleteAsServer(this.#server, services, live.metadata, { isWanted: ({ metadata }) => metadata.uid === uid });
    } else if (!semanticallyEqual(live.spec, desired.spec)) {
      // On a conflict, the commit of the other write queues the APIService again.
      await replaceAsServer(this.#server, services, { ...live, spec: desired.spec } as APIService);
    }
  }

  #managementOf(service: Desired | undefined): string | undefined {
    return service?.metadata.labels?.[this.#server.dialect.rename(AUTOMANAGED_LABEL)];
  }

  #desiredOfDefinitions(name: string): Desired | undefined {
    const isServed = this.#definitions.states().some((state) => namesOf(state).includes(name));
    if (!isServed) return undefined;
    const [version = ''] = name.split('.', 1);
    return this.#apiService(ALWAYS, { group: name.slice(version.length + 1), version, ...CUSTOM_PRIORITY });
  }
}

/** Returns the names of the APIServices of the served versions of a definition. */
function namesOf(state: StoredObject | undefined): string[] {
  const { spec } = (state?.object ?? {}) as Partial<CustomResourceDefinition>;
  return (spec?.versions ?? []).filter(({ served }) => served).map(({ name }) => `${name}.${spec?.group}`);
}
