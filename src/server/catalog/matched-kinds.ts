import type { RuleWithOperations } from '../../api/kinds/admissionregistration-v1.generated.ts';
import type { GroupVersionKind } from '../../api/object.ts';
import type { ServedResource } from './served-resource.ts';

/** Maximum number of kinds that one rule adds. Rules after one that reaches the limit are ignored. */
const MAXIMUM_KINDS = 10;

type NamedResources = Pick<RuleWithOperations, 'apiGroups' | 'apiVersions' | 'resources'>;

/** Returns the kinds that the rules of admission name without wildcards, ordered by group, version and kind. */
export function matchedKinds(
  rules: readonly NamedResources[],
  resources: readonly ServedResource[],
): GroupVersionKind[] {
  const found = new Map<string, GroupVersionKind>();
  for (const rule of rules) {
    const kinds = kindsOfRule(rule, resources).slice(0, MAXIMUM_KINDS);
    for (const { group, version, kind } of kinds) found.set(`${group}/${version}/${kind}`, { group, version, kind });
    if (kinds.length === MAXIMUM_KINDS) break;
  }
  return [...found.values()].sort(
    (left, right) =>
      compare(left.group, right.group) || compare(left.version, right.version) || compare(left.kind, right.kind),
  );
}

/** Rules with `*` among their groups or versions name no kinds. Subresources add no kinds. */
function kindsOfRule(
  { apiGroups = [], apiVersions = [], resources = [] }: NamedResources,
  served: readonly ServedResource[],
) {
  if ([...apiGroups, ...apiVersions].some((name) => name.includes('*'))) return [];
  const names = resources.filter((name) => !/[*/]/.test(name)).sort();
  return [...apiGroups].sort().flatMap((group) =>
    [...apiVersions].sort().flatMap((version) =>
      names.flatMap((name) =>
        served.filter(
          (resource) =>
            // An empty group matches any group: `events` in v1 means the events of both groups.
            (group === '' || resource.group === group) &&
            resource.version === version &&
            [resource.resource, resource.singular].includes(name.toLowerCase()),
        ),
      ),
    ),
  );
}

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
