import type { Pod, PodAffinityTerm } from '../../api/kinds/core-v1.generated.ts';
import { type HostPort, hostPortsOf } from '../../api/scheduling/host-ports.ts';
import type { Labels } from '../../api/selectors/label-selector.ts';
import { objectKey } from '../../client/object-key.ts';
import { type AffinityTerm, affinityTermOf, type WeightedAffinityTerm, weightedTermOf } from './affinity-term.ts';
import { type PodNeeds, podNeeds } from './pod-needs.ts';

/** A pod and the values that the scheduler derives from it. */
export interface PodInfo {
  /** The latest known state. */
  pod: Pod;
  /** `namespace/name`. */
  readonly key: string;
  readonly uid: string;
  readonly priority: number;
  readonly needs: PodNeeds;
  readonly hostPorts: readonly HostPort[];
  readonly requiredAffinity: readonly AffinityTerm[];
  readonly requiredAntiAffinity: readonly AffinityTerm[];
  readonly preferredAffinity: readonly WeightedAffinityTerm[];
  readonly preferredAntiAffinity: readonly WeightedAffinityTerm[];
  readonly hasAffinity: boolean;
}

export function podInfoOf(pod: Pod): PodInfo {
  const { podAffinity, podAntiAffinity } = pod.spec?.affinity ?? {};
  const termsOf = (terms: readonly PodAffinityTerm[] = []) => terms.map((term) => affinityTermOf(pod, term));
  return {
    pod,
    key: objectKey(pod),
    uid: pod.metadata.uid ?? '',
    priority: pod.spec?.priority ?? 0,
    needs: podNeeds(pod),
    hostPorts: hostPortsOf(pod),
    requiredAffinity: termsOf(podAffinity?.requiredDuringSchedulingIgnoredDuringExecution),
    requiredAntiAffinity: termsOf(podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution),
    preferredAffinity: (podAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map((term) =>
      weightedTermOf(pod, term),
    ),
    preferredAntiAffinity: (podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map((term) =>
      weightedTermOf(pod, term),
    ),
    hasAffinity: podAffinity !== undefined || podAntiAffinity !== undefined,
  };
}

/** Replaces the pod of an info with a later state; returns false when a derived value may have changed. */
export function renew(info: PodInfo, pod: Pod): boolean {
  const { metadata, spec } = info.pod;
  const isSame =
    hasSamePairs(metadata.labels, pod.metadata.labels) &&
    metadata.deletionTimestamp === pod.metadata.deletionTimestamp &&
    (spec === pod.spec || isSpecSame(info, pod));
  if (isSame) info.pod = pod;
  return isSame;
}

const isSpecSame = (info: PodInfo, pod: Pod): boolean =>
  !info.hasAffinity &&
  info.pod.spec?.affinity === pod.spec?.affinity &&
  info.pod.spec?.priority === pod.spec?.priority &&
  needsTheSame(info, pod);

function needsTheSame({ pod: { spec }, needs, hostPorts }: PodInfo, pod: Pod): boolean {
  // Successive states share their unchanged parts, except for the first state with a node.
  const isShared =
    spec?.containers === pod.spec?.containers &&
    spec?.initContainers === pod.spec?.initContainers &&
    spec?.overhead === pod.spec?.overhead;
  return isShared || (podNeeds(pod) === needs && hostPorts.length === 0 && hostPortsOf(pod).length === 0);
}

function hasSamePairs(a: Labels = {}, b: Labels = {}): boolean {
  if (a === b) return true;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && a[key] === b[key]);
}
