import { API_REGISTRATION_GROUP } from '../../../api/kubernetes-names.ts';
import { type ApiPriority, builtInPriority, CUSTOM_PRIORITY } from '../../aggregation/local-priorities.ts';
import { compareVersions } from '../../catalog/compare-versions.ts';
import type { ServerContext } from '../../context/server-context.ts';

/** A group version in aggregated discovery. */
export interface DiscoveredVersion extends ApiPriority {
  readonly group: string;
  readonly version: string;
  /** The name of the APIService of an extension API server; undefined when this server serves the version. */
  readonly remote: string | undefined;
}

export interface DiscoveredGroup {
  readonly group: string;
  readonly versions: readonly DiscoveredVersion[];
}

/**
 * Returns the groups of aggregated discovery by falling priority, then by name. Includes groups that this server serves
 * without an APIService.
 */
export function discoveredGroups(server: ServerContext): DiscoveredGroup[] {
  const byName = new Map<string, DiscoveredVersion>();
  for (const { group, versions } of server.resources.groups)
    for (const version of versions) {
      const priority = localPriority(server, group, version);
      byName.set(`${version}.${group}`, { group, version, ...priority, remote: undefined });
    }
  for (const { name, group, version, groupPriorityMinimum, versionPriority } of server.apis.remote)
    byName.set(name, { group, version, groupPriorityMinimum, versionPriority, remote: name });
  const byGroup = new Map<string, DiscoveredVersion[]>();
  for (const one of byName.values()) byGroup.set(one.group, [...(byGroup.get(one.group) ?? []), one]);
  return [...byGroup]
    .map(([group, versions]) => ({ group, versions: versions.toSorted(byVersionPriority) }))
    .toSorted((a, b) => priorityOf(b) - priorityOf(a) || (a.group < b.group ? -1 : 1));
}

function localPriority({ resources, dialect }: ServerContext, group: string, version: string): ApiPriority {
  // The group of APIServices comes first, because it determines all others.
  if (group === dialect.rename(API_REGISTRATION_GROUP))
    return { groupPriorityMinimum: Number.POSITIVE_INFINITY, versionPriority: 1 };
  const isCustom = resources.ofVersion(group, version).every((resource) => resource.isCustom);
  return isCustom ? CUSTOM_PRIORITY : builtInPriority(dialect, group, version);
}

const priorityOf = ({ versions }: DiscoveredGroup): number =>
  Math.max(...versions.map(({ groupPriorityMinimum }) => groupPriorityMinimum));

const byVersionPriority = (a: DiscoveredVersion, b: DiscoveredVersion): number =>
  b.versionPriority - a.versionPriority || compareVersions(a.version, b.version);
