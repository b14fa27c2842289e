import { type FieldError, notSupported, required } from '../../api/field-error.ts';
import type {
  ResourceClaimParametersReference,
  ResourceClaimSpec,
} from '../../api/kinds/resource-v1alpha2.generated.ts';
import { isDns1123Subdomain } from '../../api/names.ts';
import { goValue } from '../core/struct-difference/go-value.ts';
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

/** Requires the kind and the name of the object that has the parameters of a claim or a class. */
export const validateParameters = (
  { kind, name }: Pick<ResourceClaimParametersReference, 'kind' | 'name'>,
  field: string,
): FieldError[] => [
  ...(kind === '' ? [required(`${field}.kind`)] : []),
  ...(name === '' ? [required(`${field}.name`)] : []),
];

export const immutableSpec = (spec: object, live: object, type: string): FieldError[] =>
  immutable(spec, live, 'spec', goValue(`resource.v1alpha2.${type}`, spec));
