import { type Dialect, type KubernetesName, kubernetesName } from '../../api/dialect.ts';
import type { PersistentVolume, PersistentVolumeClaim } from '../../api/kinds/core-v1.generated.ts';
import type { ApiObject } from '../../api/object.ts';
import type { BinderContext } from './binder-context.ts';
import { updateClaim, updateVolume } from './binding-writes.ts';
import { annotationOf } from './claim-matching.ts';
import { BETA_STORAGE_PROVISIONER, MIGRATED_TO, PROVISIONED_BY, STORAGE_PROVISIONER } from './volume-names.ts';

/** Provisioners of earlier versions, and the drivers that replaced them. */
const REPLACED = [
  [kubernetesName('kubernetes.io/aws-ebs'), 'ebs.csi.aws.com'],
  [kubernetesName('kubernetes.io/azure-disk'), 'disk.csi.azure.com'],
  [kubernetesName('kubernetes.io/azure-file'), 'file.csi.azure.com'],
  [kubernetesName('kubernetes.io/cinder'), 'cinder.csi.openstack.org'],
  [kubernetesName('kubernetes.io/gce-pd'), 'pd.csi.storage.gke.io'],
  [kubernetesName('kubernetes.io/vsphere-volume'), 'csi.vsphere.vmware.com'],
] as const;

/** Returns the driver that replaced a provisioner; undefined for a current provisioner. */
export const driverInsteadOf = (provisioner: string, { rename }: Dialect): string | undefined =>
  REPLACED.find(([name]) => rename(name) === provisioner)?.[1];

/** Sets the driver that replaced a claim's provisioner. Returns the resulting claim. */
export async function migrateClaim(
  claim: PersistentVolumeClaim,
  context: BinderContext,
): Promise<PersistentVolumeClaim> {
  const migrated = migratedObject(claim, [STORAGE_PROVISIONER, BETA_STORAGE_PROVISIONER], context);
  return migrated ? updateClaim(migrated, context) : claim;
}

/** Sets the driver that replaced a volume's provisioner. Returns the resulting volume. */
export async function migrateVolume(volume: PersistentVolume, context: BinderContext): Promise<PersistentVolume> {
  const migrated = migratedObject(volume, [PROVISIONED_BY], context);
  return migrated ? updateVolume(migrated, context) : volume;
}

/** Returns undefined when the object already names the right driver, or correctly names none. */
function migratedObject<T extends ApiObject>(
  object: T,
  names: readonly KubernetesName[],
  { dialect }: BinderContext,
): T | undefined {
  const [provisioner] = names.flatMap((name) => annotationOf(object, name, dialect) ?? []);
  if (provisioner === undefined) return undefined;
  const driver = driverInsteadOf(provisioner, dialect);
  if ((annotationOf(object, MIGRATED_TO, dialect) || undefined) === driver) return undefined;
  const { [dialect.rename(MIGRATED_TO)]: _, ...others } = object.metadata.annotations ?? {};
  const annotations = driver ? { ...others, [dialect.rename(MIGRATED_TO)]: driver } : others;
  return { ...object, metadata: { ...object.metadata, annotations } };
}
