import { type FieldError, forbiddenField, invalid, notSupported, required } from '../../api/field-error.ts';
import type {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerSpec,
  HPAScalingPolicy,
  HPAScalingRules,
} from '../../api/kinds/autoscaling-v2.generated.ts';
import type { ApiObject } from '../../api/object.ts';
import { nonnegativeMembers } from '../field-validation.ts';
import { resource } from '../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';
import { setAutoscalerDefaults } from './horizontalpodautoscaler-defaults.ts';
import { horizontalPodAutoscalerV1, setDefaultsOfV1 } from './horizontalpodautoscaler-v1.ts';
import { metricsText } from './metric-text.ts';
import { validateMetric, validateReference } from './metric-validation.ts';

const SELECT_POLICIES = ['Disabled', 'Max', 'Min'];
const POLICY_TYPES = ['Percent', 'Pods'];
const MAXIMUM_STABILIZATION_SECONDS = 3600;
const MAXIMUM_PERIOD_SECONDS = 1800;

export const horizontalpodautoscalers = resource<HorizontalPodAutoscaler>({
  group: 'autoscaling',
  resource: 'horizontalpodautoscalers',
  storageVersion: 'v2',
  conversions: { v1: horizontalPodAutoscalerV1 },
  strategy: {
    setDefaults(draft, { dialect }) {
      if (draft.apiVersion === 'autoscaling/v1') setDefaultsOfV1(draft as ApiObject, dialect);
      else if (draft.spec) setAutoscalerDefaults(draft.spec);
    },
    validate: ({ spec }) => validateSpec(spec ?? {}, 1),
    validateUpdate: ({ spec }, live) => validateSpec(spec ?? {}, live.spec?.minReplicas === 0 ? 0 : 1),
    subresources: {
      status: {
        validateUpdate: ({ status }) =>
          nonnegativeMembers(status ?? { desiredReplicas: 0 }, ['currentReplicas', 'desiredReplicas'], 'status'),
      },
    },
  },
  columns: [
    nameColumn(),
    column(
      'Reference',
      'string',
      'scaleTargetRef points to the target resource to scale, and is used to the pods for which metrics should be collected, as well as to actually change the replica count.',
      ({ spec }) => `${spec?.scaleTargetRef.kind}/${spec?.scaleTargetRef.name}`,
    ),
    column(
      'Targets',
      'string',
      'metrics contains the specifications for which to use to calculate the desired replica count (the maximum replica count across all metrics will be used).  The desired replica count is calculated multiplying the ratio between the target value and the current value by the current number of pods.  Ergo, metrics used must decrease as the pod count is increased, and vice-versa.  See the individual metric source types for more information about how each type of metric must respond.',
      ({ spec, status }) => metricsText(spec?.metrics ?? [], status?.currentMetrics ?? []),
    ),
    column(
      'MinPods',
      'string',
      'minReplicas is the lower limit for the number of replicas to which the autoscaler can scale down.  It defaults to 1 pod.  minReplicas is allowed to be 0 if the alpha feature gate HPAScaleToZero is enabled and at least one Object or External metric is configured.  Scaling is active as long as at least one metric value is available.',
      ({ spec }) => String(spec?.minReplicas ?? '<unset>'),
    ),
    column(
      'MaxPods',
      'string',
      'maxReplicas is the upper limit for the number of replicas to which the autoscaler can scale up. It cannot be less that minReplicas.',
      ({ spec }) => spec?.maxReplicas ?? 0,
    ),
    column(
      'Replicas',
      'string',
      'currentReplicas is current number of replicas of pods managed by this autoscaler, as last seen by the autoscaler.',
      ({ status }) => status?.currentReplicas ?? 0,
    ),
    ageColumn(),
  ],
});

function validateSpec(spec: Partial<HorizontalPodAutoscalerSpec>, lowest: number): FieldError[] {
  const { minReplicas: minimum, maxReplicas: maximum = 0, metrics = [], behavior } = spec;
  const errors: FieldError[] = [];
  if (minimum !== undefined && minimum < lowest) {
    errors.push(invalid('spec.minReplicas', minimum, `must be greater than or equal to ${lowest}`));
  }
  if (maximum < 1) errors.push(invalid('spec.maxReplicas', maximum, 'must be greater than 0'));
  if (minimum !== undefined && maximum < minimum) {
    errors.push(invalid('spec.maxReplicas', maximum, 'must be greater than or equal to `minReplicas`'));
  }
  errors.push(...validateReference(spec.scaleTargetRef ?? {}, 'spec.scaleTargetRef'));
  errors.push(...metrics.flatMap((metric, index) => validateMetric(metric, `spec.metrics[${index}]`)));
  if (minimum === 0 && !metrics.some(({ type }) => type === 'Object' || type === 'External')) {
    const detail = 'must specify at least one Object or External metric to support scaling to zero replicas';
    errors.push(forbiddenField('spec.metrics', detail));
  }
  return [
    ...errors,
    ...validateRules(behavior?.scaleUp, 'spec.behavior.scaleUp'),
    ...validateRules(behavior?.scaleDown, 'spec.behavior.scaleDown'),
  ];
}

function validateRules(rules: HPAScalingRules | undefined, field: string): FieldError[] {
  if (!rules) return [];
  const { stabilizationWindowSeconds: seconds = 0, selectPolicy, policies = [] } = rules;
  const errors: FieldError[] = [];
  const wrong = (detail: string) => invalid(`${field}.stabilizationWindowSeconds`, seconds, detail);
  if (seconds < 0) errors.push(wrong('must be greater than or equal to zero'));
  if (seconds > MAXIMUM_STABILIZATION_SECONDS) {
    errors.push(wrong(`must be less than or equal to ${MAXIMUM_STABILIZATION_SECONDS}`));
  }
  if (selectPolicy !== undefined && !SELECT_POLICIES.includes(selectPolicy)) {
    errors.push(notSupported(`${field}.selectPolicy`, selectPolicy, SELECT_POLICIES));
  }
  if (policies.length === 0) errors.push(required(`${field}.policies`, 'must specify at least one Policy'));
  return [...errors, ...policies.flatMap((policy, index) => validatePolicy(policy, `${field}.policies[${index}]`))];
}

function validatePolicy({ type, value, periodSeconds: seconds }: HPAScalingPolicy, field: string): FieldError[] {
  const errors = POLICY_TYPES.includes(type) ? [] : [notSupported(`${field}.type`, type, POLICY_TYPES)];
  if (value <= 0) errors.push(invalid(`${field}.value`, value, 'must be greater than zero'));
  const wrong = (detail: string) => invalid(`${field}.periodSeconds`, seconds, detail);
  if (seconds <= 0) errors.push(wrong('must be greater than zero'));
  if (seconds > MAXIMUM_PERIOD_SECONDS) errors.push(wrong(`must be less than or equal to ${MAXIMUM_PERIOD_SECONDS}`));
  return errors;
}
