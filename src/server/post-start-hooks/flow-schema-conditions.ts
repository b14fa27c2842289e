import { timeText } from '../../api/environment.ts';
import type { FlowSchema, FlowSchemaCondition } from '../../api/kinds/flowcontrol-v1beta3.generated.ts';
import { FLOW_CONTROL_GROUP } from '../../api/kubernetes-names.ts';
import { type ApiObject, apiVersionOf } from '../../api/object.ts';
import { applyConfiguration } from '../../apply/apply.ts';
import { WorkQueue } from '../../client/work-queue.ts';
import { canonical } from '../../schema/canonical.ts';
import type { ServedResource } from '../catalog/served-resource.ts';
import type { ServerContext } from '../context/server-context.ts';
import { FollowedCollection } from '../objects/followed-collection.ts';
import { serverOrigin } from '../write/origins.ts';
import { writeContext } from '../write/steps/track-managers.ts';
import { writeAsServer } from '../write/write.ts';

/** The field manager of the real server's flow control. */
const MANAGER = 'api-priority-and-fairness-config-consumer-v1';
const TYPE = 'Dangling';

/** The queue's key for all flow schemas, queued when a priority level changes. */
const ALL = 'all flow schemas';

/** Concurrent writes share a transaction. */
const WORKERS = 16;

/**
 * Maintains the condition of every flow schema that reports whether its priority level exists. Works without
 * controllers.
 */
export class FlowSchemaConditions {
  readonly #server: ServerContext;
  readonly #resource: ServedResource | undefined;
  readonly #schemas: FollowedCollection;
  readonly #levels: FollowedCollection;
  /** Keys of flow schemas, and `ALL`. */
  readonly #queue: WorkQueue;

  constructor(server: ServerContext) {
    this.#server = server;
    this.#queue = new WorkQueue({
      ...server,
      describe: (key) => `judging ${key}`,
      work: (key) => (key === ALL ? this.#addAll() : this.#update(key)),
      workers: WORKERS,
    });
    const group = server.dialect.rename(FLOW_CONTROL_GROUP);
    const { objects, resources } = server;
    this.#resource = resources.find(group, 'v1beta3', 'flowschemas');
    this.#schemas = new FollowedCollection({
      ...{ objects, prefix: this.#resource?.keyPrefix },
      changed: (key) => this.#queue.add(key),
    });
    this.#levels = new FollowedCollection({
      ...{ objects, prefix: resources.find(group, 'v1beta3', 'prioritylevelconfigurations')?.keyPrefix },
      changed: () => this.#queue.add(ALL),
    });
  }

  /**
   * Updates all flow schemas, and follows later changes.
   * @param isComplete whether all are up to date
   */
  async start(isComplete: boolean): Promise<void> {
    const isServed = this.#schemas.prefix !== undefined && this.#levels.prefix !== undefined;
    if (!isServed || !this.#server.features.enabled('APIPriorityAndFairness')) return;
    await Promise.all([this.#schemas.start(), this.#levels.start()]);
    if (isComplete) return;
    this.#queue.add(ALL);
    await this.#queue.whenIdle();
  }

  /** Resolves when the running work has ended. */
  close(): Promise<void> {
    this.#schemas.close();
    this.#levels.close();
    return this.#queue.close();
  }

  async #addAll(): Promise<undefined> {
    for (const key of this.#schemas.keys()) this.#queue.add(key);
  }

  async #update(key: string): Promise<undefined> {
    const { clock } = this.#server;
    const [schemas, levels] = [this.#resource, this.#levels];
    if (!schemas) return undefined;
    // On a conflict, the commit of the other write queues the flow schema again.
    await writeAsServer({
      origin: serverOrigin(this.#server, MANAGER),
      resource: schemas,
      subresource: 'status',
      namespace: '',
      name: key.slice(schemas.keyPrefix.length),
      dryRun: false,
      verb: 'apply',
      isComplete: true,
      propose: (live) => {
        if (!live) return undefined;
        const { spec, status } = live as FlowSchema;
        const level = spec?.priorityLevelConfiguration.name ?? '';
        const condition = danglingCondition(level, levels.get(`${levels.prefix}${level}`) !== undefined);
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
