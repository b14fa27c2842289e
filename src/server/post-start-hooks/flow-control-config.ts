import type { FlowSchema, PriorityLevelConfiguration } from '../../api/kinds/flowcontrol-v1beta3.generated.ts';
import { FLOW_CONTROL_GROUP } from '../../api/kubernetes-names.ts';
import { WorkQueue } from '../../client/work-queue.ts';
import { FlowController } from '../../flow-control/flow-controller.ts';
import type { Change } from '../../storage/storage.ts';
import type { ServedResource } from '../catalog/served-resource.ts';
import type { ServerContext } from '../context/server-context.ts';

/** The one key of the queue: a change applies the whole configuration. */
const CONFIGURATION = 'flow control';

/** Applies the stored flow schemas and priority levels to the server's flow control, now and after every change. */
export class FlowControlConfig {
  readonly #server: ServerContext;
  readonly #schemas: ServedResource | undefined;
  readonly #levels: ServedResource | undefined;
  readonly #queue: WorkQueue;
  #unsubscribe: () => void = () => undefined;

  constructor(server: ServerContext) {
    this.#server = server;
    this.#queue = new WorkQueue({
      ...server,
      describe: (key) => `configuring ${key}`,
      work: () => this.#apply(),
    });
    const group = server.dialect.rename(FLOW_CONTROL_GROUP);
    this.#schemas = server.resources.findAnyVersion(group, 'flowschemas');
    this.#levels = server.resources.findAnyVersion(group, 'prioritylevelconfigurations');
  }

  /** Resolves when the stored configuration is in effect. */
  async start(): Promise<void> {
    if (!(this.#server.flows instanceof FlowController)) return;
    this.#unsubscribe = this.#server.objects.storage.onCommit((changes) => this.#follow(changes));
    this.#queue.add(CONFIGURATION);
    await this.#queue.whenIdle();
  }

  /** Resolves when the running work has ended. */
  close(): Promise<void> {
    this.#unsubscribe();
    return this.#queue.close();
  }

  #follow(changes: readonly Change[]): void {
    const prefixes = [this.#schemas?.keyPrefix, this.#levels?.keyPrefix];
    if (changes.some(({ key }) => prefixes.some((prefix) => prefix && key.startsWith(prefix))))
      this.#queue.add(CONFIGURATION);
  }

  async #apply(): Promise<undefined> {
    const { flows } = this.#server;
    if (!(flows instanceof FlowController)) return undefined;
    const schemas = (await this.#stored(this.#schemas)) as readonly FlowSchema[];
    const levels = (await this.#stored(this.#levels)) as readonly PriorityLevelConfiguration[];
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
