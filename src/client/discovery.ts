import { clusterDialect, kubernetesDialect } from '../api/dialect.ts';
import type { APIGroupList, APIResourceList, APIVersions } from '../api/kinds/meta-v1.generated.ts';
import { API_DISCOVERY_GROUP } from '../api/kubernetes-names.ts';
import { type ApiObject, apiVersionOf, type GroupResource, parseApiVersion } from '../api/object.ts';
import type { ApiClient } from './api-client.ts';

/** A resource that discovery lists. */
export interface DiscoveredResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  /** Names of subresources: `status`, `scale`. */
  readonly subresources: readonly string[];
  /** Whether this is the preferred version of its group. */
  readonly preferred: boolean;
}

/** What a server serves. */
export interface Discovery {
  /** Every resource in every served version, in the server's order. */
  readonly resources: readonly DiscoveredResource[];
  /** Paths of group versions that could not be read, because an aggregated server is down. */
  readonly failed: readonly string[];
}

interface GroupVersion {
  readonly group: string;
  readonly version: string;
  readonly preferred: boolean;
  /** Undefined when they could not be read. */
  readonly resources?: readonly DiscoveredResource[] | undefined;
}

/** What clients use of the document of all groups (apidiscovery v2beta1). */
interface AggregatedDocument {
  readonly kind: 'APIGroupDiscoveryList';
  readonly items?: readonly {
    /** Without a name in the core group. */
    readonly metadata?: { readonly name?: string };
    /** The preferred version first. */
    readonly versions?: readonly AggregatedVersion[];
  }[];
}

interface AggregatedVersion {
  readonly version: string;
  /** `Stale` when the server could not read the present resources from another server. */
  readonly freshness?: string;
  readonly resources?: readonly AggregatedResource[];
}

interface AggregatedResource {
  readonly resource: string;
  /** Without a kind when only its subresources are served. */
  readonly responseKind?: { readonly kind?: string };
  readonly scope?: string;
  readonly verbs?: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly subresources?: readonly { readonly subresource: string }[];
}

/**
 * Returns media types that prefer the document of all groups, whose name differs by dialect, to the list of groups. A
 * function, so that bundles without discovery exclude the dialects.
 */
const mediaTypes = (): string =>
  [kubernetesDialect, clusterDialect]
    .map((dialect) => `application/json;g=${dialect.rename(API_DISCOVERY_GROUP)};v=v2beta1;as=APIGroupDiscoveryList`)
    .concat('application/json')
    .join(',');

/**
 * Reads the resources that a server serves: in two requests, or in one for each group version when the server has no
 * document of all groups.
 * @param selects leaves out group versions, by their `apiVersion`
 * @throws ApiError when the groups cannot be read
 */
export async function discover(
  client: ApiClient,
  signal?: AbortSignal,
  selects: (apiVersion: string) => boolean = () => true,
): Promise<Discovery> {
  const read = async <T>(path: string, accept: string): Promise<T> =>
    (await client.request(path, { headers: { accept }, ...(signal ? { signal } : {}) })).json() as T;
  const aggregated = mediaTypes();
  const [core, groups] = await Promise.all([
    read<AggregatedDocument | APIVersions>('/api', aggregated).catch(() => undefined),
    read<AggregatedDocument | APIGroupList>('/apis', aggregated),
  ]);
  const resourcesAt = (groupVersion: GroupVersion): Promise<DiscoveredResource[] | undefined> =>
    read<APIResourceList>(pathOf(groupVersion), 'application/json').then(
      (list) => listedResources(groupVersion, list),
      () => undefined,
    );
  const versions = isAggregated(groups)
    ? [...(isAggregated(core) ? aggregatedVersions(core) : [CORE]), ...aggregatedVersions(groups)]
    : [CORE, ...listedVersions(groups)];
  const selected = versions.filter(({ group, version }) => selects(apiVersionOf(group, version)));
  const known = isAggregated(groups)
    ? selected
    : await Promise.all(selected.map(async (each) => ({ ...each, resources: await resourcesAt(each) })));
  return {
    resources: known.flatMap(({ resources = [] }) => resources),
    failed: known.filter(({ resources }) => !resources).map(pathOf),
  };
}

