import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import { isReady, readySince } from '../../workloads/pods/pod-state.ts';

const PHASES: readonly (string | undefined)[] = ['Pending', 'Unknown', 'Running'];

/**
 * Compares the active pods of a Job by which one to remove first: without a node, not running, not ready, ready for a
 * shorter time, restarted more often, newer.
 */
export const compareForRemoval = (a: Pod, b: Pod): number =>
  Number(isAssigned(a)) - Number(isAssigned(b)) ||
  phaseRank(a) - phaseRank(b) ||
  Number(isReady(a)) - Number(isReady(b)) ||
  (isReady(a) ? newerFirst(readySince(a), readySince(b)) : 0) ||
  restarts(b) - restarts(a) ||
  newerFirst(createdAt(a), createdAt(b));

const isAssigned = ({ spec }: Pod): boolean => Boolean(spec?.nodeName);

const phaseRank = ({ status }: Pod): number => PHASES.indexOf(status?.phase);

const restarts = ({ status }: Pod): number =>
  Math.max(0, ...(status?.containerStatuses ?? []).map(({ restartCount }) => restartCount));

const createdAt = ({ metadata }: Pod): number => Date.parse(metadata.creationTimestamp ?? '');

/** Treats an unknown time as the newest. */
const newerFirst = (a: number | undefined, b: number | undefined): number =>
  a === b ? 0 : (b ?? Number.POSITIVE_INFINITY) - (a ?? Number.POSITIVE_INFINITY);
