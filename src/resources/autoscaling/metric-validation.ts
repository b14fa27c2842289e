import { type FieldError, forbiddenField, invalid, notSupported, required, verbatim } from '../../api/field-error.ts';
import type {
  CrossVersionObjectReference,
  MetricIdentifier,
  MetricSpec,
  MetricTarget,
} from '../../api/kinds/autoscaling-v2.generated.ts';
import { isValidPathSegmentName } from '../../api/names.ts';
import { parseQuantity, quantityGoText, quantitySign } from '../../api/values/quantity.ts';
import { checkMembers } from '../member-rules.ts';

const SOURCES = {
  Object: 'object',
  External: 'external',
  Pods: 'pods',
  Resource: 'resource',
  ContainerResource: 'containerResource',
} as const;
const TYPES = Object.keys(SOURCES).sort();
const BOTH_OF_RESOURCE = 'may not set both a target raw value and a target utilization';

type SourceName = (typeof SOURCES)[keyof typeof SOURCES];

export const validateReference = checkMembers<CrossVersionObjectReference>({
  kind: { notEmpty: true, format: isValidPathSegmentName },
  name: { notEmpty: true, format: isValidPathSegmentName },
});
const validateIdentifier = checkMembers<MetricIdentifier>({
  name: { notEmpty: 'must specify a metric name', format: isValidPathSegmentName },
});

/** Validates one metric. Of several sources, only the first is validated. */
export function validateMetric(metric: MetricSpec, field: string): FieldError[] {
  const { type } = metric;
  const errors = type === '' ? [required(`${field}.type`, 'must specify a metric source type')] : [];
  if (!TYPES.includes(type)) errors.push(notSupported(`${field}.type`, type, TYPES));
  const present = Object.values(SOURCES).filter((source) => metric[source] !== undefined);
  const [first] = present;
  if (first !== undefined) errors.push(...validateSource(metric, first, `${field}.${first}`));
  const expected = Object.entries(SOURCES).find(([name]) => name === type)?.[1];
  if (expected === undefined) errors.push(notSupported(`${field}.type`, type, TYPES));
  else if (!metric[expected]) {
    errors.push(required(`${field}.${expected}`, 'must populate information for the given metric source'));
  }
  if (present.length !== 1) {
    for (const source of present.filter((name) => name !== expected)) {
      errors.push(forbiddenField(`${field}.${source}`, 'must populate the given metric source only'));
    }
  }
  return errors;
}

function validateSource(metric: MetricSpec, source: SourceName, field: string): FieldError[] {
  const { object, external, pods, resource, containerResource } = metric;
  if (source === 'object' && object) {
    return [
      ...validateReference(object.describedObject, `${field}.describedObject`),
      ...validateIdentifier(object.metric, `${field}.metric`),
      ...validateTarget(object.target, `${field}.target`),
      ...needsValue(object.target, `${field}.target`, 'must set either a target value or averageValue'),
    ];
  }
  if (source === 'external' && external) return validateExternal(external.metric, external.target, field);
  if (source === 'pods' && pods) {
    const average = pods.target.averageValue;
    return [
      ...validateIdentifier(pods.metric, `${field}.metric`),
      ...validateTarget(pods.target, `${field}.target`),
      ...(average === undefined || signOf(average) !== 1
        ? [required(`${field}.target.averageValue`, 'must specify a positive target averageValue')]
        : []),
    ];
  }
  return validateResourceSource(containerResource ?? resource ?? { name: '', target: { type: '' } }, source, field);
}

function validateExternal(metric: MetricIdentifier, target: MetricTarget, field: string): FieldError[] {
  const errors = [
    ...validateIdentifier(metric, `${field}.metric`),
    ...validateTarget(target, `${field}.target`),
    ...needsValue(target, `${field}.target`, 'must set either a target value for metric or a per-pod target'),
  ];
  if (target.value !== undefined && target.averageValue !== undefined) {
    const detail = 'may not set both a target value for metric and a per-pod target';
    errors.push(forbiddenField(`${field}.target.value`, detail));
  }
  return errors;
}

const needsValue = ({ value, averageValue }: MetricTarget, field: string, detail: string): FieldError[] =>
  value === undefined && averageValue === undefined ? [required(`${field}.averageValue`, detail)] : [];

function validateResourceSource(
  { name, target, container }: { name: string; target: MetricTarget; container?: string },
  source: SourceName,
  field: string,
): FieldError[] {
  const errors = name === '' ? [required(`${field}.name`, 'must specify a resource name')] : [];
  if (source === 'containerResource' && !container) {
    errors.push(required(`${field}.container`, 'must specify a container'));
  }
  errors.push(...validateTarget(target, `${field}.target`));
  const { averageUtilization, averageValue } = target;
  if (averageUtilization === undefined && averageValue === undefined) {
    const detail = 'must set either a target raw value or a target utilization';
    errors.push(required(`${field}.target.averageUtilization`, detail));
  }
  if (averageUtilization !== undefined && averageValue !== undefined) {
    errors.push(forbiddenField(`${field}.target.averageValue`, BOTH_OF_RESOURCE));
  }
  return errors;
}

const signOf = (quantity: string | number): number => quantitySign(parseQuantity(String(quantity)));

function validateTarget(target: MetricTarget, field: string): FieldError[] {
  const { type, averageUtilization } = target;
  const errors = type === '' ? [required(`${field}.type`, 'must specify a metric target type')] : [];
  if (!['Utilization', 'Value', 'AverageValue'].includes(type)) {
    errors.push(invalid(`${field}.type`, type, 'must be either Utilization, Value, or AverageValue'));
  }
  for (const member of ['value', 'averageValue'] as const) {
    const quantity = target[member];
    if (quantity !== undefined && signOf(quantity) !== 1) {
      const shown = verbatim(quantityGoText(parseQuantity(String(quantity))));
      errors.push(invalid(`${field}.${member}`, shown, 'must be positive'));
    }
  }
  if (averageUtilization !== undefined && averageUtilization < 1) {
    errors.push(invalid(`${field}.averageUtilization`, averageUtilization, 'must be greater than 0'));
  }
  return errors;
}
