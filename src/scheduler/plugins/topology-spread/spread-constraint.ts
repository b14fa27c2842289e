import type { Pod, TopologySpreadConstraint } from '../../../api/kinds/core-v1.generated.ts';
import { matchesNodeAffinity } from '../../../api/scheduling/node-affinity.ts';
import { firstUntoleratedTaint } from '../../../api/scheduling/tolerations.ts';
import { type LabelSelector, labelSelectorFromObject } from '../../../api/selectors/label-selector.ts';
import type { ClusterCache } from '../../cluster/cluster-cache.ts';
import type { CountsByNode } from '../../cluster/matching-pods.ts';
import type { NodeInfo } from '../../cluster/node-info.ts';

/** A topology spread constraint, with its selector parsed and its defaults set. */
export interface SpreadConstraint {
  readonly maxSkew: number;
  readonly topologyKey: string;
  readonly selector: LabelSelector;
  readonly minDomains: number;
  readonly honorsAffinity: boolean;
  readonly honorsTaints: boolean;
}

/** Returns the constraints of a pod that a node must satisfy (`DoNotSchedule`) or should (`ScheduleAnyway`). */
export const spreadConstraintsOf = (pod: Pod, whenUnsatisfiable: string): SpreadConstraint[] =>
  (pod.spec?.topologySpreadConstraints ?? [])
    .filter((constraint) => constraint.whenUnsatisfiable === whenUnsatisfiable)
    .map((constraint) => ({
      maxSkew: constraint.maxSkew,
      topologyKey: constraint.topologyKey,
      selector: selectorOf(pod, constraint),
      minDomains: constraint.minDomains ?? 1,
      honorsAffinity: constraint.nodeAffinityPolicy !== 'Ignore',
      honorsTaints: constraint.nodeTaintsPolicy === 'Honor',
    }));

/** `matchLabelKeys` adds the pod's values of these labels. */
function selectorOf({ metadata }: Pod, { labelSelector, matchLabelKeys = [] }: TopologySpreadConstraint) {
  const { labels = {} } = metadata;
  const own = matchLabelKeys.flatMap((key) => {
    const value = labels[key];
    return value === undefined ? [] : [{ key, operator: 'In', values: [value] }];
  });
  if (own.length === 0) return labelSelectorFromObject(labelSelector);
  return labelSelectorFromObject({
    ...labelSelector,
    matchExpressions: [...(labelSelector?.matchExpressions ?? []), ...own],
  });
}

const NO_PODS: CountsByNode = new Map();

/** Returns the number of pods that are spread together with a pod, by node. A selector of everything counts none. */
export const spreadCounts = (cache: ClusterCache, { metadata }: Pod, { selector }: SpreadConstraint): CountsByNode =>
  selector.isEmpty ? NO_PODS : cache.countMatching(metadata.namespace ?? '', selector);

/** Reports whether the pods of a node count for a constraint of a pod. */
export function isNodeIncluded({ honorsAffinity, honorsTaints }: SpreadConstraint, pod: Pod, info: NodeInfo): boolean {
  if (honorsAffinity && !(info.node && matchesNodeAffinity(pod, info.node))) return false;
  return !honorsTaints || firstUntoleratedTaint(info.taints, pod.spec?.tolerations) === undefined;
}

/** Reports whether a node has the topology keys of all constraints. */
export const hasAllKeys = ({ labels }: NodeInfo, constraints: readonly SpreadConstraint[]): boolean =>
  constraints.every(({ topologyKey }) => labels[topologyKey] !== undefined);
