import type { FlowSchema, PriorityLevelConfiguration } from '../../api/kinds/flowcontrol-v1beta3.generated.ts';
import { WorkQueue } from '../../client/work-queue.ts';
import { FlowController } from '../../flow-control/flow-controller.ts';
import type { ServedResource } from '../catalog/served-resource.ts';
import type { ServerContext } from '../context/server-context.ts';
import { FlowControlResources } from './flow-control-resources.ts';

/** The one key of the queue: a change applies the whole configuration. */
const CONFIGURATION = 'flow control';

/** Applies the stored flow schemas and priority levels to the server's flow control, now and after every change. */
export class FlowControlConfig {
  readonly #server: ServerContext;
  readonly #resources: FlowControlResources;
  readonly #queue: WorkQueue;
  #unsubscribe: () => void = () => undefined;

  constructor(server: ServerContext) {
    this.#server = server;
    this.#queue = new WorkQueue({
      ...server,
      describe: (key) => `configuring ${key}`,
      work: () => this.#apply(),
    });
    this.#resources = new FlowControlResources(server);
  }

  /** Resolves when the stored configuration is in effect. */
  async start(): Promise<void> {
    if (!(this.#server.flows instanceof FlowController)) return;
    this.#unsubscribe = this.#resources.onChange(() => this.#queue.add(CONFIGURATION));
    this.#queue.add(CONFIGURATION);
    await this.#queue.whenIdle();
  }

  /** Resolves when the running work has ended. */
  close(): Promise<void> {
    this.#unsubscribe();
    return this.#queue.close();
  }

  async #apply(): Promise<undefined> {
    const { flows } = this.#server;
    if (!(flows instanceof FlowController)) return undefined;
    const schemas = (await this.#stored(this.#resources.schemas)) as readonly FlowSchema[];
    const levels = (await this.#stored(this.#resources.levels)) as readonly PriorityLevelConfiguration[];
    flows.configure(schemas, levels);
    return undefined;
  }

  /** Returns the objects in the stored version. */
  async #stored(resource: ServedResource | undefined) {
    if (!resource) return [];
    const { objects } = await this.#server.objects.list(resource.keyPrefix);
    return objects.map(({ object }) => object);
  }
}
