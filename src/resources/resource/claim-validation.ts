import type { FieldError } from '../../api/field-error.ts';
import type {
  ResourceClaimParametersReference,
  ResourceClaimSpec,
} from '../../api/kinds/resource-v1alpha2.generated.ts';
import { isDns1123Subdomain } from '../../api/names.ts';
import { goValue } from '../core/struct-difference/go-value.ts';
import { immutable } from '../field-validation.ts';
import { checkMembers, type MemberRules } from '../member-rules.ts';

export function setClaimDefaults(spec: ResourceClaimSpec | undefined): void {
  if (spec) spec.allocationMode ||= 'WaitForFirstConsumer';
}

/** The kind and the name of the object that has the parameters of a claim or a class. */
export const PARAMETERS: MemberRules<Pick<ResourceClaimParametersReference, 'kind' | 'name'>> = {
  kind: { notEmpty: true },
  name: { notEmpty: true },
};

export const validateClaimSpec = checkMembers<ResourceClaimSpec>({
  resourceClassName: { absentIs: '', format: isDns1123Subdomain },
  parametersRef: checkMembers(PARAMETERS),
  allocationMode: { absentIs: '', oneOf: ['Immediate', 'WaitForFirstConsumer'] },
});

export const immutableSpec = (spec: object, live: object, type: string): FieldError[] =>
  immutable(spec, live, 'spec', goValue(`resource.v1alpha2.${type}`, spec));
