import { duplicate, type FieldError, forbiddenField, invalid, notSupported, required } from '../../api/field-error.ts';
import type {
  ParamRef,
  ValidatingAdmissionPolicyBinding,
  ValidatingAdmissionPolicyBindingSpec,
} from '../../api/kinds/admissionregistration-v1beta1.generated.ts';
import { isDns1123Subdomain, isValidPathSegmentName } from '../../api/names.ts';
import { invalidFor } from '../field-validation.ts';
import { goSlice } from '../go-text.ts';
import { validateLabelSelector } from '../label-selector-validation.ts';
import { checkMembers } from '../member-rules.ts';
import { resource } from '../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';
import { setMatchResourcesDefaults, validateMatchResources } from './match-resources-validation.ts';
import { policyBehavior } from './version-v1alpha1.ts';

const ACTIONS = ['Audit', 'Deny', 'Warn'];
const NOT_FOUND_ACTIONS = ['Deny', 'Allow'];
const EXCLUSIVE = 'name and selector are mutually exclusive';
const REPEATED_FAILURE =
  'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)';

const names = { group: 'admissionregistration.k8s.io', resource: 'validatingadmissionpolicybindings' };

export const validatingadmissionpolicybindings = resource<ValidatingAdmissionPolicyBinding>(names, {
  ...policyBehavior<ValidatingAdmissionPolicyBinding>(),
  strategy: {
    setDefaults({ apiVersion, spec }) {
      setMatchResourcesDefaults(spec?.matchResources);
      if (spec?.paramRef && apiVersion.endsWith('/v1alpha1')) spec.paramRef.parameterNotFoundAction ??= 'Deny';
    },
    validate: ({ spec }) => validateSpec(spec, 'spec'),
  },
  columns: [
    nameColumn(),
    column(
      'PolicyName',
      'string',
      'PolicyName indicates the policy definition which the policy binding binded to',
      ({ spec }) => spec?.policyName ?? '',
    ),
    column(
      'ParamRef',
      'string',
      'ParamRef indicates the param resource which sets the configration param',
      ({ spec }) => parameterText(spec?.paramRef),
    ),
    ageColumn(),
  ],
});

const validateSpec = checkMembers<ValidatingAdmissionPolicyBindingSpec>({
  policyName: { notEmpty: true, format: isDns1123Subdomain },
  paramRef: validateParameter,
  // The typo is the real server's.
  matchResources: { shownAs: 'matchResouces', check: validateMatchResources },
  validationActions: { notEmpty: 'at least one validation action is required', check: validateActions },
});

function validateParameter(parameter: ParamRef, field: string): FieldError[] {
  const { name = '', selector, parameterNotFoundAction: action = '' } = parameter;
  const errors: FieldError[] = [];
  if (name !== '') {
    errors.push(...invalidFor(`${field}.name`, name, isValidPathSegmentName(name)));
    if (selector) errors.push(forbiddenField(`${field}.name`, EXCLUSIVE));
  }
  if (selector) {
    errors.push(...validateLabelSelector(selector, `${field}.selector`));
    if (name !== '') errors.push(forbiddenField(`${field}.selector`, EXCLUSIVE));
  }
  if (name === '' && !selector) errors.push(required(field, 'one of name or selector must be specified'));
  if (action === '') return [...errors, required(`${field}.parameterNotFoundAction`)];
  if (NOT_FOUND_ACTIONS.includes(action)) return errors;
  return [...errors, notSupported(`${field}.parameterNotFoundAction`, action, NOT_FOUND_ACTIONS)];
}

function validateActions(actions: readonly string[], field: string): FieldError[] {
  const errors = actions.flatMap((action, index) => [
    ...(ACTIONS.includes(action) ? [] : [notSupported(`${field}[${index}]`, action, ACTIONS)]),
    ...(actions.indexOf(action) < index ? [duplicate(`${field}[${index}]`, action)] : []),
  ]);
  if (actions.includes('Deny') && actions.includes('Warn')) {
    errors.push(invalid(field, goSlice('admissionregistration.ValidationAction', actions), REPEATED_FAILURE));
  }
  return errors;
}

function parameterText(parameter: ParamRef | undefined): string {
  if (!parameter?.name) return parameter?.selector ? '*' : '<unset>';
  return parameter.namespace ? `${parameter.namespace}/${parameter.name}` : parameter.name;
}