const CORE: GroupVersion = { group: '', version: 'v1', preferred: true };

const pathOf = ({ group, version }: GroupVersion): string => (group ? `/apis/${group}/${version}` : `/api/${version}`);

const isAggregated = (document: object | undefined): document is AggregatedDocument =>
  document !== undefined && 'kind' in document && document.kind === 'APIGroupDiscoveryList';

const aggregatedVersions = ({ items = [] }: AggregatedDocument): GroupVersion[] =>
  items.flatMap(({ metadata: { name: group = '' } = {}, versions = [] }) =>
    versions.map(({ version, freshness, resources = [] }, index) => {
      const groupVersion = { group, version, preferred: index === 0 };
      return freshness === 'Stale'
        ? groupVersion
        : { ...groupVersion, resources: resources.flatMap((resource) => aggregatedResource(groupVersion, resource)) };
    }),
  );

const aggregatedResource = (groupVersion: GroupVersion, entry: AggregatedResource): DiscoveredResource | [] =>
  entry.responseKind?.kind
    ? {
        ...groupVersion,
        resource: entry.resource,
        kind: entry.responseKind.kind,
        namespaced: entry.scope === 'Namespaced',
        verbs: entry.verbs ?? [],
        shortNames: entry.shortNames ?? [],
        categories: entry.categories ?? [],
        subresources: (entry.subresources ?? []).map(({ subresource }) => subresource),
      }
    : [];

const listedVersions = ({ groups }: APIGroupList): GroupVersion[] =>
  (groups ?? []).flatMap(({ name, versions, preferredVersion }) =>
    (versions ?? []).map(({ version }) => ({
      group: name,
      version,
      preferred: version === preferredVersion?.version,
    })),
  );

function listedResources(
  { group, version, preferred }: GroupVersion,
  { resources }: APIResourceList,
): DiscoveredResource[] {
  const all = resources ?? [];
  return all
    .filter(({ name }) => !name.includes('/'))
    .map(({ name, kind, namespaced, verbs, shortNames, categories }) => ({
      group,
      version,
      resource: name,
      kind,
      namespaced,
      preferred,
      verbs: verbs ?? [],
      shortNames: shortNames ?? [],
      categories: categories ?? [],
      subresources: all
        .filter((other) => other.name.startsWith(`${name}/`))
        .map((other) => other.name.slice(name.length + 1)),
    }));
}

/**
 * Finds a resource by its plural name, in its preferred version if possible: in the given group, or in the first group
 * that has it. Group names differ between dialects, so code that names only the resource works with both.
 */
export function findResource(discovery: Discovery, resource: string, group?: string): DiscoveredResource | undefined {
  const matches = discovery.resources.filter(
    (candidate) => candidate.resource === resource && (group === undefined || candidate.group === group),
  );
  return matches.find(({ preferred }) => preferred) ?? matches[0];
}

/** Finds the resource of a kind that an owner reference names. */
export const findKind = (discovery: Discovery, kind: string, group: string): DiscoveredResource | undefined => {
  const matches = discovery.resources.filter((candidate) => candidate.kind === kind && candidate.group === group);
  return matches.find(({ preferred }) => preferred) ?? matches[0];
};

/** Finds the resource that serves exactly this apiVersion and kind. */
export function findServedKind(
  { resources }: Discovery,
  { apiVersion, kind }: Pick<ApiObject, 'apiVersion' | 'kind'>,
): DiscoveredResource | undefined {
  const { group, version } = parseApiVersion(apiVersion);
  return resources.find((one) => one.group === group && one.version === version && one.kind === kind);
}

/** Returns each resource once, in its preferred version. */
export function preferredResources({ resources }: Discovery): DiscoveredResource[] {
  const chosen = new Map<string, DiscoveredResource>();
  for (const candidate of resources) {
    const key = groupResourceKey(candidate);
    if (candidate.preferred || !chosen.has(key)) chosen.set(key, candidate);
  }
  return [...chosen.values()];
}

export const groupResourceKey = ({ group, resource }: GroupResource): string => `${group}/${resource}`;
