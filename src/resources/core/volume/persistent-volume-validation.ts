import type { Dialect } from '../../../api/dialect.ts';
import { type FieldError, forbiddenField, notSupported, required, verbatim } from '../../../api/field-error.ts';
import type { PersistentVolume, PersistentVolumeSpec } from '../../../api/kinds/core-v1.generated.ts';
import { isDns1123Subdomain } from '../../../api/names.ts';
import { quantityGoText } from '../../../api/values/quantity.ts';
import { isSentEmpty } from '../../../schema/sent-empties.ts';
import { invalidFor } from '../../field-validation.ts';
import { validateNodeSelector } from '../node/node-selector.ts';
import { sortedAmounts } from '../quantities/resource-quantities.ts';
import { basicQuantity, positiveQuantity, VOLUME_MODES, validateAccessModes } from './claim-spec.ts';
import { validatePersistentSource } from './persistent-volume-source.ts';

const RECLAIM_POLICIES = ['Delete', 'Recycle', 'Retain'];
const EMPTY_SPEC: PersistentVolumeSpec = {};

/** Validates the spec of a volume (pkg/apis/core/validation's ValidatePersistentVolumeSpec). */
export function validatePersistentVolume(
  { metadata, spec = EMPTY_SPEC }: PersistentVolume,
  dialect: Dialect,
): FieldError[] {
  const { persistentVolumeReclaimPolicy: policy, nodeAffinity, volumeMode, storageClassName } = spec;
  const errors = [...requiredAccessModes(spec.accessModes, 'spec.accessModes'), ...validateCapacity(spec)];
  if (policy && !RECLAIM_POLICIES.includes(policy)) {
    errors.push(notSupported('spec.persistentVolumeReclaimPolicy', policy, RECLAIM_POLICIES));
  }
  if (nodeAffinity) {
    const field = 'spec.nodeAffinity.required';
    if (nodeAffinity.required) errors.push(...validateNodeSelector(nodeAffinity.required, field));
    else errors.push(required(field, 'must specify required node constraints'));
  }
  errors.push(...validatePersistentSource(spec, metadata.name ?? '', 'spec', dialect));
  errors.push(...validateRecycling(spec, 'spec'));
  if (storageClassName) {
    errors.push(...invalidFor('spec.storageClassName', storageClassName, isDns1123Subdomain(storageClassName)));
  }
  if (volumeMode != null && !VOLUME_MODES.includes(volumeMode)) {
    errors.push(notSupported('spec.volumeMode', volumeMode, VOLUME_MODES));
  }
  return errors;
}

const INLINE = 'in the context of inline volumes';

/** Validates an inline volume spec of a volume attachment. */
export function validateInlineVolume(spec: PersistentVolumeSpec, field: string, dialect: Dialect): FieldError[] {
  const { persistentVolumeReclaimPolicy: policy, volumeMode } = spec;
  const forbid = (isSet: unknown, name: keyof PersistentVolumeSpec): FieldError[] =>
    isSet ? [forbiddenField(`${field}.${name}`, `may not be specified ${INLINE}`)] : [];
  return [
    ...forbid(spec.claimRef, 'claimRef'),
    ...forbid(Object.keys(spec.capacity ?? {}).length, 'capacity'),
    ...(spec.csi ? [] : [required(`${field}.csi`, `has to be specified ${INLINE}`)]),
    ...requiredAccessModes(spec.accessModes, `${field}.accessModes`),
    ...(policy && policy !== 'Retain'
      ? [forbiddenField(`${field}.persistentVolumeReclaimPolicy`, `may only be Retain ${INLINE}`)]
      : []),
    ...forbid(spec.nodeAffinity, 'nodeAffinity'),
    ...validatePersistentSource(spec, '', field, dialect),
    ...validateRecycling(spec, field),
    ...forbid(spec.storageClassName, 'storageClassName'),
    ...(volumeMode != null && volumeMode !== 'Filesystem'
      ? [forbiddenField(`${field}.volumeMode`, `may not specify volumeMode other than Filesystem ${INLINE}`)]
      : []),
  ];
}

const requiredAccessModes = (modes: readonly string[] = [], field: string): FieldError[] =>
  modes.length ? validateAccessModes(modes, field) : [required(field)];

function validateCapacity(spec: PersistentVolumeSpec): FieldError[] {
  const field = 'spec.capacity';
  const amounts = sortedAmounts(spec.capacity);
  const errors = amounts.length ? [] : [required(field)];
  if (amounts.length !== 1 || amounts[0]?.[0] !== 'storage') {
    const members = amounts.map(([name, amount]) => `${JSON.stringify(name)}:${quantityGoText(amount)}`);
    const isNil = amounts.length === 0 && !isSentEmpty(spec, 'capacity');
    const shown = isNil ? 'core.ResourceList(nil)' : `core.ResourceList{${members.join(', ')}}`;
    errors.push(notSupported(field, verbatim(shown), ['storage']));
  }
  return [
    ...errors,
    ...amounts.flatMap(([name, quantity]) => [
      ...basicQuantity(quantity, `${field}[${name}]`),
      ...positiveQuantity(quantity, `${field}[${name}]`),
    ]),
  ];
}

/** Rejects recycling of host paths that must not be deleted. */
const validateRecycling = (
  { hostPath, persistentVolumeReclaimPolicy: policy }: PersistentVolumeSpec,
  field: string,
): FieldError[] =>
  hostPath && /^\/+$/.test(hostPath.path) && policy === 'Recycle'
    ? [forbiddenField(`${field}.persistentVolumeReclaimPolicy`, "may not be 'recycle' for a hostPath mount of '/'")]
    : [];
