import type { Fault } from '../../../embedding/cluster.ts';
import { isClusterPath } from '../../cluster-paths.ts';
import { type RegistryOptions, StoredRegistry } from '../stored-registry.ts';
import type { EmbeddedOptions } from './embedded-options.ts';

/** A cluster that a page has started. */
export interface RegisteredCluster {
  readonly options: EmbeddedOptions;
  /** Whether requests below the prefix belong to the cluster. Its data stay when it is no longer served. */
  readonly isServed: boolean;
  /** Faults by id. They outlast the worker, which the browser stops when it is idle. */
  readonly faults: Readonly<Record<string, Fault>>;
  /** Ids of the last pages that expect this cluster at its prefix. */
  readonly pages: readonly string[];
}

/** The clusters of a worker. */
export interface RegistryState {
  readonly clusters: readonly RegisteredCluster[];
}

/** Maximum number of page ids that are kept for a cluster. Few pages of an application are open at a time. */
const MOST_PAGES = 100;

export const EMPTY_REGISTRY: RegistryState = { clusters: [] };

/** The stored clusters of an embedded worker, which alone accesses them. */
export type EmbeddedRegistry = StoredRegistry<RegistryState>;

/** @param folder the path of the worker's scope, which separates two applications of an origin */
export const openEmbeddedRegistry = (folder: string, options?: RegistryOptions): EmbeddedRegistry =>
  new StoredRegistry(`tabplane embedded ${folder}`, async () => EMPTY_REGISTRY, options);

/**
 * Returns the registry after a page has started a cluster, which begins without faults. A cluster of another name at the
 * same prefix is no longer served. @param page the id of the page; empty when it is unknown. @throws Error when the cluster's data are in another dialect
 */
export function started({ clusters }: RegistryState, options: EmbeddedOptions, page = ''): RegistryState {
  const existing = clusters.find(({ options: { name } }) => name === options.name);
  const { dialect: stored = 'kubernetes' } = existing?.options ?? options;
  const { dialect = 'kubernetes' } = options;
  if (stored !== dialect)
    throw new Error(
      `The data of the cluster "${options.name}" have the names of the dialect "${stored}". Start a cluster of another name with the dialect "${dialect}".`,
    );
  const others = clusters
    .filter((other) => other !== existing)
    .map((other) => (other.options.prefix === options.prefix ? { ...other, isServed: false } : other))
    .map((other) => (other.isServed ? other : { ...other, pages: pagesOf(other).filter((id) => id !== page) }));
  const pages = [...pagesOf(existing).filter((id) => id !== page), ...(page ? [page] : [])].slice(-MOST_PAGES);
  return { clusters: [...others, { options, isServed: true, faults: {}, pages }] };
}

/** Registries of earlier versions have no pages. */
const pagesOf = (cluster: Partial<RegisteredCluster> | undefined): readonly string[] => cluster?.pages ?? [];

/**
 * Returns the name of the cluster that a page expects at a route, when another page has since started the cluster that
 * is served there. Undefined when the page may expect the served cluster.
 */
export function expectedElsewhere({ clusters }: RegistryState, { cluster }: Route, page: string): string | undefined {
  if (pagesOf(cluster).includes(page)) return undefined;
  const expected = clusters.find(
    (other) => other.options.prefix === cluster.options.prefix && pagesOf(other).includes(page),
  );
  return expected?.options.name;
}

/** Returns the registry after a change of one cluster. */
export const changed = (
  { clusters }: RegistryState,
  name: string,
  change: (cluster: RegisteredCluster) => Partial<Omit<RegisteredCluster, 'options'>>,
): RegistryState => ({
  clusters: clusters.map((cluster) => (cluster.options.name === name ? { ...cluster, ...change(cluster) } : cluster)),
});

/** Returns the registry after a fault has happened. One that will not happen again is removed. */
export const afterFault = (state: RegistryState, name: string, id: string, left: number): RegistryState =>
  changed(state, name, ({ faults: { [id]: happened, ...others } }) => ({
    faults: happened && left > 0 ? { ...others, [id]: { ...happened, times: left } } : others,
  }));

/** Finds a served cluster by its name. */
export const clusterNamed = ({ clusters }: RegistryState, name: string): RegisteredCluster | undefined =>
  clusters.find(({ isServed, options }) => isServed && options.name === name);

/**
 * Paths of the API that a user opens as a page. Other paths, such as /metrics, are more likely views of the
 * application.
 */
const OPENED_AS_PAGE = /^\/(api|apis|openapi)(\/|$)/;

/** The cluster for a request, and the path that its server receives. */
export interface Route {
  readonly cluster: RegisteredCluster;
  readonly path: string;
}

/** Finds the cluster that answers a request. The longest prefix wins. */
export function clusterAt({ clusters }: RegistryState, pathname: string, isNavigation = false): Route | undefined {
  const [found] = clusters
    .filter(({ isServed, options: { prefix } }) => isServed && pathname.startsWith(`${prefix}/`))
    .map((cluster) => ({ cluster, path: pathname.slice(cluster.options.prefix.length) }))
    .filter(({ path }) => (isNavigation ? OPENED_AS_PAGE.test(path) : isClusterPath(path)))
    .sort((one, other) => one.path.length - other.path.length);
  return found;
}

/** Reports whether the worker stores the files of its pages. */
export const keepsPages = ({ clusters }: RegistryState): boolean =>
  clusters.some(({ isServed, options }) => isServed && options.offline);
