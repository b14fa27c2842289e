import type { PersistentVolumeClaim } from '../../../api/kinds/core-v1.generated.ts';
import type { StorageClass } from '../../../api/kinds/storage-v1.generated.ts';
import { STORAGE_CLASS_ANNOTATION, STORAGE_GROUP } from '../../../api/kubernetes-names.ts';
import { compareQuantities, parseQuantity } from '../../../api/values/quantity.ts';
import type { AdmissionAttributes, AdmissionContext, AdmissionPluginFactory } from '../../admission-plugin.ts';
import { isRequestFor, operations, resources } from '../../attributes.ts';
import { denial } from '../../denial.ts';

/** Allows a claim to grow only if it is bound and its storage class permits expansion. */
export const persistentVolumeClaimResize: AdmissionPluginFactory = (context) => ({
  name: 'PersistentVolumeClaimResize',
  handles: operations('UPDATE'),
  resources: resources('/persistentvolumeclaims'),
  validate: (attributes) =>
    isRequestFor(attributes, '', 'persistentvolumeclaims') ? checkSize(attributes, context) : undefined,
});

async function checkSize(attributes: AdmissionAttributes, context: AdmissionContext): Promise<void> {
  const claim = attributes.object as PersistentVolumeClaim;
  const live = attributes.oldObject as PersistentVolumeClaim;
  if (compareQuantities(sizeOf(claim), sizeOf(live)) <= 0) return;
  if (live.status?.phase !== 'Bound') throw denial(attributes, 'Only bound persistent volume claims can be expanded');
  if (await isExpandable(claim, live, context)) return;
  throw denial(
    attributes,
    'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize',
  );
}

const sizeOf = ({ spec }: PersistentVolumeClaim) => parseQuantity(String(spec?.resources?.requests?.storage ?? '0'));

async function isExpandable(claim: PersistentVolumeClaim, live: PersistentVolumeClaim, context: AdmissionContext) {
  const name = classOf(claim, context);
  if (name === '' || name !== classOf(live, context)) return false;
  const found = await context.reader.get<StorageClass>(
    context.dialect.rename(STORAGE_GROUP),
    'storageclasses',
    '',
    name,
  );
  return found?.allowVolumeExpansion ?? false;
}

/** The annotation predates the field and takes precedence. */
const classOf = ({ metadata, spec }: PersistentVolumeClaim, { dialect }: AdmissionContext): string =>
  metadata.annotations?.[dialect.rename(STORAGE_CLASS_ANNOTATION)] ?? spec?.storageClassName ?? '';
