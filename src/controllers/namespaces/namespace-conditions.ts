import type { NamespaceCondition } from '../../api/kinds/core-v1.generated.ts';

/** The result of one attempt to empty a namespace. */
export interface NamespaceContent {
  /** The error of discovery, if it failed completely or for some groups. */
  readonly discoveryError: string | undefined;
  /** Errors that prevented the deletion of resources. */
  readonly deletionErrors: readonly string[];
  /** Number of remaining objects by resource and group (`pods.`, `deployments.apps`). */
  readonly remaining: ReadonlyMap<string, number>;
  /** Number of remaining objects by finalizer. */
  readonly finalizers: ReadonlyMap<string, number>;
}

type Problem = Pick<NamespaceCondition, 'reason' | 'message'>;

interface ConditionRule {
  readonly type: string;
  /** Reason and message without a problem. */
  readonly good: Problem;
  problem(content: NamespaceContent): Problem | undefined;
}

/** The conditions of a terminating namespace, in the real controller's order. */
const RULES: readonly ConditionRule[] = [
  {
    type: 'NamespaceDeletionDiscoveryFailure',
    good: { reason: 'ResourcesDiscovered', message: 'All resources successfully discovered' },
    problem: ({ discoveryError }) =>
      discoveryError === undefined ? undefined : { reason: 'DiscoveryFailed', message: discoveryError },
  },
  {
    type: 'NamespaceDeletionGroupVersionParsingFailure',
    good: { reason: 'ParsedGroupVersions', message: 'All legacy kube types successfully parsed' },
    // Discovery returns only versions that can be parsed.
    problem: () => undefined,
  },
  {
    type: 'NamespaceDeletionContentFailure',
    good: {
      reason: 'ContentDeleted',
      message: 'All content successfully deleted, may be waiting on finalization',
    },
    problem: ({ deletionErrors }) =>
      deletionErrors.length === 0
        ? undefined
        : {
            reason: 'ContentDeletionFailed',
            message: `Failed to delete all resource types, ${deletionErrors.length} remaining: ${deletionErrors.toSorted().join(', ')}`,
          },
  },
  {
    type: 'NamespaceContentRemaining',
    good: { reason: 'ContentRemoved', message: 'All content successfully removed' },
    problem: ({ remaining }) =>
      remaining.size === 0
        ? undefined
        : {
            reason: 'SomeResourcesRemain',
            message: `Some resources are remaining: ${counted(remaining, 'has')}`,
          },
  },
  {
    type: 'NamespaceFinalizersRemaining',
    good: { reason: 'ContentHasNoFinalizers', message: 'All content-preserving finalizers finished' },
    problem: ({ finalizers }) =>
      finalizers.size === 0
        ? undefined
        : {
            reason: 'SomeFinalizersRemain',
            message: `Some content in the namespace has finalizers remaining: ${counted(finalizers, 'in')}`,
          },
  },
];

const counted = (counts: ReadonlyMap<string, number>, word: string): string =>
  [...counts]
    .map(([name, count]) => `${name} ${word} ${count} resource instances`)
    .sort()
    .join(', ');

/** Returns the conditions after an attempt to empty a namespace; undefined when unchanged. `now` is a metav1.Time. */
export function namespaceConditions(
  live: readonly NamespaceCondition[],
  content: NamespaceContent,
  now: string,
): NamespaceCondition[] | undefined {
  const conditions = [...live];
  let isChanged = false;
  for (const { type, good, problem } of RULES) {
    const found = problem(content);
    const next = { type, status: found ? 'True' : 'False', ...(found ?? good) };
    const index = conditions.findIndex((condition) => condition.type === type);
    const old = conditions[index];
    if (old && old.status === next.status && old.reason === next.reason && old.message === next.message) continue;
    isChanged = true;
    const lastTransitionTime = old?.status === next.status ? old.lastTransitionTime : now;
    conditions[index < 0 ? conditions.length : index] = { ...next, lastTransitionTime };
  }
  return isChanged ? conditions : undefined;
}
