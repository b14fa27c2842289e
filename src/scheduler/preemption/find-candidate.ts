import type { Random } from '../../api/environment.ts';
import type { PodDisruptionBudget } from '../../api/kinds/policy-v1.generated.ts';
import type { ClusterCache } from '../cluster/cluster-cache.ts';
import type { NodeInfo } from '../cluster/node-info.ts';
import type { PodInfo } from '../cluster/pod-info.ts';
import { randomIndex } from '../framework/choose-node.ts';
import { type Diagnosis, fitErrorText } from '../framework/fit-error.ts';
import { finalRejection, type Rejection } from '../framework/plugin.ts';
import type { PodFilters } from '../framework/pod-filters.ts';
import { pickCandidate } from './pick-candidate.ts';
import { type Candidate, selectVictims } from './select-victims.ts';

const NOT_HELPFUL = finalRejection('Preemption is not helpful for scheduling');

/** Minimum number of candidates to find before the best is chosen, or a tenth of the nodes if that is more. */
const FEWEST_CANDIDATES = 100;

/** The reason of a DisruptionTarget condition that the scheduler sets. */
export const PREEMPTION_REASON = 'PreemptionByScheduler';

export interface PreemptionInput {
  readonly info: PodInfo;
  readonly diagnosis: Diagnosis;
  readonly filters: PodFilters | undefined;
  readonly cache: ClusterCache;
  readonly budgets: readonly PodDisruptionBudget[];
  readonly random: Random;
  readonly now: number;
}

export interface NoCandidate {
  readonly problem: string;
  /** Whether the pod can no longer have a nominated node. */
  readonly isNominationLost: boolean;
}

/** Finds the node on which a pod should preempt others, or returns why there is none. */
export function findCandidate(input: PreemptionInput): Candidate | NoCandidate {
  const ineligible = ineligibility(input);
  if (ineligible) return { problem: `preemption: ${ineligible}`, isNominationLost: false };
  const { diagnosis, cache, filters, random, now } = input;
  const rejections = new Map<string, Rejection>();
  const potential = cache.nodes.filter((node) => {
    const canHelp = diagnosis.rejections.get(node.name)?.canPreemptionHelp ?? true;
    if (!canHelp) rejections.set(node.name, NOT_HELPFUL);
    return canHelp;
  });
  const offset = randomIndex(random, potential.length);
  const candidates = filters ? dryRun(input, filters, potential, offset, rejections) : [];
  const best = pickCandidate(candidates, now);
  const problem = `preemption: ${fitErrorText(rejections.size, { rejections })}`;
  return best ?? { problem, isNominationLost: true };
}

function dryRun(
  { info, budgets, now }: PreemptionInput,
  filters: PodFilters,
  nodes: readonly NodeInfo[],
  offset: number,
  rejections: Map<string, Rejection>,
): Candidate[] {
  const wanted = Math.max(Math.floor(nodes.length / 10), FEWEST_CANDIDATES);
  const candidates: Candidate[] = [];
  for (let index = 0; index < nodes.length && candidates.length < wanted; index++) {
    const node = nodes[(offset + index) % nodes.length];
    if (!node) break;
    const result = selectVictims(info, node, filters, budgets, now);
    if ('reasons' in result) rejections.set(node.name, result);
    else candidates.push(result);
  }
  return candidates;
}

/** Returns why a pod may not preempt others. */
function ineligibility({ info, diagnosis, cache }: PreemptionInput): string | undefined {
  if (info.pod.spec?.preemptionPolicy === 'Never') return 'not eligible due to preemptionPolicy=Never.';
  const nodeName = info.pod.status?.nominatedNodeName;
  if (!nodeName || diagnosis.rejections.get(nodeName)?.canPreemptionHelp === false) return undefined;
  const leaving = [...(cache.node(nodeName)?.pods.values() ?? [])].some(
    (other) => other.priority < info.priority && isBeingPreempted(other),
  );
  return leaving ? 'not eligible due to a terminating pod on the nominated node.' : undefined;
}

const isBeingPreempted = ({ pod }: PodInfo): boolean =>
  pod.metadata.deletionTimestamp !== undefined &&
  (pod.status?.conditions ?? []).some(
    ({ type, status, reason }) => type === 'DisruptionTarget' && status === 'True' && reason === PREEMPTION_REASON,
  );
