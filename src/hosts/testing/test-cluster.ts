import type {
  ClusterUser,
  ForkableCluster,
  KubernetesObject,
  Persona,
  Seed,
  Snapshot,
} from '../../embedding/cluster.ts';
import { noteWrapper } from '../../embedding/wrapped-clusters.ts';
import { type PageRoute, type RoutedPage, routePage } from './page/route-page.ts';

/** A cluster for tests. */
export class TestCluster implements ForkableCluster {
  readonly #cluster: ForkableCluster;
  readonly #start: Snapshot;

  /** @param start what a reset returns to: the seed, and what controllers have made of it */
  constructor(cluster: ForkableCluster, start: Snapshot) {
    this.#cluster = cluster;
    this.#start = start;
    noteWrapper(this, cluster);
  }

  get name(): string {
    return this.#cluster.name;
  }
  get seeded(): ForkableCluster['seeded'] {
    return this.#cluster.seeded;
  }
  get client(): ForkableCluster['client'] {
    return this.#cluster.client;
  }
  get fetch(): ForkableCluster['fetch'] {
    return this.#cluster.fetch;
  }
  get clock(): ForkableCluster['clock'] {
    return this.#cluster.clock;
  }
  get faults(): ForkableCluster['faults'] {
    return this.#cluster.faults;
  }
  as(user: string | ClusterUser): Persona {
    return this.#cluster.as(user);
  }
  load(seed: Seed): Promise<readonly KubernetesObject[]> {
    return this.#cluster.load(seed);
  }
  export(options?: { readonly namespaces?: readonly string[] }): Promise<string> {
    return this.#cluster.export(options);
  }
  reset(): Promise<void> {
    return this.#cluster.restore(this.#start);
  }
  snapshot(): Promise<Snapshot> {
    return this.#cluster.snapshot();
  }
  restore(snapshot: Snapshot): Promise<void> {
    return this.#cluster.restore(snapshot);
  }
  close(): Promise<void> {
    return this.#cluster.close();
  }
  destroy(): Promise<void> {
    return this.#cluster.destroy();
  }

  /** Creates a separate cluster for a test, in a few milliseconds. */
  async fork(): Promise<TestCluster> {
    return new TestCluster(await this.#cluster.fork(), this.#start);
  }

  /**
   * Answers the requests of a Playwright page for the API, its watches included. Call it before the page is opened.
   * Watches that the page opens otherwise than by `fetch` get the events of their first second.
   */
  route(page: RoutedPage, route: PageRoute = {}): Promise<void> {
    return routePage(page, this, route);
  }
}
