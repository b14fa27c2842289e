import { type Dialect, kubernetesName } from '../../../api/dialect.ts';
import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import { isActive, isReady, readySince } from './pod-state.ts';

const DELETION_COST = kubernetesName('controller.kubernetes.io/pod-deletion-cost');
const PHASES: readonly (string | undefined)[] = ['Pending', 'Unknown', 'Running'];

/** A rule for the order of two pods: negative if `a` comes first, zero if the next rule decides. */
type Rule = (a: Pod, b: Pod) => number;

/**
 * Returns pods in the order in which a controller with too many deletes them: the least useful and least costly ones
 * first. `related` are the pods of all controllers that do the same work; pods on nodes that run many of them come
 * first.
 */
export function deletionOrder(
  pods: readonly Pod[],
  related: readonly Pod[],
  { dialect, now }: { readonly dialect: Dialect; readonly now: number },
): Pod[] {
  const costName = dialect.rename(DELETION_COST);
  const neighbours = countByNode(related.filter(isActive));
  const rules: readonly Rule[] = [
    ascending((pod) => Number(isAssigned(pod))),
    ascending(({ status }) => PHASES.indexOf(status?.phase)),
    ascending((pod) => Number(isReady(pod))),
    ascending((pod) => deletionCost(pod, costName)),
    ascending((pod) => -(neighbours.get(nodeOf(pod)) ?? 0)),
    youngestFirst(
      (pod) => readySince(pod) ?? 0,
      now,
      (pod) => isReady(pod),
    ),
    ascending((pod) => -restarts(pod)),
    youngestFirst(
      ({ metadata }) => Date.parse(metadata.creationTimestamp ?? '') || 0,
      now,
      () => true,
    ),
  ];
  return pods.toSorted((a, b) => {
    for (const rule of rules) {
      const order = rule(a, b);
      if (order !== 0) return order;
    }
    return 0;
  });
}

const ascending =
  (measure: (pod: Pod) => number): Rule =>
  (a, b) =>
    measure(a) - measure(b);

const nodeOf = ({ spec }: Pod): string => spec?.nodeName ?? '';
const isAssigned = (pod: Pod): boolean => nodeOf(pod) !== '';

function countByNode(pods: readonly Pod[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const pod of pods) counts.set(nodeOf(pod), (counts.get(nodeOf(pod)) ?? 0) + 1);
  return counts;
}

/** Parses an int32; other text counts as zero. */
function deletionCost({ metadata }: Pod, name: string): number {
  const text = metadata.annotations?.[name] ?? '';
  const cost = /^(0|-?[1-9][0-9]*)$/.test(text) ? Number(text) : 0;
  return cost >= -(2 ** 31) && cost < 2 ** 31 ? cost : 0;
}

const restarts = ({ status }: Pod): number =>
  Math.max(0, ...(status?.containerStatuses ?? []).map(({ restartCount }) => restartCount ?? 0));

/**
 * Orders pods by the binary logarithm of their age, and pods of similar age by UID: among these the choice is random,
 * because newer pods are not always the better choice. Pods without the time come first.
 */
function youngestFirst(timeOf: (pod: Pod) => number, now: number, applies: (pod: Pod) => boolean): Rule {
  return (a, b) => {
    if (!applies(a) || !applies(b)) return 0;
    const [first, second] = [timeOf(a), timeOf(b)];
    if (first === second) return 0;
    if (first === 0 || second === 0) return first - second;
    const order = magnitude(now - first) - magnitude(now - second);
    if (order !== 0) return order;
    return (a.metadata.uid ?? '') < (b.metadata.uid ?? '') ? -1 : 1;
  };
}

/** Durations are in nanoseconds, as in Go. */
const magnitude = (milliseconds: number): number => (milliseconds > 0 ? Math.trunc(Math.log2(milliseconds * 1e6)) : -1);
