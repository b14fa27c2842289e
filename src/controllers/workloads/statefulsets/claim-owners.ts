import type { StatefulSet } from '../../../api/kinds/apps-v1.generated.ts';
import type { PersistentVolumeClaim, Pod } from '../../../api/kinds/core-v1.generated.ts';
import type { OwnerReference } from '../../../api/kinds/meta-v1.generated.ts';
import type { ApiObject } from '../../../api/object.ts';
import { isDeepEqual } from '../deep-equal.ts';
import { controllerReference } from '../pods/controller-reference.ts';
import { STATEFUL_SET_KIND } from './statefulset-pods.ts';

const POD_KIND = { apiVersion: 'v1', kind: 'Pod' };

interface Owner {
  readonly object: Pick<ApiObject, 'metadata'>;
  readonly kind: { readonly apiVersion: string; readonly kind: string };
}

const isSame = ({ kind, name }: OwnerReference, owner: Owner): boolean =>
  kind === owner.kind.kind && name === owner.object.metadata.name;

/** Reports whether a claim belongs to an earlier object with the same name. */
const isStale = (reference: OwnerReference, owner: Owner): boolean =>
  isSame(reference, owner) && reference.uid !== owner.object.metadata.uid;

/** Returns the object that a claim must not outlive: its pod or the set, according to the retention policy. */
function ownerOf(set: Owner & { object: StatefulSet }, pod: Owner, isPodWanted: boolean): Owner | undefined {
  const { whenDeleted, whenScaled } = set.object.spec?.persistentVolumeClaimRetentionPolicy ?? {};
  if (whenScaled === 'Delete' && !isPodWanted) return pod;
  return whenDeleted === 'Delete' ? set : undefined;
}

/** Returns the owner references of a claim under its set's retention policy; undefined when they are unchanged. */
export function claimOwners(
  claim: PersistentVolumeClaim,
  statefulSet: StatefulSet,
  claimingPod: Pick<Pod, 'metadata'>,
  isPodWanted: boolean,
): OwnerReference[] | undefined {
  const set = { object: statefulSet, kind: STATEFUL_SET_KIND };
  const pod = { object: claimingPod, kind: POD_KIND };
  const live = claim.metadata.ownerReferences ?? [];
  // The garbage collector will delete it.
  if (live.some((reference) => isStale(reference, set) || isStale(reference, pod))) return undefined;
  const others = live.filter((reference) => !isSame(reference, set) && !isSame(reference, pod));
  const owner = others.some(({ controller }) => controller) ? undefined : ownerOf(set, pod, isPodWanted);
  const wanted = owner ? [...others, controllerReference(owner.object, owner.kind)] : others;
  return isDeepEqual(wanted, live) ? undefined : wanted;
}

/** Reports whether a claim still belongs to a former pod and will be deleted, so that a new pod must not use it. */
export const isStaleClaim = (claim: PersistentVolumeClaim, pod: Pick<Pod, 'metadata'>): boolean =>
  (claim.metadata.ownerReferences ?? []).some((reference) => isStale(reference, { object: pod, kind: POD_KIND }));
