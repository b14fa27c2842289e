import { type FieldError, invalid, required } from '../../api/field-error.ts';
import { jsonPathError } from '../../api/json/json-path-syntax.ts';
import type {
  ExpressionWarning,
  ParamKind,
  TypeChecking,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicySpec,
  ValidatingAdmissionPolicyStatus,
} from '../../api/kinds/admissionregistration-v1beta1.generated.ts';
import { isDns1035Label, isDns1123Subdomain } from '../../api/names.ts';
import { admissionEnvironment } from '../../cel/admission/admission-environment.ts';
import { compileExpression } from '../../cel/compile-expression.ts';
import { validateConditions } from '../condition-validation.ts';
import { checkMembers } from '../member-rules.ts';
import { resource } from '../resource-definition.ts';
import { statusOnly } from '../status-subresource.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';
import { validateMatchConditions } from './match-conditions-validation.ts';
import { setMatchResourcesDefaults, validateMatchResources } from './match-resources-validation.ts';
import {
  validateAuditAnnotations,
  validateValidations,
  validateVariables,
  variableNames,
} from './policy-expressions.ts';
import { policyBehavior } from './version-v1alpha1.ts';

const NOTHING_TO_DO = 'validations or auditAnnotations must contain at least one item';

const names = { group: 'admissionregistration.k8s.io', resource: 'validatingadmissionpolicies' };

export const validatingadmissionpolicies = resource<ValidatingAdmissionPolicy>(names, {
  ...policyBehavior<ValidatingAdmissionPolicy>(),
  strategy: {
    setDefaults({ spec }) {
      if (!spec) return;
      spec.failurePolicy ??= 'Fail';
      setMatchResourcesDefaults(spec.matchConstraints);
    },
    validate: ({ metadata, spec }) => validateSpec(spec ?? {}, metadata.name ?? ''),
    subresources: {
      status: {
        ...statusOnly,
        validateUpdate: ({ status }) => validateStatus(status, 'status'),
      },
    },
  },
  columns: [
    nameColumn(),
    column(
      'Validations',
      'integer',
      'Validations indicates the number of validation rules defined in this configuration',
      ({ spec }) => spec?.validations?.length ?? 0,
    ),
    column(
      'ParamKind',
      'string',
      'ParamKind specifies the kind of resources used to parameterize this policy',
      ({ spec }) => (spec?.paramKind ? `${spec.paramKind.apiVersion}/${spec.paramKind.kind}` : '<unset>'),
    ),
    ageColumn(),
  ],
});

const validateStatus = checkMembers<ValidatingAdmissionPolicyStatus>({
  typeChecking: checkMembers<TypeChecking>({
    expressionWarnings: {
      each: checkMembers<ExpressionWarning>({ warning: { notEmpty: true }, fieldRef: validateReference }),
    },
  }),
  conditions: validateConditions,
});

function validateReference(text: string, field: string): FieldError[] {
  const path = text.trim();
  if (path === '') return [required(field)];
  const error = jsonPathError(`{${path}}`);
  return error === undefined ? [] : [invalid(field, path, `invalid JSONPath: ${error}`)];
}

const validateFirst = checkMembers<ValidatingAdmissionPolicySpec>({
  failurePolicy: { required: true, oneOf: ['Fail', 'Ignore'] },
  paramKind: validateParamKind,
  matchConstraints: {
    required: true,
    check: (match, field) => [
      ...validateMatchResources(match, field),
      ...(match.resourceRules?.length ? [] : [required(`${field}.resourceRules`)]),
    ],
  },
});

const validateSpec = (spec: ValidatingAdmissionPolicySpec, name: string): FieldError[] => [
  ...validateFirst(spec, 'spec'),
  ...validateExpressions(spec, name),
];

function validateExpressions(spec: ValidatingAdmissionPolicySpec, name: string): FieldError[] {
  const { matchConditions, validations = [], auditAnnotations = [] } = spec;
  const variables = spec.variables ?? [];
  const params = spec.paramKind !== undefined;
  const scope = { params, ...(variables.length > 0 ? { variables: variableNames(variables) } : {}) };
  const ofConditions = admissionEnvironment({ params, authorizer: true });
  const errors = [
    ...validateMatchConditions(matchConditions, 'spec.matchConditions', (expression) =>
      compileExpression(expression, ofConditions, ['bool']),
    ),
    ...validateVariables(variables, params, 'spec.variables'),
  ];
  if (validations.length + auditAnnotations.length === 0) {
    return [...errors, required('spec.validations', NOTHING_TO_DO), required('spec.auditAnnotations', NOTHING_TO_DO)];
  }
  return [
    ...errors,
    ...validateValidations(validations, scope, 'spec.validations'),
    ...validateAuditAnnotations(auditAnnotations, name, scope, 'spec.auditAnnotations'),
  ];
}

function validateParamKind({ apiVersion = '', kind = '' }: ParamKind, field: string): FieldError[] {
  const errors = apiVersion === '' ? [required(`${field}.apiVersion`)] : validateVersion(apiVersion, field);
  if (kind === '') return [...errors, required(`${field}.kind`)];
  const messages = isDns1035Label(kind.toLowerCase());
  if (messages.length === 0) return errors;
  const detail = `may have mixed case, but should otherwise match: ${messages.join(',')}`;
  return [...errors, invalid(`${field}.kind`, kind, detail)];
}

function validateVersion(apiVersion: string, field: string): FieldError[] {
  const path = `${field}.apiVersion`;
  const parts = apiVersion.split('/');
  if (parts.length > 2) return [invalid(path, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)];
  const [version = '', group = ''] = parts.reverse();
  const ofGroup = group === '' ? [] : isDns1123Subdomain(group);
  const ofVersion = isDns1035Label(version);
  const errors = ofGroup.length > 0 ? [invalid(path, group, ofGroup.join(','))] : [];
  if (version === '') return [...errors, invalid(path, apiVersion, 'version must be specified')];
  return ofVersion.length > 0 ? [...errors, invalid(path, version, ofVersion.join(','))] : errors;
}
