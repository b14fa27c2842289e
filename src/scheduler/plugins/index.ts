import type { FilterPlugin, ScorePlugin } from '../framework/plugin.ts';
import { interPodAffinity } from './inter-pod-affinity/inter-pod-affinity.ts';
import { interPodAffinityScore } from './inter-pod-affinity/inter-pod-affinity-score.ts';
import { imageLocality } from './nodes/image-locality.ts';
import { nodeAffinity, nodeAffinityScore } from './nodes/node-affinity.ts';
import { nodeName } from './nodes/node-name.ts';
import { nodePorts } from './nodes/node-ports.ts';
import { nodeUnschedulable } from './nodes/node-unschedulable.ts';
import { taintToleration, taintTolerationScore } from './nodes/taint-toleration.ts';
import { nodeResourcesFit, nodeResourcesScore } from './resources/node-resources-fit.ts';
import { podTopologySpread } from './topology-spread/pod-topology-spread.ts';
import { podTopologySpreadScore } from './topology-spread/pod-topology-spread-score.ts';
import { nodeVolumeLimits } from './volumes/node-volume-limits.ts';
import { volumeBinding } from './volumes/volume-binding.ts';
import { volumeRestrictions } from './volumes/volume-restrictions.ts';
import { volumeZone } from './volumes/volume-zone.ts';

/** The filters in order: the first that rejects a node gives the reason. */
export const FILTERS: readonly FilterPlugin[] = [
  nodeUnschedulable,
  nodeName,
  taintToleration,
  nodeAffinity,
  nodePorts,
  nodeResourcesFit,
  volumeRestrictions,
  nodeVolumeLimits,
  volumeBinding,
  volumeZone,
  podTopologySpread,
  interPodAffinity,
];

export const SCORES: readonly ScorePlugin[] = [
  taintTolerationScore,
  nodeAffinityScore,
  nodeResourcesScore,
  podTopologySpreadScore,
  interPodAffinityScore,
  imageLocality,
];
