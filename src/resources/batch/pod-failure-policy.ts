import { duplicate, type FieldError, invalid, quoted, tooMany } from '../../api/field-error.ts';
import type {
  JobSpec,
  PodFailurePolicyOnExitCodesRequirement,
  PodFailurePolicyOnPodConditionsPattern,
  PodFailurePolicyRule,
} from '../../api/kinds/batch-v1.generated.ts';
import { isQualifiedName } from '../../api/names.ts';
import { invalidWithoutValue } from '../field-validation.ts';
import { goSlice } from '../go-text.ts';
import { checkMembers } from '../member-rules.ts';

const MAXIMUM_RULES = 20;
const MAXIMUM_PATTERNS = 20;
const MAXIMUM_VALUES = 255;

/** Validates how a job handles failed pods. */
export function validatePodFailurePolicy(spec: Partial<JobSpec>, field: string): FieldError[] {
  const rules = spec.podFailurePolicy?.rules ?? [];
  const path = `${field}.rules`;
  const pod = spec.template?.spec;
  const containers = [...(pod?.initContainers ?? []), ...(pod?.containers ?? [])].map(({ name }) => name);
  return [
    ...(rules.length > MAXIMUM_RULES ? [tooMany(path, rules.length, MAXIMUM_RULES)] : []),
    ...rules.flatMap((rule, index) => validateRule(rule, spec, `${path}[${index}]`, containers)),
  ];
}

function validateRule(rule: PodFailurePolicyRule, spec: Partial<JobSpec>, field: string, containers: string[]) {
  const { onExitCodes, action } = rule;
  const conditions = rule.onPodConditions ?? [];
  const errors = validateAction(rule, field);
  if (action === 'FailIndex' && spec.backoffLimitPerIndex == null) {
    errors.push(invalid(`${field}.action`, action, 'requires the backoffLimitPerIndex to be set'));
  }
  if (onExitCodes) errors.push(...validateExitCodes(onExitCodes, `${field}.onExitCodes`, containers));
  errors.push(...validateConditions(rule, field));
  if (onExitCodes && conditions.length > 0) {
    errors.push(invalidWithoutValue(field, 'specifying both OnExitCodes and OnPodConditions is not supported'));
  }
  if (!onExitCodes && conditions.length === 0) {
    errors.push(invalidWithoutValue(field, 'specifying one of OnExitCodes and OnPodConditions is required'));
  }
  return errors;
}

const validateOperator = checkMembers<PodFailurePolicyOnExitCodesRequirement>({ operator: choice(['In', 'NotIn']) });
const validateAction = checkMembers<PodFailurePolicyRule>({
  action: choice(['Count', 'FailIndex', 'FailJob', 'Ignore']),
});
const validateConditions = checkMembers<PodFailurePolicyRule>({
  onPodConditions: {
    maximumItems: MAXIMUM_PATTERNS,
    each: checkMembers<PodFailurePolicyOnPodConditionsPattern>({
      type: { format: isQualifiedName },
      status: choice(['False', 'True', 'Unknown']),
    }),
  },
});

/** The facts of a required member with a fixed set of values. */
function choice(values: readonly string[]) {
  return { notEmpty: `valid values: [${values.map(quoted).join(' ')}]`, oneOf: values } as const;
}

function validateExitCodes(
  requirement: PodFailurePolicyOnExitCodesRequirement,
  field: string,
  containers: readonly string[],
): FieldError[] {
  const { containerName, operator } = requirement;
  const errors = validateOperator(requirement, field);
  if (containerName != null && !containers.includes(containerName)) {
    const detail = 'must be one of the container or initContainer names in the pod template';
    errors.push(invalid(`${field}.containerName`, containerName, detail));
  }
  return [...errors, ...validateValues(requirement.values, operator, `${field}.values`)];
}

function validateValues(values: readonly number[] | null, operator: string, field: string): FieldError[] {
  if (!values?.length) return [invalid(field, goSlice('int32', values), 'at least one value is required')];
  const errors = values.length > MAXIMUM_VALUES ? [tooMany(field, values.length, MAXIMUM_VALUES)] : [];
  values.forEach((value, index) => {
    if (operator === 'In' && value === 0) {
      errors.push(invalid(`${field}[${index}]`, value, 'must not be 0 for the In operator'));
    }
    if (values.indexOf(value) < index) errors.push(duplicate(`${field}[${index}]`, value));
  });
  if (values.some((value, index) => (values[index - 1] ?? value) > value)) {
    errors.push(invalid(field, goSlice('int32', values), 'must be ordered'));
  }
  return errors;
}
