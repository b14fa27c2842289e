import { kubernetesName } from '../../../api/dialect.ts';
import type { PersistentVolume, PersistentVolumeClaim, Pod } from '../../../api/kinds/core-v1.generated.ts';
import type { StorageClass } from '../../../api/kinds/storage-v1.generated.ts';
import { resourceAmount } from '../../../api/scheduling/resource-amounts.ts';
import { cause, eventEvidence, objectEvidence } from '../cause.ts';
import { stopped } from '../idle.ts';
import { type Rule, rule, type View } from '../view.ts';

const NO_PROVISIONER = kubernetesName('kubernetes.io/no-provisioner');

/** Explains why a claim is not bound. */
export const pendingClaim: Rule = rule<PersistentVolumeClaim>(async (claim, view) => {
  const { spec, status, metadata } = claim;
  if (status?.phase === 'Lost')
    return cause('volume-lost', `volume ${spec?.volumeName}, to which it was bound, no longer exists`, {
      evidence: [objectEvidence(claim, 'status.phase: Lost')],
    });
  if (status?.phase === 'Bound' || metadata.deletionTimestamp) return undefined;
  const evidence = [
    objectEvidence(claim, 'spec.storageClassName'),
    eventEvidence(claim, (await view.eventsOf(claim)).at(-1)),
  ];
  const waits = stopped('persistentvolume-binder-controller', view, metadata.namespace);
  if (waits.length > 0)
    return cause('claim-not-examined', 'its controller does not look for a volume', { because: waits });
  if (spec?.volumeName) return namedVolume(view, claim);
  const name = spec?.storageClassName;
  const fits = await misfit(view, claim);
  if (!name)
    return cause('no-storage-class', `it names no storage class, none is the default, and ${fits}`, { evidence });
  const found = await view.find<StorageClass>('storage/StorageClass', undefined, name);
  if (!found) return cause('storage-class-missing', `storage class ${name} does not exist, and ${fits}`, { evidence });
  if (found.volumeBindingMode === 'WaitForFirstConsumer' && !(await isUsed(view, claim)))
    return cause('waits-for-consumer', `storage class ${name} provides a volume only when a pod uses the claim`, {
      evidence: [...evidence, objectEvidence(found, 'volumeBindingMode: WaitForFirstConsumer')],
    });
  if (found.provisioner === view.dialect.rename(NO_PROVISIONER))
    return cause('no-volume', `storage class ${name} provides no volumes, and ${fits}`, { evidence });
  return cause(
    'provisioner',
    `${found.provisioner}, the provisioner of storage class ${name}, has not created a volume`,
    {
      evidence: [...evidence, objectEvidence(found, 'provisioner')],
    },
  );
});

async function namedVolume(view: View, claim: PersistentVolumeClaim) {
  const name = claim.spec?.volumeName ?? '';
  const volume = await view.find<PersistentVolume>('core/PersistentVolume', undefined, name);
  const holder = volume?.spec?.claimRef;
  return volume
    ? cause(
        'volume-taken',
        holder?.name && holder.name !== claim.metadata.name
          ? `volume ${name} belongs to claim ${holder.namespace}/${holder.name}`
          : `volume ${name} does not fit it`,
        {
          evidence: [objectEvidence(volume, 'spec')],
        },
      )
    : cause('volume-missing', `volume ${name}, which it names, does not exist`, {
        evidence: [objectEvidence(claim, 'spec.volumeName')],
      });
}

async function isUsed(view: View, { metadata }: PersistentVolumeClaim): Promise<boolean> {
  const pods = await view.listAs<Pod>('core/Pod', metadata.namespace);
  return pods.some(({ spec }) =>
    spec?.volumes?.some(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName === metadata.name),
  );
}

/** Returns why no existing volume fits. */
async function misfit(view: View, { spec }: PersistentVolumeClaim): Promise<string> {
  const volumes = await view.listAs<PersistentVolume>('core/PersistentVolume');
  const open = volumes.filter(({ status }) => status?.phase === 'Available');
  const ofClass = open.filter((volume) => (volume.spec?.storageClassName ?? '') === (spec?.storageClassName ?? ''));
  if (ofClass.length === 0)
    return `no volume ${spec?.storageClassName ? 'of that class' : 'without a class'} is available`;
  const wanted = resourceAmount('storage', spec?.resources?.requests?.storage ?? '0');
  const large = ofClass.filter((volume) => resourceAmount('storage', volume.spec?.capacity?.storage ?? '0') >= wanted);
  if (large.length === 0) return `no available volume has ${spec?.resources?.requests?.storage}`;
  return `no available volume has the access mode ${spec?.accessModes?.join(', ')}`;
}

/** Explains why a volume is not available. */
export const releasedVolume: Rule = rule<PersistentVolume>((volume) => {
  const { spec, status, metadata } = volume;
  if (status?.phase === 'Failed')
    return cause(
      'reclaim-failed',
      `it could not be reclaimed: ${status.message ?? status.reason ?? 'for an unknown reason'}`,
      {
        evidence: [objectEvidence(volume, 'status')],
      },
    );
  if (status?.phase !== 'Released' || metadata.deletionTimestamp) return undefined;
  const { namespace, name } = spec?.claimRef ?? {};
  return cause(
    'volume-released',
    `its claim ${namespace}/${name} was deleted, and its reclaim policy ${spec?.persistentVolumeReclaimPolicy ?? 'Retain'} keeps its data from other claims`,
    { evidence: [objectEvidence(volume, 'spec.claimRef')] },
  );
});
