import { type FieldError, notSupported, required, verbatim } from '../../api/field-error.ts';
import type {
  ResourceClaimParametersReference,
  ResourceClaimSpec,
} from '../../api/kinds/resource-v1alpha2.generated.ts';
import { isDns1123Subdomain, isValidPathSegmentName } from '../../api/names.ts';
import { immutable, invalidFor } from '../field-validation.ts';

const MODES = ['Immediate', 'WaitForFirstConsumer'];

export function setClaimDefaults(spec: ResourceClaimSpec | undefined): void {
  if (spec) spec.allocationMode ||= 'WaitForFirstConsumer';
}

export function validateClaimSpec(spec: Partial<ResourceClaimSpec>, field: string): FieldError[] {
  const { resourceClassName = '', allocationMode = '', parametersRef } = spec;
  return [
    ...invalidFor(`${field}.resourceClassName`, resourceClassName, isDns1123Subdomain(resourceClassName)),
    ...(parametersRef ? validateParameters(parametersRef, `${field}.parametersRef`) : []),
    ...(MODES.includes(allocationMode) ? [] : [notSupported(`${field}.allocationMode`, allocationMode, MODES)]),
  ];
}

/** Validates a reference to the parameters of a claim or, with a namespace, of a class. */
export function validateParameters(
  reference: ResourceClaimParametersReference & { namespace?: string | undefined },
  field: string,
): FieldError[] {
  const { apiGroup = '', kind, name, namespace } = reference;
  return [
    ...(apiGroup === '' ? [] : invalidFor(`${field}.apiGroup`, apiGroup, isDns1123Subdomain(apiGroup))),
    ...(kind === '' ? [required(`${field}.kind`)] : []),
    ...(name === '' ? [required(`${field}.name`)] : invalidFor(`${field}.name`, name, isValidPathSegmentName(name))),
    ...(namespace ? invalidFor(`${field}.namespace`, namespace, isDns1123Subdomain(namespace)) : []),
  ];
}

export const immutableSpec = (spec: object, live: object, type: string): FieldError[] =>
  immutable(spec, live, 'spec', verbatim(`resource.${type}{}`));
