import type { PersistentVolumeClaim, Pod } from '../../api/kinds/core-v1.generated.ts';
import type { Informer } from '../../client/informer.ts';

/** The index of pods by the keys of the claims that they use. */
export const CLAIM_INDEX = 'claim';

/** Returns the name of the claim that a pod's volume uses; undefined when it uses none. */
export function claimNameOf(
  { metadata }: Pod,
  { name, ephemeral, persistentVolumeClaim }: NonNullable<NonNullable<Pod['spec']>['volumes']>[number],
): string | undefined {
  return ephemeral ? `${metadata.name}-${name}` : persistentVolumeClaim?.claimName;
}

const NO_KEYS: readonly string[] = [];

/** Returns the keys of the claims that a pod uses. */
export const claimKeysOf = (pod: Pod): readonly string[] => {
  let keys = NO_KEYS;
  for (const volume of pod.spec?.volumes ?? []) {
    const name = claimNameOf(pod, volume);
    if (name !== undefined) keys = [...keys, `${pod.metadata.namespace}/${name}`];
  }
  return keys;
};

export const addClaimIndex = (pods: Informer<Pod>): void => pods.addIndexers({ [CLAIM_INDEX]: claimKeysOf });

/** Reports whether a claim was created for an ephemeral volume of the pod. */
export const isOwnedBy = ({ metadata }: PersistentVolumeClaim, pod: Pod): boolean =>
  (metadata.ownerReferences ?? []).some(({ uid, controller }) => controller && uid === pod.metadata.uid);
