import { type Dialect, kubernetesName } from '../../../api/dialect.ts';
import type { DaemonSet } from '../../../api/kinds/apps-v1.generated.ts';
import type { Affinity, Pod, PodTemplateSpec, Toleration } from '../../../api/kinds/core-v1.generated.ts';
import { parseInt64 } from '../../../api/values/int64.ts';
import { REVISION_LABEL } from '../history/controller-revisions.ts';

export const DAEMON_SET_KIND = { apiVersion: 'apps/v1', kind: 'DaemonSet' };

const GENERATION_ANNOTATION = 'deprecated.daemonset.template.generation';
const GENERATION_LABEL = 'pod-template-generation';
const NODE_NAME_FIELD = 'metadata.name';

/** Taints that daemon pods tolerate, because they must also run on impaired nodes. */
const TOLERATED = [
  [kubernetesName('node.kubernetes.io/not-ready'), 'NoExecute'],
  [kubernetesName('node.kubernetes.io/unreachable'), 'NoExecute'],
  [kubernetesName('node.kubernetes.io/disk-pressure'), 'NoSchedule'],
  [kubernetesName('node.kubernetes.io/memory-pressure'), 'NoSchedule'],
  [kubernetesName('node.kubernetes.io/pid-pressure'), 'NoSchedule'],
  [kubernetesName('node.kubernetes.io/unschedulable'), 'NoSchedule'],
] as const;
/** Pods in the host network also run on nodes without a network. */
const NETWORK_UNAVAILABLE = kubernetesName('node.kubernetes.io/network-unavailable');

/** Returns the tolerations of a set's pods: those of the template and the default ones of daemon pods. */
export function daemonTolerations({ spec }: PodTemplateSpec, { rename }: Dialect): Toleration[] {
  const added = TOLERATED.map(([key, effect]) => ({ key: rename(key), operator: 'Exists', effect }));
  if (spec?.hostNetwork) added.push({ key: rename(NETWORK_UNAVAILABLE), operator: 'Exists', effect: 'NoSchedule' });
  return added.reduce(withToleration, spec?.tolerations ?? []);
}

function withToleration(tolerations: Toleration[], added: Toleration): Toleration[] {
  const isSame = ({ key, operator, value = '', effect }: Toleration): boolean =>
    key === added.key && operator === added.operator && value === '' && effect === added.effect;
  return tolerations.some(isSame)
    ? tolerations.map((toleration) => (isSame(toleration) ? added : toleration))
    : [...tolerations, added];
}

/** Returns the template of a set's pods, with the labels of its revision. */
export function daemonTemplate(set: DaemonSet, hash: string, dialect: Dialect): PodTemplateSpec {
  const { metadata, spec } = set.spec?.template ?? {};
  const generation = templateGeneration(set);
  const labels = {
    ...metadata?.labels,
    ...(generation === undefined ? {} : { [GENERATION_LABEL]: generation }),
    [REVISION_LABEL]: hash,
  };
  const tolerations = daemonTolerations({ metadata, spec }, dialect);
  return { metadata: { ...metadata, labels }, spec: { ...spec, containers: spec?.containers ?? null, tolerations } };
}

/** Returns the template for a node, restricted so that the scheduler can choose only this node. */
export function onNode({ metadata, spec }: PodTemplateSpec, node: string): PodTemplateSpec {
  return {
    metadata,
    spec: { ...spec, containers: spec?.containers ?? null, affinity: nodeAffinity(spec?.affinity, node) },
  };
}

const nodeAffinity = (affinity: Affinity | undefined, node: string): Affinity => ({
  ...affinity,
  nodeAffinity: {
    ...affinity?.nodeAffinity,
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchFields: [{ key: NODE_NAME_FIELD, operator: 'In', values: [node] }] }],
    },
  },
});

/** Returns the node of a pod, or the node for which it was created. */
export function targetNode({ spec }: Pod): string | undefined {
  if (spec?.nodeName) return spec.nodeName;
  const terms = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const fields = terms.flatMap(({ matchFields }) => matchFields ?? []);
  return fields.find(({ key, operator }) => key === NODE_NAME_FIELD && operator === 'In')?.values?.[0];
}

const templateGeneration = ({ metadata }: DaemonSet): string | undefined =>
  parseInt64(metadata.annotations?.[GENERATION_ANNOTATION] ?? '')?.toString();

/** Reports whether a pod has the current template, by the hash of its revision or by the older generation. */
export function isUpdated({ metadata }: Pod, set: DaemonSet, hash: string): boolean {
  const generation = templateGeneration(set);
  const hasGeneration = generation !== undefined && metadata.labels?.[GENERATION_LABEL] === generation;
  return hasGeneration || (hash !== '' && metadata.labels?.[REVISION_LABEL] === hash);
}
