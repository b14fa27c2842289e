import { type Dialect, kubernetesName } from '../../../api/dialect.ts';
import type { StatefulSet } from '../../../api/kinds/apps-v1.generated.ts';
import type { PersistentVolumeClaim, Pod, PodTemplateSpec, Volume } from '../../../api/kinds/core-v1.generated.ts';
import { REVISION_LABEL } from '../history/controller-revisions.ts';
import { controllerReference } from '../pods/controller-reference.ts';
import { podFromTemplate } from '../pods/pod-from-template.ts';

const POD_NAME_LABEL = kubernetesName('statefulset.kubernetes.io/pod-name');
const POD_INDEX_LABEL = kubernetesName('apps.kubernetes.io/pod-index');

export const STATEFUL_SET_KIND = { apiVersion: 'apps/v1', kind: 'StatefulSet' };

export const replicasOf = ({ spec }: StatefulSet): number => spec?.replicas ?? 1;
export const startOrdinal = ({ spec }: StatefulSet): number => spec?.ordinals?.start ?? 0;
export const podName = ({ metadata }: StatefulSet, ordinal: number): string => `${metadata.name}-${ordinal}`;

/** Returns the ordinal in the name of a pod; undefined when the name does not belong to the set. */
export function ordinalOf({ metadata }: Pick<Pod, 'metadata'>, set: StatefulSet): number | undefined {
  const [, parent, digits] = /^(.*)-([0-9]+)$/.exec(metadata.name ?? '') ?? [];
  const ordinal = Number(digits);
  return parent === set.metadata.name && ordinal < 2 ** 31 ? ordinal : undefined;
}

/** Reports whether the ordinal is within the set's replicas. */
export const isInRange = (ordinal: number, set: StatefulSet): boolean =>
  ordinal >= startOrdinal(set) && ordinal < startOrdinal(set) + replicasOf(set);

/** Returns the claims of a pod by template name. */
export const claimsOf = (set: StatefulSet, ordinal: number): ReadonlyMap<string, PersistentVolumeClaim> =>
  new Map(
    (set.spec?.volumeClaimTemplates ?? []).map((claim) => [claim.metadata.name ?? '', claimFrom(claim, set, ordinal)]),
  );

function claimFrom(
  claim: PersistentVolumeClaim,
  { metadata, spec }: StatefulSet,
  ordinal: number,
): PersistentVolumeClaim {
  const labels = { ...claim.metadata.labels, ...spec?.selector.matchLabels };
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: {
      ...claim.metadata,
      name: `${claim.metadata.name}-${metadata.name}-${ordinal}`,
      namespace: metadata.namespace,
      labels,
    },
    spec: claim.spec,
  };
}

/** Returns the pod of an ordinal from the template of a revision. */
export function newPod(
  set: StatefulSet,
  ordinal: number,
  revision: { readonly name: string; readonly template: PodTemplateSpec },
  dialect: Dialect,
): Omit<Pod, 'status'> {
  const pod = podFromTemplate(revision.template, set.metadata.name ?? '', controllerReference(set, STATEFUL_SET_KIND));
  const name = podName(set, ordinal);
  const labels = { ...pod.metadata.labels, ...identityLabels(name, ordinal, dialect), [REVISION_LABEL]: revision.name };
  return {
    ...pod,
    metadata: { ...pod.metadata, name, namespace: set.metadata.namespace, labels },
    spec: {
      ...pod.spec,
      containers: pod.spec?.containers ?? null,
      volumes: volumesWithClaims(set, ordinal, pod.spec?.volumes ?? []),
      hostname: name,
      subdomain: set.spec?.serviceName,
    },
  };
}

const identityLabels = (name: string, ordinal: number, dialect: Dialect): Record<string, string> => ({
  [dialect.rename(POD_NAME_LABEL)]: name,
  [dialect.rename(POD_INDEX_LABEL)]: String(ordinal),
});

/** Returns the volumes of claims first, in place of volumes with the same names. */
function volumesWithClaims(set: StatefulSet, ordinal: number, volumes: readonly Volume[]): Volume[] {
  const claims = claimsOf(set, ordinal);
  const claimed = [...claims].map(([name, { metadata }]) => ({
    name,
    persistentVolumeClaim: { claimName: metadata.name ?? '' },
  }));
  return [...claimed, ...volumes.filter(({ name }) => !claims.has(name))];
}

/** Returns a pod with the labels and volumes that its set requires; undefined when it already has them. */
export function correctedPod(pod: Pod, set: StatefulSet, ordinal: number, dialect: Dialect): Pod | undefined {
  const { name = '', labels = {} } = pod.metadata;
  const hasIdentity = labels[dialect.rename(POD_NAME_LABEL)] === name;
  if (hasIdentity && hasClaims(pod, set, ordinal)) return undefined;
  return {
    ...pod,
    metadata: { ...pod.metadata, labels: { ...labels, ...identityLabels(name, ordinal, dialect) } },
    spec: {
      ...pod.spec,
      containers: pod.spec?.containers ?? null,
      volumes: volumesWithClaims(set, ordinal, pod.spec?.volumes ?? []),
    },
  };
}

const hasClaims = ({ spec }: Pod, set: StatefulSet, ordinal: number): boolean =>
  [...claimsOf(set, ordinal)].every(([name, { metadata }]) =>
    spec?.volumes?.some((volume) => volume.name === name && volume.persistentVolumeClaim?.claimName === metadata.name),
  );
