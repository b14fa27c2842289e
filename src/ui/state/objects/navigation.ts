import {
  type DiscoveredResource,
  type Discovery,
  groupResourceKey,
  preferredResources,
} from '../../../client/discovery.ts';

/** An API group in the navigation with its resources. */
export interface NavigationGroup {
  readonly group: string;
  readonly title: string;
  readonly resources: readonly DiscoveredResource[];
}

/**
 * Returns the plural of a kind in its own case: `NetworkPolicies`. Falls back to the kind when no English rule yields
 * the resource name.
 */
export function pluralKind({ kind, resource }: Pick<DiscoveredResource, 'kind' | 'resource'>): string {
  const candidates = [`${kind}s`, `${kind}es`, kind.replace(/y$/, 'ies'), kind];
  return candidates.find((candidate) => candidate.toLowerCase() === resource) ?? kind;
}

/** Returns the listable resources that match `filter`, by group in the server's order. */
export function navigationGroups(discovery: Discovery, filter: string): NavigationGroup[] {
  const wanted = filter.trim().toLowerCase();
  const byGroup = new Map<string, DiscoveredResource[]>();
  for (const resource of preferredResources(discovery)) {
    if (!resource.verbs.includes('list') || !matches(resource, wanted)) continue;
    byGroup.set(resource.group, [...(byGroup.get(resource.group) ?? []), resource]);
  }
  const groups = [...byGroup.keys()];
  return groups.map((group) => ({
    group,
    title: groupTitle(group, groups),
    resources: (byGroup.get(group) ?? []).toSorted((a, b) => a.kind.localeCompare(b.kind)),
  }));
}

const matches = ({ kind, resource, shortNames, group }: DiscoveredResource, wanted: string): boolean =>
  [kind.toLowerCase(), resource, group, ...shortNames].some((name) => name.includes(wanted));

/** Returns the first label of a group's name when it is unambiguous, otherwise the whole name. */
function groupTitle(group: string, all: readonly string[]): string {
  if (group === '') return 'core';
  const first = group.split('.')[0] ?? group;
  return all.filter((other) => other.split('.')[0] === first).length > 1 ? group : first;
}

/** Returns the pinned resources that the server has, in pinning order. */
export function favouriteResources(discovery: Discovery, favourites: readonly string[]): DiscoveredResource[] {
  const preferred = new Map(preferredResources(discovery).map((resource) => [groupResourceKey(resource), resource]));
  return favourites.flatMap((key) => preferred.get(key) ?? []);
}
