import {
  type DiscoveredResource,
  type Discovery,
  groupResourceKey,
  preferredResources,
} from '../../../client/discovery.ts';

/** A group of the navigation with the kinds in it. */
export interface NavigationGroup {
  readonly group: string;
  readonly title: string;
  readonly resources: readonly DiscoveredResource[];
}

/** The kind in the plural, with its capitals: `NetworkPolicies`. Where no rule of English fits the resource, the kind. */
export function pluralKind({ kind, resource }: Pick<DiscoveredResource, 'kind' | 'resource'>): string {
  const candidates = [`${kind}s`, `${kind}es`, kind.replace(/y$/, 'ies'), kind];
  return candidates.find((candidate) => candidate.toLowerCase() === resource) ?? kind;
}

/** The resources that can be listed, by group, in the order of the server; only those that `filter` names. */
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

/** The first step of a group's name, where it is enough to tell the group from the others. */
function groupTitle(group: string, all: readonly string[]): string {
  if (group === '') return 'core';
  const first = group.split('.')[0] ?? group;
  return all.filter((other) => other.split('.')[0] === first).length > 1 ? group : first;
}

/** The pinned resources that the server has, in the order they were pinned. */
export function favouriteResources(discovery: Discovery, favourites: readonly string[]): DiscoveredResource[] {
  const preferred = new Map(preferredResources(discovery).map((resource) => [groupResourceKey(resource), resource]));
  return favourites.flatMap((key) => preferred.get(key) ?? []);
}
