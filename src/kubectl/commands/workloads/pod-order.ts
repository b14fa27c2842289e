import type { AnyObject } from '../../command.ts';
import { items, string } from '../../describe/fields.ts';

/** Running pods come before those of unknown and of pending phase. */
const PHASES: Readonly<Record<string, number>> = { Running: 0, Unknown: 1, Pending: 2 };

/**
 * Returns a comparison that sorts the pods of a workload by how fit they are for a command, as kubectl does: those that
 * have a node, run, are ready, have been ready for longer, and are older come first.
 * @param restarts whether pods whose containers restarted more often come first, as for logs, or last
 */
export const podOrder =
  (restarts: 'most first' | 'fewest first') =>
  (a: AnyObject, b: AnyObject): number =>
    Number(nodeOf(a) === '') - Number(nodeOf(b) === '') ||
    phaseRank(a) - phaseRank(b) ||
    compareTimes(readySince(a), readySince(b)) ||
    (restartsOf(a) - restartsOf(b)) * (restarts === 'most first' ? -1 : 1) ||
    compareTimes(a.metadata.creationTimestamp, b.metadata.creationTimestamp);

const nodeOf = (pod: AnyObject): string => string(pod, 'spec', 'nodeName');

const phaseRank = (pod: AnyObject): number => PHASES[string(pod, 'status', 'phase')] ?? 0;

/** Returns undefined for a pod that is not ready. */
const readySince = (pod: AnyObject): string | undefined => {
  const ready = items(pod, 'status', 'conditions').find((each) => string(each, 'type') === 'Ready');
  return ready && string(ready, 'status') === 'True' ? string(ready, 'lastTransitionTime') : undefined;
};

const restartsOf = (pod: AnyObject): number =>
  Math.max(0, ...items(pod, 'status', 'containerStatuses').map(({ restartCount }) => Number(restartCount ?? 0)));

/** Compares times of the server; what has none comes last. */
function compareTimes(a: string | undefined, b: string | undefined): number {
  if (a === b) return 0;
  if (a === undefined || b === undefined) return a === undefined ? 1 : -1;
  return a < b ? -1 : 1;
}
