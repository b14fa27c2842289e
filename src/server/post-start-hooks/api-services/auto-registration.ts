import { kubernetesName } from '../../../api/dialect.ts';
import type { CustomResourceDefinition } from '../../../api/kinds/apiextensions-v1.generated.ts';
import type { APIService } from '../../../api/kinds/apiregistration-v1.generated.ts';
import { API_EXTENSIONS_GROUP, API_REGISTRATION_GROUP } from '../../../api/kubernetes-names.ts';
import { WorkQueue } from '../../../client/work-queue.ts';
import { semanticallyEqual } from '../../../resources/semantic-equality.ts';
import type { Change, Entry } from '../../../storage/storage.ts';
import { builtInPriority, CUSTOM_PRIORITY } from '../../aggregation/local-priorities.ts';
import type { ServedResource } from '../../catalog/served-resource.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { createAsServer, deleteAsServer, replaceAsServer } from '../../write/server-writes.ts';
import { apiServicesOf } from './follow-api-services.ts';

const AUTOMANAGED_LABEL = kubernetesName('kube-aggregator.kubernetes.io/automanaged');

/** Values of the label: objects of built-in groups are written once after each start, those of custom groups always. */
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
  readonly #services: ServedResource | undefined;
  readonly #definitions: ServedResource | undefined;
  /** Names of APIServices. */
  readonly #queue: WorkQueue;
  readonly #builtIn = new Map<string, Desired>();
  readonly #existedAtStart = new Set<string>();
  readonly #synced = new Set<string>();
  #unsubscribe: () => void = () => undefined;

  constructor(server: ServerContext) {
    this.#server = server;
    this.#services = apiServicesOf(server);
    this.#definitions = server.resources.find(
      server.dialect.rename(API_EXTENSIONS_GROUP),
      'v1',
      'customresourcedefinitions',
    );
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
    if (!this.#services) return;
    const { objects, apis } = this.#server;
    for (const desired of this.#desiredOfBuiltIns()) this.#builtIn.set(desired.metadata.name ?? '', desired);
    for (const { name } of apis.all) this.#existedAtStart.add(name);
    this.#unsubscribe = objects.storage.onCommit((changes) => this.#follow(changes));
    const names = [...this.#builtIn.keys(), ...this.#existedAtStart];
    if (isComplete) {
      for (const name of names) this.#synced.add(name);
      return;
    }
    for (const name of names) this.#queue.add(name);
    for (const definition of await this.#storedDefinitions())
      for (const name of namesOf(definition)) this.#queue.add(name);
    await this.#queue.whenIdle();
  }

  /** Resolves when the running work has ended. */
  close(): Promise<void> {
    this.#unsubscribe();
    return this.#queue.close();
  }

  #follow(changes: readonly Change[]): void {
    for (const { key, previous, current } of changes) {
      if (this.#services && key.startsWith(this.#services.keyPrefix))
        this.#queue.add(key.slice(this.#services.keyPrefix.length));
      else if (this.#definitions && key.startsWith(this.#definitions.keyPrefix))
        for (const entry of [previous, current]) for (const name of namesOf(definitionIn(entry))) this.#queue.add(name);
    }
  }

  *#desiredOfBuiltIns(): Generator<Desired> {
    const { resources, dialect } = this.#server;
    const own = dialect.rename(API_REGISTRATION_GROUP);
    for (const { group, versions } of resources.groups) {
      // The server cannot proxy the group that says what it proxies.
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
    if (!this.#services) return;
    const stored = await this.#server.objects.get(this.#services.keyPrefix + name);
    await this.#correct(name, stored?.object as APIService | undefined, this.#services);
    this.#synced.add(name);
  }

  async #correct(name: string, live: APIService | undefined, services: ServedResource): Promise<void> {
    const desired = this.#builtIn.get(name) ?? (await this.#desiredOfDefinitions(name));
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
      // When another write comes first, its commit leads back to here.
      await replaceAsServer(this.#server, services, { ...live, spec: desired.spec } as APIService);
    }
  }

  #managementOf(service: Desired | undefined): string | undefined {
    return service?.metadata.labels?.[this.#server.dialect.rename(AUTOMANAGED_LABEL)];
  }

  async #desiredOfDefinitions(name: string): Promise<Desired | undefined> {
    const definitions = await this.#storedDefinitions();
    const isServed = definitions.some((definition) => namesOf(definition).includes(name));
    if (!isServed) return undefined;
    const [version = ''] = name.split('.', 1);
    return this.#apiService(ALWAYS, { group: name.slice(version.length + 1), version, ...CUSTOM_PRIORITY });
  }

  async #storedDefinitions(): Promise<CustomResourceDefinition[]> {
    if (!this.#definitions) return [];
    const { objects } = await this.#server.objects.list(this.#definitions.keyPrefix);
    return objects.map(({ object }) => object as CustomResourceDefinition);
  }
}

const definitionIn = (entry: Entry | undefined): CustomResourceDefinition | undefined =>
  entry && (JSON.parse(entry.value) as CustomResourceDefinition);

/** Returns the names of the APIServices of the served versions. */
const namesOf = (definition: CustomResourceDefinition | undefined): string[] =>
  (definition?.spec.versions ?? [])
    .filter(({ served }) => served)
    .map(({ name }) => `${name}.${definition?.spec.group}`);
