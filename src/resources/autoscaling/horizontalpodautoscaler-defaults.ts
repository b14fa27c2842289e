import type {
  HorizontalPodAutoscalerSpec,
  HPAScalingPolicy,
  HPAScalingRules,
} from '../../api/kinds/autoscaling-v2.generated.ts';

const UP_POLICIES: readonly HPAScalingPolicy[] = [
  { type: 'Pods', value: 4, periodSeconds: 15 },
  { type: 'Percent', value: 100, periodSeconds: 15 },
];
const DOWN_POLICIES: readonly HPAScalingPolicy[] = [{ type: 'Percent', value: 100, periodSeconds: 15 }];
/** Percent of the containers' requests. */
export const DEFAULT_UTILIZATION = 80;

/** Sets the default metric: CPU utilization. */
export function setMetricDefaults(spec: HorizontalPodAutoscalerSpec): void {
  if (spec.metrics?.length) return;
  const target = { type: 'Utilization', averageUtilization: DEFAULT_UTILIZATION };
  spec.metrics = [{ type: 'Resource', resource: { name: 'cpu', target } }];
}

export function setAutoscalerDefaults(spec: HorizontalPodAutoscalerSpec): void {
  spec.minReplicas ??= 1;
  setMetricDefaults(spec);
  if (!spec.behavior) return;
  spec.behavior.scaleUp = withDefaults(spec.behavior.scaleUp, UP_POLICIES);
  spec.behavior.scaleUp.stabilizationWindowSeconds ??= 0;
  spec.behavior.scaleDown = withDefaults(spec.behavior.scaleDown, DOWN_POLICIES);
}

const withDefaults = (rules: HPAScalingRules | undefined, policies: readonly HPAScalingPolicy[]): HPAScalingRules => ({
  ...rules,
  selectPolicy: rules?.selectPolicy ?? 'Max',
  policies: rules?.policies ?? policies.map((policy) => ({ ...policy })),
});
