import { kubernetesName } from '../../api/dialect.ts';
import type { FlowSchema, PriorityLevelConfiguration } from '../../api/kinds/flowcontrol-v1beta3.generated.ts';
import { FLOW_CONTROL_GROUP } from '../../api/kubernetes-names.ts';
import { WorkQueue } from '../../client/work-queue.ts';
import type { ServerContext } from '../context/server-context.ts';
import { bootstrapObjects } from './bootstrap.ts';
import { FlowControlResources } from './flow-control-resources.ts';
import { writeOwnObject } from './own-objects/write-own-object.ts';

type Configuration = FlowSchema | PriorityLevelConfiguration;

const AUTOUPDATE = kubernetesName('apf.kubernetes.io/autoupdate-spec');
/** Without these, some requests would match no flow schema. */
const MANDATORY = ['exempt', 'catch-all'];
/** Milliseconds: the real server checks every minute. */
const DELAY = 60_000;
const KEY = 'the flow control objects of a new cluster';

/**
 * Restores the flow schemas and priority levels of a new cluster within a minute after they were deleted or changed.
 * Objects that are not mandatory may be changed when their annotation `autoupdate-spec` is not `true`.
 */
export class FlowControlDefaults {
  readonly #server: ServerContext;
  readonly #resources: FlowControlResources;
  readonly #queue: WorkQueue;

  constructor(server: ServerContext) {
    this.#server = server;
    this.#queue = new WorkQueue({
      ...server,
      describe: (key) => `restoring ${key}`,
      work: () => this.#restore(),
    });
    this.#resources = new FlowControlResources(server, () => this.#queue.addAfter(KEY, DELAY));
  }

  async start(): Promise<void> {
    if (this.#resources.prefixes.length === 0 || !this.#server.features.enabled('APIPriorityAndFairness')) return;
    await this.#resources.start();
    this.#queue.addAfter(KEY, DELAY);
  }

  /** Resolves when the running work has ended. */
  close(): Promise<void> {
    this.#resources.close();
    return this.#queue.close();
  }

  async #restore(): Promise<undefined> {
    const { prefixes } = this.#resources;
    const wanted = bootstrapObjects(this.#server).filter(({ resource }) => prefixes.includes(resource.keyPrefix));
    for (const { resource, object } of wanted) {
      const { name = '' } = object.metadata;
      await writeOwnObject<Configuration>(this.#server, {
        ...{ group: FLOW_CONTROL_GROUP, resource: resource.resource, namespace: '', name },
        desired: (live) => this.#desired(object as Configuration, live),
      });
    }
    return undefined;
  }

  #desired(original: Configuration, live: Configuration | undefined): Configuration | undefined {
    if (!live) return original;
    const autoupdate = this.#server.dialect.rename(AUTOUPDATE);
    const { annotations = {}, generation } = live.metadata;
    // Objects from before the annotation existed are updated unless someone has changed them.
    const isUpdated = autoupdate in annotations ? annotations[autoupdate] === 'true' : generation === 1;
    if (!isUpdated && !MANDATORY.includes(live.metadata.name ?? '')) return undefined;
    return {
      ...live,
      metadata: { ...live.metadata, annotations: { ...annotations, [autoupdate]: 'true' } },
      spec: specOf(original, live),
    } as Configuration;
  }
}

/** Users may change how many seats the exempt level has and lends. */
function specOf(original: Configuration, live: Configuration): Configuration['spec'] {
  const exempt = live.spec && 'exempt' in live.spec ? live.spec.exempt : undefined;
  return { ...original.spec, ...(exempt ? { exempt } : {}) } as Configuration['spec'];
}
