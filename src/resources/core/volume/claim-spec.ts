import {
  type FieldError,
  forbiddenField,
  invalid,
  notSupported,
  required,
  verbatim,
} from '../../../api/field-error.ts';
import type {
  PersistentVolumeClaimSpec,
  TypedLocalObjectReference,
  TypedObjectReference,
} from '../../../api/kinds/core-v1.generated.ts';
import { isDns1123Subdomain } from '../../../api/names.ts';
import { type Quantity, quantityGoText, quantitySign, quantityText, wholeValue } from '../../../api/values/quantity.ts';
import { validateLabelSelector } from '../../label-selector-validation.ts';
import { checkMembers } from '../../member-rules.ts';
import { semanticallyEqual } from '../../semantic-equality.ts';
import { amountOf } from '../quantities/resource-quantities.ts';

const ACCESS_MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];
export const VOLUME_MODES = ['Block', 'Filesystem'];

/** Validates the access modes of claims and volumes. Whether any are required depends on the caller. */
export function validateAccessModes(modes: readonly string[], field: string): FieldError[] {
  const errors = modes
    .filter((mode) => !ACCESS_MODES.includes(mode))
    .map((mode) => notSupported(field, mode, ACCESS_MODES));
  if (
    modes.includes('ReadWriteOncePod') &&
    modes.some((mode) => mode !== 'ReadWriteOncePod' && ACCESS_MODES.includes(mode))
  ) {
    errors.push(forbiddenField(field, 'may not use ReadWriteOncePod with other access modes'));
  }
  return errors;
}

/** Requires that the integer part of a quantity is not negative. */
export function basicQuantity(quantity: Quantity, field: string): FieldError[] {
  // Go reads the value as an int64, which wraps.
  const value = BigInt.asIntN(64, wholeValue(quantity));
  return value < 0n ? [invalid(field, verbatim(String(value)), 'must be a valid resource quantity')] : [];
}

export const positiveQuantity = (quantity: Quantity, field: string): FieldError[] =>
  quantitySign(quantity) <= 0 ? [invalid(field, quantityText(quantity), 'must be greater than zero')] : [];

/** Validates the spec of a claim, also within pods (pkg/apis/core/validation's ValidatePersistentVolumeClaimSpec). */
export function validateClaimSpec(spec: PersistentVolumeClaimSpec, field: string): FieldError[] {
  const modes = spec.accessModes ?? [];
  const errors = modes.length ? [] : [required(`${field}.accessModes`, 'at least 1 access mode is required')];
  errors.push(...validateLabelSelector(spec.selector, `${field}.selector`));
  errors.push(...validateAccessModes(modes, `${field}.accessModes`));
  const storage = amountOf(spec.resources?.requests, 'storage');
  // The path lacks `requests`, as in the real server.
  if (!storage) errors.push(required(`${field}.resources[storage]`));
  else errors.push(...positiveQuantity(storage, `${field}.resources[storage]`));
  errors.push(...validateClass(spec, field));
  const { dataSource, dataSourceRef } = spec;
  if (dataSource && dataSourceRef && !semanticallyEqual(pick(dataSource), pick(dataSourceRef))) {
    errors.push(invalid(`${field}`, verbatim(`"${field.split('.').pop()}.dataSource"`), 'must match dataSourceRef'));
  }
  return errors;
}

const pick = ({ apiGroup, kind, name }: TypedLocalObjectReference) => ({ apiGroup: apiGroup ?? '', kind, name });

const validateDataSource = checkMembers<TypedObjectReference>({
  name: { notEmpty: true },
  kind: { notEmpty: true },
});
const validateSourceGroup = checkMembers<TypedObjectReference>({
  apiGroup: { ignoresEmpty: true, format: isDns1123Subdomain },
});

function validateSource(source: TypedObjectReference, field: string): FieldError[] {
  const errors = validateDataSource(source, field);
  if (!source.apiGroup && source.kind !== 'PersistentVolumeClaim') {
    errors.push(invalid(field, source.kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup"));
  }
  return [...errors, ...validateSourceGroup(source, field)];
}

const validateClass = checkMembers<PersistentVolumeClaimSpec>({
  storageClassName: { ignoresEmpty: true, format: isDns1123Subdomain },
  volumeMode: { oneOf: VOLUME_MODES },
  dataSource: validateSource,
  dataSourceRef: validateSource,
});

/** Formats a quantity whose struct caches its text, because it was printed before. */
export const goQuantity = (quantity: Quantity) =>
  verbatim(quantityGoText({ ...quantity, text: quantityText(quantity) }));
