import { timeText } from '../../api/environment.ts';
import type { FlowSchema, FlowSchemaCondition } from '../../api/kinds/flowcontrol-v1beta3.generated.ts';
import { FLOW_CONTROL_GROUP } from '../../api/kubernetes-names.ts';
import { type ApiObject, apiVersionOf } from '../../api/object.ts';
import { applyConfiguration } from '../../apply/apply.ts';
import { WorkQueue } from '../../client/work-queue.ts';
import { canonical } from '../../schema/canonical.ts';
import type { Change } from '../../storage/storage.ts';
import { keyOf, type ServedResource } from '../catalog/served-resource.ts';
import type { ServerContext } from '../context/server-context.ts';
import { serverOrigin } from '../write/origins.ts';
import { writeContext } from '../write/steps/track-managers.ts';
import { writeAsServer } from '../write/write.ts';

/** The field manager of the real server's flow control. */
const MANAGER = 'api-priority-and-fairness-config-consumer-v1';
const TYPE = 'Dangling';

/** The queue's key for all flow schemas, which a changed priority level concerns. */
const ALL = 'all flow schemas';

/** Concurrent writes share a transaction. */
const WORKERS = 16;

/** Keeps the condition of every flow schema that reports whether its priority level exists. Works without controllers. */
export class FlowSchemaConditions {
  readonly #server: ServerContext;
  readonly #schemas: ServedResource | undefined;
  readonly #levels: ServedResource | undefined;
  /** Keys of flow schemas, and `ALL`. */
  readonly #queue: WorkQueue;
  #unsubscribe: () => void = () => undefined;

  constructor(server: ServerContext) {
    this.#server = server;
    this.#queue = new WorkQueue({
      ...server,
      describe: (key) => `judging ${key}`,
      work: (key) => (key === ALL ? this.#addAll() : this.#update(key)),
      workers: WORKERS,
    });
    const group = server.dialect.rename(FLOW_CONTROL_GROUP);
    this.#schemas = server.resources.find(group, 'v1beta3', 'flowschemas');
    this.#levels = server.resources.find(group, 'v1beta3', 'prioritylevelconfigurations');
  }

  /**
   * Updates all flow schemas, and follows later changes.
   * @param isComplete whether all are up to date
   */
  async start(isComplete: boolean): Promise<void> {
    if (!this.#schemas || !this.#levels || !this.#server.features.enabled('APIPriorityAndFairness')) return;
    this.#unsubscribe = this.#server.objects.storage.onCommit((changes) => this.#follow(changes));
    if (isComplete) return;
    this.#queue.add(ALL);
    await this.#queue.whenIdle();
  }

  /** Resolves when the running work has ended. */
  close(): Promise<void> {
    this.#unsubscribe();
    return this.#queue.close();
  }

  #follow(changes: readonly Change[]): void {
    const [schemas = '', levels = ''] = [this.#schemas?.keyPrefix, this.#levels?.keyPrefix];
    if (changes.some(({ key }) => key.startsWith(levels))) this.#queue.add(ALL);
    else for (const { key } of changes) if (key.startsWith(schemas)) this.#queue.add(key);
  }

  async #addAll(): Promise<undefined> {
    const { objects } = await this.#server.objects.list(this.#schemas?.keyPrefix ?? '');
    for (const { key } of objects) this.#queue.add(key);
  }

  async #update(key: string): Promise<undefined> {
    const { objects, clock } = this.#server;
    const [schemas, levels] = [this.#schemas, this.#levels];
    if (!schemas || !levels) return undefined;
    // When another write comes first, its commit leads back to here.
    await writeAsServer({
      origin: serverOrigin(this.#server, MANAGER),
      resource: schemas,
      subresource: 'status',
      namespace: '',
      name: key.slice(schemas.keyPrefix.length),
      dryRun: false,
      verb: 'apply',
      isComplete: true,
      propose: async (live) => {
        if (!live) return undefined;
        const { spec, status } = live as FlowSchema;
        const level = spec?.priorityLevelConfiguration.name ?? '';
        const condition = danglingCondition(level, Boolean(await objects.get(keyOf(levels, '', level))));
        if (status?.conditions?.find(({ type }) => type === TYPE)?.status === condition.status) return undefined;
        return this.#withCondition(schemas, live, { ...condition, lastTransitionTime: timeText(clock.now()) });
      },
    });
    return undefined;
  }

  #withCondition(resource: ServedResource, live: ApiObject, condition: FlowSchemaCondition): ApiObject {
    const { dialect } = this.#server;
    const { group, version, kind } = resource;
    const { object, managedFields } = applyConfiguration({
      ...writeContext(this.#server, resource, 'status'),
      live,
      applied: {
        apiVersion: apiVersionOf(group, version),
        kind,
        metadata: { name: live.metadata.name },
        status: { conditions: [condition] },
      },
      kind: { group, version, kind },
      manager: MANAGER,
      force: true,
      dialect,
    });
    const next = canonical(object, resource.schema) as ApiObject;
    if (managedFields) next.metadata.managedFields = managedFields;
    return next;
  }
}

function danglingCondition(level: string, exists: boolean): FlowSchemaCondition {
  const reference = `This FlowSchema references the PriorityLevelConfiguration object named ${JSON.stringify(level)}`;
  return exists
    ? { type: TYPE, status: 'False', reason: 'Found', message: `${reference} and it exists` }
    : { type: TYPE, status: 'True', reason: 'NotFound', message: `${reference} but there is no such object` };
}
