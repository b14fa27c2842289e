import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import { goJson } from '../../api/encoding/go-json.ts';
import type { HorizontalPodAutoscaler as AutoscalerV1 } from '../../api/kinds/autoscaling-v1.generated.ts';
import type {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerBehavior,
  HPAScalingRules,
  MetricSpec,
  MetricStatus,
} from '../../api/kinds/autoscaling-v2.generated.ts';
import { type ApiObject, isRecord } from '../../api/object.ts';
import type { Conversion } from '../resource-definition.ts';
import { DEFAULT_UTILIZATION, setMetricDefaults } from './horizontalpodautoscaler-defaults.ts';
import { type MetricV1, metricFromV1, metricToV1, statusFromV1, statusToV1 } from './metric-v1.ts';

/** autoscaling/v1 only has CPU utilization; annotations hold everything else. */
const ANNOTATIONS = {
  metrics: kubernetesName('autoscaling.alpha.kubernetes.io/metrics'),
  currentMetrics: kubernetesName('autoscaling.alpha.kubernetes.io/current-metrics'),
  behavior: kubernetesName('autoscaling.alpha.kubernetes.io/behavior'),
  conditions: kubernetesName('autoscaling.alpha.kubernetes.io/conditions'),
} as const;
type AnnotationName = keyof typeof ANNOTATIONS;

export const horizontalPodAutoscalerV1: Conversion<HorizontalPodAutoscaler> = {
  fromStorage: (object, dialect) => toV1(object, dialect),
  toStorage: (object, dialect) => fromV1(object as AutoscalerV1, dialect),
};

/** Sets CPU utilization as the default metric, unless the annotation has metrics. */
export function setDefaultsOfV1(draft: ApiObject, dialect: Dialect): void {
  const { metadata, spec } = draft as AutoscalerV1;
  if (!spec) return;
  spec.minReplicas ??= 1;
  if (metadata.annotations?.[dialect.rename(ANNOTATIONS.metrics)] === undefined) {
    spec.targetCPUUtilizationPercentage ??= DEFAULT_UTILIZATION;
  }
  setAnnotations(draft as AutoscalerV1, dialect);
}

/** Sets the annotations that other versions convert to, so that they have owners. */
function setAnnotations(draft: AutoscalerV1, dialect: Dialect): void {
  const { annotations } = toV1(fromV1(draft, dialect), dialect).metadata;
  if (annotations) draft.metadata.annotations = annotations;
  else delete draft.metadata.annotations;
}

const processorTarget = ({ resource }: MetricSpec): number | undefined =>
  resource?.name === 'cpu' ? resource.target.averageUtilization : undefined;
const processorStatus = ({ resource }: MetricStatus): number | undefined =>
  resource?.name === 'cpu' ? resource.current.averageUtilization : undefined;
const firstKnown = (values: readonly (number | undefined)[]): number | undefined =>
  values.find((value) => value !== undefined);

function toV1(object: HorizontalPodAutoscaler, dialect: Dialect): ApiObject {
  const { spec, status, metadata } = object;
  const { metrics = [], behavior, ...fields } = spec ?? { maxReplicas: 0, scaleTargetRef: { kind: '', name: '' } };
  const { currentMetrics, conditions = [], currentReplicas = 0, ...rest } = status ?? { desiredReplicas: 0 };
  const others = metrics.filter((metric) => processorTarget(metric) === undefined).map(metricToV1);
  const statuses = (currentMetrics ?? []).map(statusToV1);
  const texts = {
    metrics: others.length > 0 ? goJson(others) : undefined,
    currentMetrics: statuses.length > 0 ? goJson(statuses) : undefined,
    behavior: behavior && goJson(capitalizedBehavior(behavior)),
    conditions: conditions.length > 0 ? goJson(conditions.map(conditionInOrder)) : undefined,
  };
  const converted: AutoscalerV1 = {
    apiVersion: 'autoscaling/v1',
    kind: object.kind,
    metadata: { ...metadata, annotations: withAnnotations(metadata.annotations, texts, dialect) },
    spec: { ...fields, targetCPUUtilizationPercentage: firstKnown(metrics.map(processorTarget)) },
    status: {
      ...rest,
      currentReplicas,
      currentCPUUtilizationPercentage: firstKnown((currentMetrics ?? []).map(processorStatus)),
    },
  };
  return converted;
}

