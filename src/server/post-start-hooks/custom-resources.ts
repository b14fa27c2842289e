import { writeJson } from '../../api/encoding/exact-json.ts';
import { errorText } from '../../api/error-text.ts';
import type { CustomResourceDefinition } from '../../api/kinds/apiextensions-v1.generated.ts';
import { API_EXTENSIONS_GROUP, CUSTOM_RESOURCE_CLEANUP_FINALIZER } from '../../api/kubernetes-names.ts';
import { isEqualJson } from '../../api/memory/equal-json.ts';
import { WorkQueue } from '../../client/work-queue.ts';
import type { Change } from '../../storage/storage.ts';
import { type CustomSurroundings, customServedResources } from '../catalog/custom-resources/custom-served-resources.ts';
import type { ServedResource } from '../catalog/served-resource.ts';
import type { ServerContext } from '../context/server-context.ts';
import { FollowedCollection } from '../objects/followed-collection.ts';
import { Slices } from '../objects/slices.ts';
import { CommitsInFlight } from '../write/commits-in-flight.ts';
import { deleteAsServer, replaceAsServer } from '../write/server-writes.ts';
import { isEstablished, withCondition, withNamesAccepted } from './definition-conditions.ts';

/** The resources served for one definition, and the declaration and revision that determine them. */
interface ServedDefinition {
  readonly declares: string;
  readonly since: number;
  readonly rows: readonly ServedResource[];
}

const IN_PROGRESS = 'CustomResource deletion is in progress';
const DELETION_FAILED = 'InstanceDeletionFailed';

/** Returns the parts of a definition that determine its resources, as text. */
const declarationOf = ({ spec, status, metadata }: CustomResourceDefinition): string =>
  writeJson([spec, status?.acceptedNames, metadata.deletionTimestamp !== undefined]);

/**
 * Follows the custom resource definitions: accepts their names, serves their resources, and removes the objects of deleted
 * definitions. Works without controllers.
 */
export class CustomResources {
  readonly #server: ServerContext;
  readonly #isPast: boolean;
  readonly #resource: ServedResource | undefined;
  readonly #definitions: FollowedCollection;
  readonly #served = new Map<string, ServedDefinition>();
  /** Keys of definitions that are deleted after their last objects, by the prefix of those objects. */
  readonly #terminating = new Map<string, string>();
  /** Definitions whose names are taken. */
  readonly #refused = new Set<string>();
  /** Keys of definitions. One worker, so that names are accepted in order. */
  readonly #queue: WorkQueue;
  #isStarted = false;
  #unfollow: () => void = () => undefined;

