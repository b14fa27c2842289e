import { uuid } from '../../../api/environment.ts';
import type { Cluster, Fault, SeedOutcome } from '../../../embedding/cluster.ts';
import type { ClusterEnvironment } from '../../../embedding/cluster-environment.ts';
import type { ControlCall } from '../../browser/control-call.ts';
import { systemRandom } from '../../platform.ts';
import type { PageSockets } from '../calls/page-sockets.ts';
import { type OpenCluster, OpenClusters } from '../open-clusters.ts';
import { AddedFaults } from './added-faults.ts';
import { callMethod } from './call-method.ts';
import type { EmbeddedOptions } from './embedded-options.ts';
import type { PageFiles } from './page-files.ts';
import {
  afterFault,
  changed,
  clusterAt,
  clusterNamed,
  type EmbeddedRegistry,
  keepsPages,
  type RegisteredCluster,
  type RegistryState,
  started,
} from './registry-state.ts';

/** A cluster of an embedded worker. */
export interface ServedCluster extends OpenCluster {
  /** The cluster whose methods pages call. It is closed together with the worker's part. */
  readonly cluster: Cluster;
  readonly sockets: PageSockets;
  answer(request: Request): Promise<Response>;
}

interface Opened extends ServedCluster {
  readonly faults: AddedFaults;
}

export interface EmbeddedClustersOptions {
  readonly registry: EmbeddedRegistry;
  readonly pageFiles: PageFiles;
  open(options: EmbeddedOptions, faultHappened: FaultHappened): Promise<ServedCluster>;
}

type FaultHappened = NonNullable<ClusterEnvironment['faultHappened']>;

/** The clusters of an embedded worker. Handles requests to them, and calls of their pages. */
export class EmbeddedClusters {
  readonly #registry: EmbeddedRegistry;
  readonly #pageFiles: PageFiles;
  readonly #open: OpenClusters<EmbeddedOptions, Opened>;

  constructor({ registry, pageFiles, open }: EmbeddedClustersOptions) {
    this.#registry = registry;
    this.#pageFiles = pageFiles;
    this.#open = new OpenClusters(async (options) => {
      const { name } = options;
      const served = await open(options, (fault, left) => this.#faultHappened(name, faults.idOf(fault), left));
      const faults = new AddedFaults(served.cluster.faults);
      for (const [id, fault] of Object.entries(await this.#faultsOf(name))) await faults.add(id, fault);
      return { ...served, faults };
    });
  }

  /** The clusters that the worker hands over to its successor. */
  get held(): OpenClusters<EmbeddedOptions, OpenCluster> {
    return this.#open;
  }

  /** Answers a request to a cluster, opening it if necessary. @throws Error when it cannot be opened */
  async answer({ options }: RegisteredCluster, request: Request): Promise<Response> {
    return (await this.#open.get(options)).answer(request);
  }

  /**
   * Runs a call of the page with this id.
   * @param signal aborted when the page is closed before the call is answered
   * @throws what the cluster's method throws
   */
  async run(
    { cluster: name, method, arguments: parameters }: ControlCall,
    page: string,
    signal: AbortSignal,
  ): Promise<unknown> {
    const [first] = parameters;
    switch (method) {
      case 'start':
        return this.#start(first as EmbeddedOptions, page);
      case 'close':
        return this.#close(name);
      case 'destroy':
        return this.#destroy(name);
      case 'store-page':
        return this.#storePage(first as readonly string[]);
      case 'faults.add':
        return this.#addFault(name, first as Fault);
      case 'faults.remove':
        return this.#removeFault(name, first as string);
      case 'faults.clear':
        return this.#clearFaults(name);
      default: {
        const { sockets, cluster } = await this.#opened(name);
        return method.startsWith('socket.')
          ? sockets.run(method, parameters, page, signal)
          : callMethod(cluster, method, parameters);
      }
    }
  }

  async #start(options: EmbeddedOptions, page: string): Promise<SeedOutcome> {
    const state = await this.#registry.update((before) => started(before, options, page));
    await Promise.all(state.clusters.map((other) => other.isServed || this.#open.close(other.options.name)));
    const wasOpen = this.#open.has(options);
    const { faults, cluster } = await this.#open.get(options);
    await faults.clear();
    await this.#dropPages(state);
    return wasOpen && cluster.seeded !== 'kept' ? 'unchanged' : cluster.seeded;
  }

  async #close(name: string): Promise<void> {
    const state = await this.#registry.update((before) => changed(before, name, () => ({ isServed: false })));
    await this.#open.close(name);
    await this.#dropPages(state);
  }

  /** Deletes the data and the registration of a cluster. */
  async #destroy(name: string): Promise<void> {
    const { cluster } = await this.#opened(name);
    await this.#close(name);
    await cluster.destroy();
    await this.#registry.update(({ clusters }) => ({
      clusters: clusters.filter(({ options }) => options.name !== name),
    }));
  }

  async #dropPages(state: RegistryState): Promise<void> {
    if (!keepsPages(state)) await this.#pageFiles.clear();
  }

  async #storePage(urls: readonly string[]): Promise<void> {
    const state = await this.#registry.read();
    await this.#pageFiles.store(urls.filter((url) => !clusterAt(state, new URL(url).pathname)));
  }

  /** Adds a fault and returns its id. It is stored before it can happen, so that its occurrences are counted. */
  async #addFault(name: string, fault: Fault): Promise<string> {
    const { faults } = await this.#opened(name);
    const id = uuid(systemRandom);
    await this.#registry.update((before) =>
      changed(before, name, (cluster) => ({ faults: { ...cluster.faults, [id]: fault } })),
    );
    try {
      await faults.add(id, fault);
    } catch (error) {
      await this.#removeFault(name, id);
      throw error;
    }
    return id;
  }

  async #faultHappened(name: string, id: string | undefined, left: number): Promise<void> {
    if (id !== undefined) await this.#registry.update((before) => afterFault(before, name, id, left));
  }

  async #removeFault(name: string, id: string): Promise<void> {
    await this.#registry.update((before) =>
      changed(before, name, (cluster) => {
        const { [id]: _, ...faults } = cluster.faults;
        return { faults };
      }),
    );
    await (await this.#opened(name)).faults.remove(id);
  }

  async #clearFaults(name: string): Promise<void> {
    await this.#registry.update((before) => changed(before, name, () => ({ faults: {} })));
    await (await this.#opened(name)).faults.clear();
  }

  async #faultsOf(name: string): Promise<RegisteredCluster['faults']> {
    return clusterNamed(await this.#registry.read(), name)?.faults ?? {};
  }

  async #opened(name: string): Promise<Opened> {
    const found = clusterNamed(await this.#registry.read(), name);
    if (!found)
      throw new Error(
        `The cluster "${name}" is not started: a page has closed it, or started another one at its prefix. Call startCluster again.`,
      );
    return this.#open.get(found.options);
  }
}
