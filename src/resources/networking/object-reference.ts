import { type FieldError, required } from '../../api/field-error.ts';
import { isDns1123Subdomain, isValidPathSegmentName } from '../../api/names.ts';
import { invalidFor } from '../field-validation.ts';

/** Validates a reference by group, kind and name. */
export function validateObjectReference(
  { apiGroup, kind, name }: { apiGroup?: string | undefined; kind: string; name: string },
  field: string,
): FieldError[] {
  return [
    ...(apiGroup == null ? [] : invalidFor(`${field}.apiGroup`, apiGroup, isDns1123Subdomain(apiGroup))),
    ...(kind === ''
      ? [required(`${field}.kind`, 'kind is required')]
      : invalidFor(`${field}.kind`, kind, isValidPathSegmentName(kind))),
    ...(name === ''
      ? [required(`${field}.name`, 'name is required')]
      : invalidFor(`${field}.name`, name, isValidPathSegmentName(name))),
  ];
}
