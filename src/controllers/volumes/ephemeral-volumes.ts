import { errorText } from '../../api/error-text.ts';
import type { PersistentVolumeClaim, Pod } from '../../api/kinds/core-v1.generated.ts';
import { objectKey } from '../../client/object-key.ts';
import type { Controller, ControllerContext } from '../controller.ts';
import { Reconciler } from '../reconciler.ts';
import { addClaimIndex, CLAIM_INDEX, claimKeysOf, isOwnedBy } from './pods-of-claims.ts';
import { CLAIMS, PODS } from './volume-names.ts';

type Volume = NonNullable<NonNullable<Pod['spec']>['volumes']>[number];

/** Creates the claims of generic ephemeral volumes, which their pods own. */
export const ephemeralVolumes: Controller = {
  name: 'ephemeral-volume-controller',
  alias: 'ephemeral-volume',
  serviceAccount: 'ephemeral-volume-controller',
  eventSource: 'ephemeral_volume',
  run(context) {
    const { informers, signal } = context;
    const claims = informers.for<PersistentVolumeClaim>(CLAIMS);
    const pods = informers.for<Pod>(PODS);
    addClaimIndex(pods);
    const reconciler = new Reconciler<Pod>({
      ...context,
      name: ephemeralVolumes.name,
      informer: pods,
      selects: (pod) => ephemeralVolumesOf(pod).length > 0,
      async reconcile(pod, client) {
        if (pod.metadata.deletionTimestamp) return undefined;
        for (const volume of ephemeralVolumesOf(pod))
          if (!(await hasClaim(pod, volume, { ...context, client }, (key) => claims.get(key)))) break;
        return undefined;
      },
    });
    // A deleted claim is recreated, and a claim is created once a conflicting claim is gone.
    reconciler.watch(claims, (claim) => pods.byIndex(CLAIM_INDEX, objectKey(claim)).map(objectKey));
    return reconciler.run(signal);
  },
};

const ephemeralVolumesOf = ({ spec }: Pod): readonly Volume[] =>
  (spec?.volumes ?? []).filter(({ ephemeral }) => ephemeral);

/** Creates the claim of a volume unless the pod has it. Returns false when another claim has its name. */
async function hasClaim(
  pod: Pod,
  volume: Volume,
  { client, events }: ControllerContext,
  find: (key: string) => PersistentVolumeClaim | undefined,
): Promise<boolean> {
  const { namespace = '', name: podName = '', uid = '' } = pod.metadata;
  const [key = ''] = claimKeysOf({ ...pod, spec: { ...pod.spec, volumes: [volume] } } as Pod);
  const name = key.slice(namespace.length + 1);
  const live = find(key);
  if (live && isOwnedBy(live, pod)) return true;
  const report = (message: string): void =>
    events.record(pod, 'Warning', 'FailedBinding', `ephemeral volume ${volume.name}: ${message}`);
  if (live) {
    report(`PVC ${key} was not created for pod ${namespace}/${podName} (pod is not owner)`);
    return false;
  }
  const { metadata = {}, spec } = volume.ephemeral?.volumeClaimTemplate ?? {};
  const owner = { apiVersion: 'v1', kind: 'Pod', name: podName, uid, controller: true, blockOwnerDeletion: true };
  const { labels, annotations } = metadata;
  const claim = { metadata: { name, labels, annotations, ownerReferences: [owner] }, spec };
  try {
    await client.create({ ...CLAIMS, namespace }, claim);
  } catch (error) {
    report(`create PVC ${name}: ${errorText(error)}`);
    throw error;
  }
  return true;
}
