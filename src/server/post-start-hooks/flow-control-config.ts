import type { FlowSchema, PriorityLevelConfiguration } from '../../api/kinds/flowcontrol-v1beta3.generated.ts';
import { WorkQueue } from '../../client/work-queue.ts';
import { FlowController } from '../../flow-control/flow-controller.ts';
import type { ServerContext } from '../context/server-context.ts';
import { FlowControlResources } from './flow-control-resources.ts';

/** The only key of the queue, because every change applies the whole configuration. */
const CONFIGURATION = 'flow control';

/** Applies the stored flow schemas and priority levels to the server's flow control, now and after every change. */
export class FlowControlConfig {
  readonly #server: ServerContext;
  readonly #resources: FlowControlResources;
  readonly #queue: WorkQueue;

  constructor(server: ServerContext) {
    this.#server = server;
    this.#queue = new WorkQueue({
      ...server,
      describe: (key) => `configuring ${key}`,
      work: () => this.#apply(),
    });
    this.#resources = new FlowControlResources(server, () => this.#queue.add(CONFIGURATION));
  }

  /** Resolves when the stored configuration is in effect. */
  async start(): Promise<void> {
    if (!(this.#server.flows instanceof FlowController)) return;
    await this.#resources.start();
    this.#queue.add(CONFIGURATION);
    await this.#queue.whenIdle();
  }

  /** Resolves when the running work has ended. */
  close(): Promise<void> {
    this.#resources.close();
    return this.#queue.close();
  }

  async #apply(): Promise<undefined> {
    const { flows } = this.#server;
    if (!(flows instanceof FlowController)) return undefined;
    const { schemas, levels } = this.#resources;
    flows.configure(
      schemas.states().map(({ object }) => object as FlowSchema),
      levels.states().map(({ object }) => object as PriorityLevelConfiguration),
    );
    return undefined;
  }
}
