import type {
  CrossVersionObjectReference,
  MetricSpec,
  MetricStatus,
  MetricTarget,
} from '../../api/kinds/autoscaling-v2.generated.ts';
import type { LabelSelector } from '../../api/kinds/meta-v1.generated.ts';

type Quantity = string | number;

/** The members of sources in autoscaling/v1; the type determines which are present. */
interface SourceV1 {
  target?: CrossVersionObjectReference | undefined;
  name?: string | undefined;
  metricName?: string | undefined;
  metricSelector?: LabelSelector | undefined;
  targetAverageUtilization?: number | undefined;
  targetValue?: Quantity | undefined;
  targetAverageValue?: Quantity | undefined;
  currentAverageUtilization?: number | undefined;
  currentValue?: Quantity | undefined;
  currentAverageValue?: Quantity | undefined;
  selector?: LabelSelector | undefined;
  averageValue?: Quantity | undefined;
  container?: string | undefined;
}
/** A metric or its status, as an annotation of autoscaling/v1 holds it. */
export interface MetricV1 {
  type: string;
  object?: SourceV1 | undefined;
  pods?: SourceV1 | undefined;
  resource?: SourceV1 | undefined;
  containerResource?: SourceV1 | undefined;
  external?: SourceV1 | undefined;
}

export const metricToV1 = ({ type, object, pods, resource, containerResource, external }: MetricSpec): MetricV1 => ({
  type,
  object: object && {
    target: objectReference(object.describedObject),
    metricName: object.metric.name,
    targetValue: object.target.value ?? '0',
    selector: object.metric.selector,
    averageValue: object.target.averageValue,
  },
  pods: pods && {
    metricName: pods.metric.name,
    targetAverageValue: pods.target.averageValue ?? '0',
    selector: pods.metric.selector,
  },
  resource: resource && { name: resource.name, ...averageTarget(resource.target) },
  containerResource: containerResource && {
    name: containerResource.name,
    ...averageTarget(containerResource.target),
    container: containerResource.container,
  },
  external: external && {
    metricName: external.metric.name,
    metricSelector: external.metric.selector,
    targetValue: external.target.value,
    targetAverageValue: external.target.averageValue,
  },
});

export const statusToV1 = ({ type, object, pods, resource, containerResource, external }: MetricStatus): MetricV1 => ({
  type,
  object: object && {
    target: objectReference(object.describedObject),
    metricName: object.metric.name,
    currentValue: object.current.value ?? '0',
    selector: object.metric.selector,
    averageValue: object.current.averageValue,
  },
  pods: pods && {
    metricName: pods.metric.name,
    currentAverageValue: pods.current.averageValue ?? '0',
    selector: pods.metric.selector,
  },
  resource: resource && { name: resource.name, ...averageCurrent(resource.current) },
  containerResource: containerResource && {
    name: containerResource.name,
    ...averageCurrent(containerResource.current),
    container: containerResource.container,
  },
  external: external && {
    metricName: external.metric.name,
    metricSelector: external.metric.selector,
    currentValue: external.current.value ?? '0',
    currentAverageValue: external.current.averageValue,
  },
});

const objectReference = ({ kind, name, apiVersion }: CrossVersionObjectReference) => ({ kind, name, apiVersion });
const averageTarget = ({ averageUtilization, averageValue }: Omit<MetricTarget, 'type'>) => ({
  targetAverageUtilization: averageUtilization,
  targetAverageValue: averageValue,
});
const averageCurrent = ({ averageUtilization, averageValue }: Omit<MetricTarget, 'type'>) => ({
  currentAverageUtilization: averageUtilization,
  currentAverageValue: averageValue ?? '0',
});

const identifier = (name: string | undefined, selector: LabelSelector | undefined) => ({ name: name ?? '', selector });
const noReference: CrossVersionObjectReference = { kind: '', name: '' };

/** Returns a target with the type that its members imply. */
function targetOf(value: Quantity | undefined, averageValue: Quantity | undefined, utilization?: number): MetricTarget {
  if (utilization !== undefined) return { type: 'Utilization', averageUtilization: utilization, averageValue };
  return averageValue === undefined ? { type: 'Value', value } : { type: 'AverageValue', value, averageValue };
}

export function metricFromV1({ type, object, pods, resource, containerResource, external }: MetricV1): MetricSpec {
  const ofResource = ({ name = '', targetAverageUtilization, targetAverageValue }: SourceV1) => ({
    name,
    target: targetOf(undefined, targetAverageValue, targetAverageUtilization),
  });
  return {
    type,
    object: object && {
      describedObject: object.target ?? noReference,
      metric: identifier(object.metricName, object.selector),
      target:
        object.averageValue === undefined
          ? targetOf(object.targetValue, undefined)
          : targetOf(undefined, object.averageValue),
    },
    pods: pods && {
      metric: identifier(pods.metricName, pods.selector),
      target: { type: 'AverageValue', averageValue: pods.targetAverageValue },
    },
    resource: resource && ofResource(resource),
    containerResource: containerResource && {
      ...ofResource(containerResource),
      container: containerResource.container ?? '',
    },
    external: external && {
      metric: identifier(external.metricName, external.metricSelector),
      target: targetOf(external.targetValue, external.targetAverageValue),
    },
  };
}

export function statusFromV1({ type, object, pods, resource, containerResource, external }: MetricV1): MetricStatus {
  const ofResource = ({ name = '', currentAverageUtilization, currentAverageValue }: SourceV1) => ({
    name,
    current: { averageUtilization: currentAverageUtilization, averageValue: currentAverageValue },
  });
  return {
    type,
    object: object && {
      describedObject: object.target ?? noReference,
      metric: identifier(object.metricName, object.selector),
      current: { value: object.currentValue, averageValue: object.averageValue },
    },
    pods: pods && {
      metric: identifier(pods.metricName, pods.selector),
      current: { averageValue: pods.currentAverageValue },
    },
    resource: resource && ofResource(resource),
    containerResource: containerResource && {
      ...ofResource(containerResource),
      container: containerResource.container ?? '',
    },
    external: external && {
      metric: identifier(external.metricName, external.metricSelector),
      current: { value: external.currentValue, averageValue: external.currentAverageValue },
    },
  };
}
