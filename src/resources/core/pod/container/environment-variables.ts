import { type FieldError, forbiddenField, invalid } from '../../../../api/field-error.ts';
import type { EnvFromSource, EnvVar, EnvVarSource } from '../../../../api/kinds/core-v1.generated.ts';
import { isConfigMapKey, isEnvironmentVariableName, nameIsDnsSubdomain } from '../../../../api/names.ts';
import { checkMembers } from '../../../member-rules.ts';
import { ENVIRONMENT_FIELDS, validateFieldReference, validateResourceReference } from './downward-api.ts';

const validateVariable = checkMembers<EnvVar>({
  name: { notEmpty: true, format: isEnvironmentVariableName },
  valueFrom: validateValueFrom,
});

export const validateEnvironment = (variables: readonly EnvVar[], field: string): FieldError[] =>
  variables.flatMap((variable, index) => validateVariable(variable, `${field}[${index}]`));

function validateValueFrom(valueFrom: EnvVarSource, field: string, { value }: EnvVar): FieldError[] {
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

const validateKeyReference = checkMembers<{ name?: string | undefined; key: string }>({
  name: { absentIs: '', format: (name) => nameIsDnsSubdomain(name, false) },
  key: { notEmpty: true, format: isConfigMapKey },
});

const SOURCE_NAME = { notEmpty: true, format: (name: string) => nameIsDnsSubdomain(name, true) } as const;
const validateSource = checkMembers<EnvFromSource>({
  prefix: { ignoresEmpty: true, format: isEnvironmentVariableName },
  configMapRef: checkMembers<{ name?: string | undefined }>({ name: SOURCE_NAME }),
  secretRef: checkMembers<{ name?: string | undefined }>({ name: SOURCE_NAME }),
});

/** Validates environment sources. Errors about a source itself have the path of the list. */
export const validateEnvironmentSources = (
  sources: readonly EnvFromSource[] | undefined,
  field: string,
): FieldError[] =>
  (sources ?? []).flatMap((source, index) => {
    const errors = validateSource(source, `${field}[${index}]`);
    const { configMapRef, secretRef } = source;
    if (!configMapRef && !secretRef) {
      errors.push(invalid(field, '', 'must specify one of: `configMapRef` or `secretRef`'));
    } else if (configMapRef && secretRef) {
      errors.push(invalid(field, '', 'may not have more than one field specified at a time'));
    }
    return errors;
  });