const conditionInOrder = ({
  type,
  status,
  lastTransitionTime,
  reason,
  message,
}: NonNullable<NonNullable<HorizontalPodAutoscaler['status']>['conditions']>[number]) => ({
  type,
  status,
  lastTransitionTime: lastTransitionTime ?? null,
  reason,
  message,
});

function withAnnotations(
  annotations: Record<string, string> | undefined,
  texts: Readonly<Record<AnnotationName, string | undefined>>,
  dialect: Dialect,
): Record<string, string> | undefined {
  const added = (Object.keys(ANNOTATIONS) as AnnotationName[]).flatMap((name) => {
    const text = texts[name];
    return text === undefined ? [] : [[dialect.rename(ANNOTATIONS[name]), text] as const];
  });
  return added.length > 0 ? { ...annotations, ...Object.fromEntries(added) } : annotations;
}

/** Returns the behavior for the annotation: in the server's internal form, with every member present. */
function capitalizedBehavior({ scaleUp, scaleDown }: HorizontalPodAutoscalerBehavior): unknown {
  const rules = (of: HPAScalingRules | undefined) =>
    of
      ? {
          StabilizationWindowSeconds: of.stabilizationWindowSeconds ?? null,
          SelectPolicy: of.selectPolicy ?? null,
          Policies:
            of.policies?.map(({ type, value, periodSeconds }) => ({
              Type: type,
              Value: value,
              PeriodSeconds: periodSeconds,
            })) ?? null,
        }
      : null;
  return { ScaleUp: rules(scaleUp), ScaleDown: rules(scaleDown) };
}

function fromV1(object: AutoscalerV1, dialect: Dialect): HorizontalPodAutoscaler {
  const { metadata, spec, status } = object;
  const { targetCPUUtilizationPercentage: target, ...fields } = spec ?? {
    maxReplicas: 0,
    scaleTargetRef: { kind: '', name: '' },
  };
  const { currentCPUUtilizationPercentage: current, ...rest } = status ?? { currentReplicas: 0, desiredReplicas: 0 };
  const read = (name: AnnotationName): unknown => parsed(metadata.annotations?.[dialect.rename(ANNOTATIONS[name])]);
  const metrics = asMetrics(read('metrics')).map(metricFromV1);
  if (target !== undefined) metrics.push(processorMetric(target));
  const statuses = asMetrics(read('currentMetrics')).map(statusFromV1);
  if (statuses.length === 0 && current !== undefined) {
    statuses.push({ type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: current } } });
  }
  const behavior = uncapitalized(read('behavior'));
  const conditions = read('conditions');
  const converted: HorizontalPodAutoscaler = {
    apiVersion: 'autoscaling/v2',
    kind: object.kind,
    metadata: { ...metadata, annotations: withoutAnnotations(metadata.annotations, dialect) },
    spec: { ...fields, metrics, ...(isRecord(behavior) ? { behavior } : {}) },
    status: { ...rest, currentMetrics: statuses, ...(Array.isArray(conditions) ? { conditions } : {}) },
  };
  if (converted.spec) setMetricDefaults(converted.spec);
  return converted;
}

const processorMetric = (averageUtilization: number): MetricSpec => ({
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } },
});

/** Parses an annotation. Returns undefined when it is not valid JSON. */
function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const asMetrics = (value: unknown): MetricV1[] => (Array.isArray(value) ? (value as MetricV1[]) : []);

/** Returns the behavior as in autoscaling/v2: with lowercase member names and without nulls. */
function uncapitalized(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(uncapitalized);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== null)
      .map(([key, item]) => [key.charAt(0).toLowerCase() + key.slice(1), uncapitalized(item)]),
  );
}

function withoutAnnotations(annotations: Record<string, string> | undefined, dialect: Dialect) {
  const own = Object.values(ANNOTATIONS).map((name) => dialect.rename(name));
  const rest = Object.entries(annotations ?? {}).filter(([name]) => !own.includes(name));
  return rest.length > 0 ? Object.fromEntries(rest) : undefined;
}
