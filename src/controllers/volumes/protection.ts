import { type KubernetesName, kubernetesName } from '../../api/dialect.ts';
import type { PersistentVolume, PersistentVolumeClaim, Pod } from '../../api/kinds/core-v1.generated.ts';
import type { ApiObject } from '../../api/object.ts';
import { objectKey } from '../../client/object-key.ts';
import type { ResourceAddress } from '../../client/resource-path.ts';
import type { Controller, ControllerContext } from '../controller.ts';
import { Reconciler } from '../reconciler.ts';
import { addClaimIndex, CLAIM_INDEX, claimKeysOf, isOwnedBy } from './pods-of-claims.ts';
import { CLAIMS, PODS, VOLUMES } from './volume-names.ts';

const VOLUME_FINALIZER = kubernetesName('kubernetes.io/pv-protection');
const CLAIM_FINALIZER = kubernetesName('kubernetes.io/pvc-protection');

/** Prevents the deletion of volumes to which a claim is bound. */
export const volumeProtection: Controller = {
  name: 'persistentvolume-protection-controller',
  alias: 'pv-protection',
  serviceAccount: 'pv-protection-controller',
  run(context) {
    const { informers, dialect, signal } = context;
    const protect = protectionBy(VOLUME_FINALIZER, VOLUMES);
    const reconciler = new Reconciler<PersistentVolume>({
      ...context,
      name: volumeProtection.name,
      informer: informers.for<PersistentVolume>(VOLUMES),
      reconcile: (volume, client) => protect(volume, { client, dialect }, async () => volume.status?.phase === 'Bound'),
    });
    return reconciler.run(signal);
  },
};

/** Prevents the deletion of claims that a pod on a node uses. */
export const claimProtection: Controller = {
  name: 'persistentvolumeclaim-protection-controller',
  alias: 'pvc-protection',
  serviceAccount: 'pvc-protection-controller',
  run(context) {
    const { informers, dialect, signal } = context;
    const pods = informers.for<Pod>(PODS);
    addClaimIndex(pods);
    const protect = protectionBy(CLAIM_FINALIZER, CLAIMS);
    const reconciler = new Reconciler<PersistentVolumeClaim>({
      ...context,
      name: claimProtection.name,
      informer: informers.for<PersistentVolumeClaim>(CLAIMS),
      reconcile: (claim, client) =>
        protect(claim, { client, dialect }, async () => {
          if (isUsed(claim, pods.byIndex(CLAIM_INDEX, objectKey(claim)))) return true;
          // The informer may not have a pod that was just created.
          const { items } = await client.list<Pod>({ ...PODS, namespace: claim.metadata.namespace ?? '' });
          return isUsed(claim, items);
        }),
    });
    reconciler.watch(pods, (pod) => claimKeysOf(pod));
    return reconciler.run(signal);
  },
};

/** Kubelets do not start pods whose claim is being deleted, so pods without a node do not count. */
const isUsed = (claim: PersistentVolumeClaim, pods: readonly Pod[]): boolean =>
  pods.some(
    (pod) =>
      pod.spec?.nodeName &&
      claimKeysOf(pod).includes(objectKey(claim)) &&
      ((pod.spec.volumes ?? []).some((volume) => volume.persistentVolumeClaim?.claimName === claim.metadata.name) ||
        (isOwnedBy(claim, pod) && !isShutDown(pod))),
  );

/** Reports whether a pod only waits for its finalizers. One of them may wait for its claims. */
const isShutDown = ({ metadata }: Pod): boolean =>
  metadata.deletionTimestamp !== undefined && metadata.deletionGracePeriodSeconds === 0;

/** Returns a function that adds the finalizer to an object, or removes it from a deleted, unused one. */
function protectionBy(name: KubernetesName, resource: ResourceAddress) {
  return async (
    object: ApiObject,
    { client, dialect }: Pick<ControllerContext, 'client' | 'dialect'>,
    isUsed: () => Promise<boolean>,
  ): Promise<undefined> => {
    const finalizer = dialect.rename(name);
    const { finalizers, deletionTimestamp, namespace = '' } = object.metadata;
    const present = finalizers ?? [];
    const isProtected = present.includes(finalizer);
    if (deletionTimestamp ? !isProtected || (await isUsed()) : isProtected) return undefined;
    const next = deletionTimestamp ? present.filter((one) => one !== finalizer) : [...present, finalizer];
    const address = { ...resource, ...(namespace ? { namespace } : {}), name: object.metadata.name ?? '' };
    await client.update(address, { ...object, metadata: { ...object.metadata, finalizers: next } });
    return undefined;
  };
}
