import { type Dialect, kubernetesName } from '../../../api/dialect.ts';
import type { PersistentVolumeClaim, Pod } from '../../../api/kinds/core-v1.generated.ts';
import { STORAGE_CLASS_ANNOTATION } from '../../../api/kubernetes-names.ts';
import type { Cluster } from '../../framework/plugin.ts';

const BIND_COMPLETED = kubernetesName('pv.kubernetes.io/bind-completed');

/** The claims of a pod, grouped by what must happen before it can run. */
export interface PodClaims {
  readonly bound: readonly PersistentVolumeClaim[];
  /** The scheduler decides the location of their volumes. */
  readonly waiting: readonly PersistentVolumeClaim[];
  /** Must be bound before the pod is scheduled. */
  readonly immediate: readonly PersistentVolumeClaim[];
}

interface ClaimReference {
  readonly name: string;
  /** Whether a controller creates the claim for the pod. */
  readonly isEphemeral: boolean;
}

export const claimReferences = ({ metadata, spec }: Pod): ClaimReference[] =>
  (spec?.volumes ?? []).flatMap(({ name, persistentVolumeClaim, ephemeral }): ClaimReference[] => {
    if (persistentVolumeClaim) return [{ name: persistentVolumeClaim.claimName, isEphemeral: false }];
    return ephemeral ? [{ name: `${metadata.name ?? ''}-${name}`, isEphemeral: true }] : [];
  });

/** Returns the claims of a pod, or why one of them cannot be used. */
export function podClaims(pod: Pod, cluster: Cluster): PodClaims | string {
  const claims: PersistentVolumeClaim[] = [];
  for (const reference of claimReferences(pod)) {
    const claim = cluster.volumes.claim(pod.metadata.namespace ?? '', reference.name);
    if (!claim) return missingClaim(reference);
    const problem = claimProblem(claim, pod, reference);
    if (problem) return problem;
    claims.push(claim);
  }
  const bound = claims.filter((claim) => isBound(claim, cluster.dialect));
  const unbound = claims.filter((claim) => !bound.includes(claim));
  const waiting = unbound.filter((claim) => !claim.spec?.volumeName && waitsForConsumer(claim, cluster));
  return { bound, waiting, immediate: unbound.filter((claim) => !waiting.includes(claim)) };
}

const missingClaim = ({ name, isEphemeral }: ClaimReference): string =>
  isEphemeral
    ? `waiting for ephemeral volume controller to create the persistentvolumeclaim ${JSON.stringify(name)}`
    : `persistentvolumeclaim ${JSON.stringify(name)} not found`;

function claimProblem({ metadata, spec, status }: PersistentVolumeClaim, pod: Pod, { isEphemeral }: ClaimReference) {
  const name = JSON.stringify(metadata.name);
  if (status?.phase === 'Lost')
    return `persistentvolumeclaim ${name} bound to non-existent persistentvolume ${JSON.stringify(spec?.volumeName ?? '')}`;
  if (metadata.deletionTimestamp) return `persistentvolumeclaim ${name} is being deleted`;
  const isOwned = metadata.ownerReferences?.some(({ uid, controller }) => controller && uid === pod.metadata.uid);
  if (!isEphemeral || isOwned) return undefined;
  const place = pod.metadata.namespace;
  return `PVC ${place}/${metadata.name} was not created for pod ${place}/${pod.metadata.name} (pod is not owner)`;
}

export const isBound = ({ metadata, spec }: PersistentVolumeClaim, dialect: Dialect): boolean =>
  Boolean(spec?.volumeName) && metadata.annotations?.[dialect.rename(BIND_COMPLETED)] !== undefined;

/** Returns the name of a claim's storage class; empty for none. */
export const storageClassName = ({ metadata, spec }: PersistentVolumeClaim, dialect: Dialect): string =>
  metadata.annotations?.[dialect.rename(STORAGE_CLASS_ANNOTATION)] ?? spec?.storageClassName ?? '';

const waitsForConsumer = (claim: PersistentVolumeClaim, { volumes, dialect }: Cluster): boolean =>
  volumes.storageClass(storageClassName(claim, dialect))?.volumeBindingMode === 'WaitForFirstConsumer';
