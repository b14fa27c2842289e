import { type FieldError, forbiddenField, invalid } from '../../api/field-error.ts';
import type {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerBehavior,
  HorizontalPodAutoscalerSpec,
  HPAScalingPolicy,
  HPAScalingRules,
} from '../../api/kinds/autoscaling-v2.generated.ts';
import type { ApiObject } from '../../api/object.ts';
import { nonnegativeMembers } from '../field-validation.ts';
import { checkMembers } from '../member-rules.ts';
import { resource } from '../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';
import { setAutoscalerDefaults } from './horizontalpodautoscaler-defaults.ts';
import { horizontalPodAutoscalerV1, setDefaultsOfV1 } from './horizontalpodautoscaler-v1.ts';
import { metricsText } from './metric-text.ts';
import { validateMetric, validateReference } from './metric-validation.ts';

const names = { group: 'autoscaling', resource: 'horizontalpodautoscalers' };

export const horizontalpodautoscalers = resource<HorizontalPodAutoscaler>(names, {
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
  errors.push(...validateReference(spec.scaleTargetRef, 'spec.scaleTargetRef'));
  errors.push(...metrics.flatMap((metric, index) => validateMetric(metric, `spec.metrics[${index}]`)));
  if (minimum === 0 && !metrics.some(({ type }) => type === 'Object' || type === 'External')) {
    const detail = 'must specify at least one Object or External metric to support scaling to zero replicas';
    errors.push(forbiddenField('spec.metrics', detail));
  }
  return [...errors, ...validateBehavior(behavior, 'spec.behavior')];
}

const validatePolicy = checkMembers<HPAScalingPolicy>({
  type: { oneOf: ['Percent', 'Pods'] },
  value: { minimum: [1, 'must be greater than zero'] },
  periodSeconds: { minimum: [1, 'must be greater than zero'], maximum: 1800 },
});

const validateRules = checkMembers<HPAScalingRules>({
  stabilizationWindowSeconds: { minimum: [0, 'must be greater than or equal to zero'], maximum: 3600 },
  selectPolicy: { oneOf: ['Disabled', 'Max', 'Min'] },
  policies: { notEmpty: 'must specify at least one Policy', each: validatePolicy },
});

const validateBehavior = checkMembers<HorizontalPodAutoscalerBehavior>({
  scaleUp: validateRules,
  scaleDown: validateRules,
});