  /** @param isPast whether the definitions are those of a past state, which stays as it is */
  constructor(server: ServerContext, isPast = false) {
    this.#server = server;
    this.#isPast = isPast;
    this.#queue = new WorkQueue({
      ...server,
      describe: (key) => `serving ${key}`,
      work: (key) => this.#reconcile(key).then(() => undefined),
    });
    const group = server.dialect.rename(API_EXTENSIONS_GROUP);
    this.#resource = server.resources.find(group, 'v1', 'customresourcedefinitions');
    this.#definitions = new FollowedCollection({
      ...{ objects: server.objects, prefix: this.#resource?.keyPrefix },
      changed: (key) => this.#queue.add(key),
    });
  }

  /** Serves the stored definitions, and follows later changes. */
  async start(): Promise<void> {
    if (!this.#resource) return;
    const { storage } = this.#server.objects;
    this.#unfollow = await storage.follow('', { changed: (changes) => this.#followTerminating(changes) });
    await this.#definitions.start();
    for (const key of this.#definitions.keys()) this.#queue.add(key);
    await this.#queue.whenIdle();
    this.#isStarted = true;
  }

  /** Resolves when the running work has ended. */
  close(): Promise<void> {
    this.#unfollow();
    this.#definitions.close();
    return this.#queue.close();
  }

  /** Queues the deleted definitions whose objects change. */
  #followTerminating(changes: readonly Change[]): void {
    if (this.#terminating.size === 0) return;
    for (const { key } of changes) {
      const definition = this.#terminating.get(key.slice(0, key.indexOf('/', key.indexOf('/', 10) + 1) + 1));
      if (definition) this.#queue.add(definition);
    }
  }

  async #reconcile(key: string): Promise<void> {
    const stored = this.#definitions.get(key);
    if (!stored) return this.#withdraw(key);
    const definition = stored.object as CustomResourceDefinition;
    if (this.#isPast) {
      if (isEstablished(definition)) this.#serve(key, definition, stored.revision);
      return;
    }
    if (definition.metadata.deletionTimestamp) return this.#terminate(key, definition, stored.revision);
    const { clock, dialect } = this.#server;
    const status = withNamesAccepted(definition, this.#othersOf(definition), clock.now(), dialect);
    if (!isEqualJson(status, definition.status)) {
      await this.#update({ ...definition, status }, 'status');
      return; // The commit queues the definition again.
    }
    if (isEstablished(definition)) this.#serve(key, definition, stored.revision);
    else this.#refused.add(key);
  }

  #othersOf({ metadata, spec }: CustomResourceDefinition): CustomResourceDefinition[] {
    const all = this.#definitions.states().map(({ object }) => object as CustomResourceDefinition);
    return all.filter((other) => other.spec.group === spec.group && other.metadata.name !== metadata.name);
  }

  #serve(key: string, definition: CustomResourceDefinition, revision: number): void {
    const { schemas, resources } = this.#server;
    const known = this.#served.get(key);
    const declares = declarationOf(definition);
    if (known?.declares === declares) return;
    const since = known?.since ?? (this.#isStarted ? revision : 0);
    const schemasSince = this.#schemasSince(revision);
    const rows = customServedResources(definition, this.#surroundings(definition, since, schemasSince));
    this.#retire(key);
    for (const row of rows) schemas.add(row, row.schema);
    this.#served.set(key, { since, declares, rows });
    resources.serveCustom(key, rows);
  }

  /** Stops serving the resources of a definition. Returns them. */
  #retire(key: string): readonly ServedResource[] {
    const { rows = [] } = this.#served.get(key) ?? {};
    this.#served.delete(key);
    for (const row of rows) this.#server.schemas.remove(row);
    return rows;
  }

  #withdraw(key: string): void {
    const { resources, watches } = this.#server;
    const rows = this.#retire(key);
    for (const [prefix, definition] of this.#terminating) if (definition === key) this.#terminating.delete(prefix);
    resources.serveCustom(key, []);
    for (const row of rows) watches.closeBelow(row.keyPrefix);
    // The names of the withdrawn definition are free again.
    for (const other of this.#refused) this.#queue.add(other);
    this.#refused.clear();
  }

  /** Deletes all objects of the definition, then removes the server's finalizer from the definition. */
  async #terminate(key: string, definition: CustomResourceDefinition, revision: number): Promise<void> {
    const { dialect } = this.#server;
    const finalizer = dialect.rename(CUSTOM_RESOURCE_CLEANUP_FINALIZER);
    const finalizers = definition.metadata.finalizers ?? [];
    if (!finalizers.includes(finalizer)) return;
    const terminating = definition.status?.conditions?.find(({ type }) => type === 'Terminating');
    const hasFailed = terminating?.reason === DELETION_FAILED;
    // After a failure, the condition stays until an attempt succeeds.
    if (!hasFailed && terminating?.message !== IN_PROGRESS) return this.#reportDeletion(definition, IN_PROGRESS);
    if (isEstablished(definition)) this.#serve(key, definition, revision);
    const prefix = `/registry/${definition.spec.group}/${definition.spec.names.plural}/`;
    this.#terminating.set(prefix, key);
    const left = await this.#deleteObjects(definition, prefix).catch(async (error: unknown) => {
      const message = `could not list instances: ${errorText(error)}`;
      if (terminating?.message !== message) await this.#reportDeletion(definition, message, DELETION_FAILED);
      throw error; // retried by the queue
    });
    if (left > 0) return hasFailed ? this.#reportDeletion(definition, IN_PROGRESS) : undefined;
    const remaining = finalizers.filter((each) => each !== finalizer);
    // Before the write, which takes a while: requests would see an empty collection until it ends.
    if (remaining.length === 0) this.#withdraw(key);
    await this.#update({ ...definition, metadata: { ...definition.metadata, finalizers: remaining } }, '');
  }

  /** Writes the progress of deleting a definition's objects to its status. */
  async #reportDeletion(
    definition: CustomResourceDefinition,
    message: string,
    reason = 'InstanceDeletionInProgress',
  ): Promise<void> {
    const { clock, dialect } = this.#server;
    const status = definition.status ?? withNamesAccepted(definition, [], clock.now(), dialect);
    const condition = { type: 'Terminating', status: 'True', reason, message };
    const conditions = withCondition(status.conditions ?? [], condition, clock.now());
    await this.#update({ ...definition, status: { ...status, conditions } }, 'status');
  }

  /** Deletes the objects of a definition. Returns how many remain. */
  async #deleteObjects(definition: CustomResourceDefinition, prefix: string): Promise<number> {
    const server = this.#server;
    const { objects } = await server.objects.list(prefix);
    const row = this.#storedResource(definition);
    if (!row) return objects.length;
    let remaining = 0;
    const slices = new Slices(server.clock);
    const commits = new CommitsInFlight();
    for (const { object } of objects) {
      await slices.pause();
      await commits.start(async (onCommit) => {
        const outcome = await deleteAsServer(server, row, object.metadata, { onCommit });
        if (outcome?.effect !== 'removed') remaining += 1;
      });
    }
    await commits.finish();
    return remaining;
  }

  /** Returns the resource of a definition's stored version, even if that version is not served. */
  #storedResource(definition: CustomResourceDefinition): ServedResource | undefined {
    const versions = (definition.spec.versions ?? []).map((version) => ({ ...version, served: true }));
    const spec = { ...definition.spec, versions };
    const surroundings = this.#surroundings(definition, 0, { revision: Number.MAX_SAFE_INTEGER });
    return customServedResources({ ...definition, spec }, surroundings).find(
      ({ version, storageVersion }) => version === storageVersion,
    );
  }

  #surroundings(
    definition: CustomResourceDefinition,
    since: number,
    schemasSince: { revision: number },
  ): CustomSurroundings {
    const { schemas, dialect } = this.#server;
    return { schemas, dialect, since, schemasSince, converter: this.#server.converterOf(definition) };
  }

  /**
   * Returns the revision after which objects are written under the schemas that are about to be served. At the start of
   * the server, it is the revision of the definition; later, the current revision, after which all writes use the new
   * schemas.
   */
  #schemasSince(revision: number): { revision: number } {
    return { revision: this.#isStarted ? this.#server.objects.revision : revision };
  }

  /** Writes a definition. On a conflict, the commit of the other write queues the definition again. */
  async #update(definition: CustomResourceDefinition, subresource: 'status' | ''): Promise<void> {
    if (this.#resource) await replaceAsServer(this.#server, this.#resource, definition, subresource);
  }
}
