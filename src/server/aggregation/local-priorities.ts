import type { Dialect } from '../../api/dialect.ts';
import priorities from '../../schema/data/group-priorities.json' with { type: 'json' };

/** The place of a group version in discovery. */
export interface ApiPriority {
  readonly groupPriorityMinimum: number;
  readonly versionPriority: number;
}

/** The priority of custom resource groups, whose versions are ordered by name. */
export const CUSTOM_PRIORITY: ApiPriority = { groupPriorityMinimum: 1000, versionPriority: 100 };

/** The priority of built-in groups that Kubernetes does not have: after all Kubernetes groups. */
const OWN_GROUP_PRIORITY = 15_800;
const OTHER_VERSION_PRIORITY = 9;

interface GroupPriority {
  readonly group: number;
  readonly versions: Readonly<Record<string, number>>;
}

const PRIORITIES: Readonly<Record<string, GroupPriority>> = priorities;

/** Returns the priorities with which the real server registers a built-in group version. */
export function builtInPriority(dialect: Dialect, group: string, version: string): ApiPriority {
  const { group: groupPriorityMinimum = OWN_GROUP_PRIORITY, versions = {} } =
    dialect.renameAll(PRIORITIES)[group] ?? {};
  return { groupPriorityMinimum, versionPriority: versions[version] ?? OTHER_VERSION_PRIORITY };
}
