import type { Dialect } from '../../../api/dialect.ts';
import { type FieldError, forbiddenField, notSupported, required, verbatim } from '../../../api/field-error.ts';
import type {
  PersistentVolume,
  PersistentVolumeSpec,
  VolumeNodeAffinity,
} from '../../../api/kinds/core-v1.generated.ts';
import { isDns1123Subdomain } from '../../../api/names.ts';
import { quantityGoText } from '../../../api/values/quantity.ts';
import { isSentEmpty } from '../../../schema/sent-empties.ts';
import { checkMembers } from '../../member-rules.ts';
import { validateNodeSelector } from '../node/node-selector.ts';
import { sortedAmounts } from '../quantities/resource-quantities.ts';
import { basicQuantity, positiveQuantity, VOLUME_MODES, validateAccessModes } from './claim-spec.ts';
import { validatePersistentSource } from './persistent-volume-source.ts';

const EMPTY_SPEC: PersistentVolumeSpec = {};

/** Validates the spec of a volume (pkg/apis/core/validation's ValidatePersistentVolumeSpec). */
export function validatePersistentVolume(
  { metadata, spec = EMPTY_SPEC }: PersistentVolume,
  dialect: Dialect,
): FieldError[] {
  return [
    ...requiredAccessModes(spec.accessModes, 'spec.accessModes'),
    ...validateCapacity(spec),
    ...validateFirst(spec, 'spec'),
    ...validatePersistentSource(spec, metadata.name ?? '', 'spec', dialect),
    ...validateRecycling(spec, 'spec'),
    ...validateLast(spec, 'spec'),
  ];
}

const validateFirst = checkMembers<PersistentVolumeSpec>({
  persistentVolumeReclaimPolicy: { ignoresEmpty: true, oneOf: ['Delete', 'Recycle', 'Retain'] },
  nodeAffinity: checkMembers<VolumeNodeAffinity>({
    required: { required: 'must specify required node constraints', check: validateNodeSelector },
  }),
});
const validateLast = checkMembers<PersistentVolumeSpec>({
  storageClassName: { ignoresEmpty: true, format: isDns1123Subdomain },
  volumeMode: { oneOf: VOLUME_MODES },
});

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
