import type {
  Pod,
  PodAffinityTerm,
  ResourceQuotaSpec,
  ScopedResourceSelectorRequirement,
} from '../kinds/core-v1.generated.ts';

/** Returns the scopes of a quota, each as a requirement. */
export const scopesOf = (spec: ResourceQuotaSpec | undefined): readonly ScopedResourceSelectorRequirement[] => [
  ...(spec?.scopes ?? []).map((scopeName) => ({ scopeName, operator: 'Exists' })),
  ...(spec?.scopeSelector?.matchExpressions ?? []),
];

/** Reports whether a quota applies to an object. With scopes, it only applies to pods that match all of them. */
export function matchesScopes(spec: ResourceQuotaSpec | undefined, pod: Pod | undefined): boolean {
  return scopesOf(spec).every((requirement) => pod !== undefined && matchesScope(requirement, pod));
}

export function matchesScope(
  { scopeName, operator, values = [] }: ScopedResourceSelectorRequirement,
  pod: Pod,
): boolean {
  const { activeDeadlineSeconds, priorityClassName = '' } = pod.spec ?? {};
  const isTerminating = activeDeadlineSeconds != null && activeDeadlineSeconds >= 0;
  if (scopeName === 'Terminating') return isTerminating;
  if (scopeName === 'NotTerminating') return !isTerminating;
  if (scopeName === 'BestEffort') return isBestEffort(pod);
  if (scopeName === 'NotBestEffort') return !isBestEffort(pod);
  if (scopeName === 'CrossNamespacePodAffinity') return crossesNamespaces(pod);
  if (scopeName !== 'PriorityClass') return false;
  if (operator === 'Exists') return priorityClassName !== '';
  if (operator === 'DoesNotExist') return priorityClassName === '';
  return values.includes(priorityClassName) === (operator === 'In');
}

/** Reports whether no container requests or limits cpu or memory. */
const isBestEffort = ({ spec }: Pod): boolean =>
  [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])].every(({ resources }) =>
    [resources?.requests, resources?.limits].every((list) =>
      ['cpu', 'memory'].every((name) => ['0', undefined].includes(list?.[name]?.toString())),
    ),
  );

function crossesNamespaces({ spec }: Pod): boolean {
  const { podAffinity, podAntiAffinity } = spec?.affinity ?? {};
  return [podAffinity, podAntiAffinity].some((affinity) =>
    [
      ...(affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
      ...(affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map((term) => term.podAffinityTerm),
    ].some((term: PodAffinityTerm) => term.namespaces?.length || term.namespaceSelector),
  );
}
