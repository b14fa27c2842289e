import type { APIGroupList, APIResourceList } from '../api/kinds/meta-v1.generated.ts';
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
}

/**
 * Reads the resources that a server serves.
 * @param selects leaves out group versions, by their `apiVersion`
 * @throws ApiError when the list of groups cannot be read
 */
export async function discover(
  client: ApiClient,
  signal?: AbortSignal,
  selects: (apiVersion: string) => boolean = () => true,
): Promise<Discovery> {
  const init = signal ? { signal } : {};
  const groups = (await (await client.request('/apis', init)).json()) as APIGroupList;
  const versions: GroupVersion[] = [
    { group: '', version: 'v1', preferred: true },
    ...(groups.groups ?? []).flatMap(({ name, versions, preferredVersion }) =>
      (versions ?? []).map(({ version }) => ({
        group: name,
        version,
        preferred: version === preferredVersion?.version,
      })),
    ),
  ];
  const failed: string[] = [];
  const selected = versions.filter(({ group, version }) => selects(apiVersionOf(group, version)));
  const lists = await Promise.all(
    selected.map(async (groupVersion) => {
      const path = groupVersion.group
        ? `/apis/${groupVersion.group}/${groupVersion.version}`
        : `/api/${groupVersion.version}`;
      try {
        return resourcesOf(groupVersion, (await (await client.request(path, init)).json()) as APIResourceList);
      } catch {
        failed.push(path);
        return [];
      }
    }),
  );
  return { resources: lists.flat(), failed };
}

function resourcesOf(
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
