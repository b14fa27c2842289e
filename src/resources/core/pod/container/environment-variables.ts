import { type FieldError, forbiddenField, invalid, required } from '../../../../api/field-error.ts';
import type { EnvFromSource, EnvVar } from '../../../../api/kinds/core-v1.generated.ts';
import { isConfigMapKey, isEnvironmentVariableName, nameIsDnsSubdomain } from '../../../../api/names.ts';
import { invalidFor } from '../../../field-validation.ts';
import { ENVIRONMENT_FIELDS, validateFieldReference, validateResourceReference } from './downward-api.ts';

export const validateEnvironment = (variables: readonly EnvVar[] | undefined, field: string): FieldError[] =>
  (variables ?? []).flatMap((variable, index) => {
    const path = `${field}[${index}]`;
    const { name } = variable;
    return [
      ...(name ? invalidFor(`${path}.name`, name, isEnvironmentVariableName(name)) : [required(`${path}.name`)]),
      ...validateValueFrom(variable, `${path}.valueFrom`),
    ];
  });

function validateValueFrom({ value, valueFrom }: EnvVar, field: string): FieldError[] {
  if (!valueFrom) return [];
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef } = valueFrom;
  const errors: FieldError[] = [];
  if (fieldRef) errors.push(...validateFieldReference(fieldRef, ENVIRONMENT_FIELDS, `${field}.fieldRef`));
  if (fieldRef?.fieldPath === 'status.hostIPs') {
    errors.push(forbiddenField(`${field}.fieldRef`, "may not be set when feature gate 'PodHostIPs' is not enabled"));
  }
  if (resourceFieldRef) {
    errors.push(...validateResourceReference(resourceFieldRef, `${field}.resourceFieldRef`, false));
  }
  if (configMapKeyRef) errors.push(...validateKeyReference(configMapKeyRef, `${field}.configMapKeyRef`));
  if (secretKeyRef) errors.push(...validateKeyReference(secretKeyRef, `${field}.secretKeyRef`));
  const count = [fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef].filter(Boolean).length;
  if (count === 0) {
    errors.push(
      invalid(field, '', 'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`'),
    );
  } else if (value) {
    errors.push(invalid(field, '', 'may not be specified when `value` is not empty'));
  } else if (count > 1) {
    errors.push(invalid(field, '', 'may not have more than one field specified at a time'));
  }
  return errors;
}

const validateKeyReference = (
  { name = '', key }: { name?: string | undefined; key: string },
  field: string,
): FieldError[] => [
  ...invalidFor(`${field}.name`, name, nameIsDnsSubdomain(name, false)),
  ...(key ? invalidFor(`${field}.key`, key, isConfigMapKey(key)) : [required(`${field}.key`)]),
];

const validateSourceName = (name: string | undefined, field: string): FieldError[] =>
  name ? invalidFor(field, name, nameIsDnsSubdomain(name, true)) : [required(field)];

/** Errors about a source itself have the path of the list. */
export const validateEnvironmentSources = (
  sources: readonly EnvFromSource[] | undefined,
  field: string,
): FieldError[] =>
  (sources ?? []).flatMap(({ prefix, configMapRef, secretRef }, index) => {
    const path = `${field}[${index}]`;
    const errors = prefix ? invalidFor(`${path}.prefix`, prefix, isEnvironmentVariableName(prefix)) : [];
    if (configMapRef) errors.push(...validateSourceName(configMapRef.name, `${path}.configMapRef.name`));
    if (secretRef) errors.push(...validateSourceName(secretRef.name, `${path}.secretRef.name`));
    if (!configMapRef && !secretRef) {
      errors.push(invalid(field, '', 'must specify one of: `configMapRef` or `secretRef`'));
    } else if (configMapRef && secretRef) {
      errors.push(invalid(field, '', 'may not have more than one field specified at a time'));
    }
    return errors;
  });
