import type {
  HorizontalPodAutoscaler,
  MetricSpec,
  MetricStatus,
  MetricTarget,
  MetricValueStatus,
} from '../../api/kinds/autoscaling-v2.generated.ts';
import type { LimitRange, Pod, ResourceQuota } from '../../api/kinds/core-v1.generated.ts';
import type { PodDisruptionBudget } from '../../api/kinds/policy-v1.generated.ts';
import { resourceAmount } from '../../api/scheduling/resource-amounts.ts';
import { kindKeyOf } from '../objects/kind-key.ts';
import { age, counted, facts, objectText, overview, subtle, type Text, table } from './card.ts';
import { podsCard, relatedObjects, selectorText } from './pods-table.ts';

/** The metrics of an autoscaler against their targets. */
export const autoscalerOverview = overview<HorizontalPodAutoscaler>(({ metadata, spec, status }, { dialect }) => {
  const target = spec?.scaleTargetRef;
  const [current = 0, desired = 0, most = 1] = [status?.currentReplicas, status?.desiredReplicas, spec?.maxReplicas];
  return [
    {
      title: 'Scaling',
      facts: facts([
        [
          'Target',
          target && objectText(kindKeyOf(target, dialect), { namespace: metadata.namespace, name: target.name }, true),
        ],
        [
          'Replicas',
          {
            type: 'bar',
            label: 'Replicas',
            count: current,
            of: most,
            text: `${current} of at most ${most}`,
            explains: 'replicas',
          },
        ],
        [
          'Desired',
          {
            type: 'count',
            text: `${desired} replicas`,
            statement: `${desired} replicas desired`,
            explains: 'desired',
          },
        ],
        ['Range', `${spec?.minReplicas ?? 1} to ${most} replicas`],
        ['Last change', status?.lastScaleTime ? [age(status.lastScaleTime), ' ago'] : subtle('None')],
      ]),
      tables: table(
        'Metrics',
        ['Metric', 'Current', 'Target'],
        (spec?.metrics ?? []).map((metric): Text[] => [
          metricName(metric),
          valueText(currentOf(metric, status?.currentMetrics ?? [])),
          targetText(sourceOf(metric)?.target),
        ]),
      ),
    },
  ];
});

const sourceOf = ({ resource, containerResource, pods, object, external }: MetricSpec) =>
  resource ?? containerResource ?? pods ?? object ?? external;

function metricName({ type, resource, containerResource, pods, object, external }: MetricSpec | MetricStatus): string {
  if (resource) return resource.name;
  if (containerResource) return `${containerResource.name} of ${containerResource.container}`;
  if (object) return `${object.metric.name} of ${object.describedObject.kind} ${object.describedObject.name}`;
  return (pods ?? external)?.metric.name ?? type;
}

const currentOf = (metric: MetricSpec, statuses: readonly MetricStatus[]): MetricValueStatus | undefined => {
  const found = statuses.find((status) => status.type === metric.type && metricName(status) === metricName(metric));
  return (found?.resource ?? found?.containerResource ?? found?.pods ?? found?.object ?? found?.external)?.current;
};

function valueText(current: MetricValueStatus | undefined): Text {
  if (!current) return subtle('Unknown');
  const { averageUtilization, averageValue, value } = current;
  return averageUtilization === undefined
    ? String(averageValue ?? value ?? '')
    : `${averageUtilization}% (${averageValue})`;
}

function targetText(target: MetricTarget | undefined): Text {
  const { averageUtilization, averageValue, value } = target ?? {};
  if (averageUtilization !== undefined) return `${averageUtilization}% of requests`;
  return averageValue === undefined ? String(value ?? '') : `${averageValue} per pod`;
}

export const budgetOverview = overview<PodDisruptionBudget>(({ spec, status }, context) => {
  const { currentHealthy = 0, desiredHealthy = 0, expectedPods = 0, disruptionsAllowed = 0 } = status ?? {};
  return [
    {
      title: 'Budget',
      facts: facts([
        [
          'Healthy pods',
          {
            type: 'bar',
            label: 'Healthy pods',
            count: currentHealthy,
            of: expectedPods,
            text: `${currentHealthy} of ${expectedPods}`,
            explains: 'healthy',
          },
        ],
        [
          'Must be healthy',
          {
            type: 'count',
            text: String(desiredHealthy),
            statement: `${desiredHealthy} must be healthy`,
            explains: 'required',
          },
        ],
        ['Evictions allowed', counted(disruptionsAllowed, 'eviction', 'evictions')],
        [
          'Rule',
          spec?.maxUnavailable === undefined
            ? `At least ${spec?.minAvailable ?? 1} available`
            : `At most ${spec.maxUnavailable} unavailable`,
        ],
        ['Selector', selectorText(spec?.selector, 'Every pod of the namespace')],
      ]),
    },
    podsCard('Pods', relatedObjects<Pod>(context, 'core/Pod', ['selects']), 'No pod matches the selector.'),
  ];
});

export const quotaOverview = overview<ResourceQuota>(({ spec, status }) => [
  {
    title: 'Used of hard',
    emptyText: 'The quota limits nothing.',
    facts: facts([['Scopes', spec?.scopes?.join(', ')]]),
    tables: table(
      'Used of hard',
      ['Resource', 'Used'],
      Object.entries(status?.hard ?? spec?.hard ?? {}).map(([name, hard]): Text[] => {
        const used = status?.used?.[name] ?? 0;
        const [count, of] = [resourceAmount(name, used), resourceAmount(name, hard)];
        return [
          name,
          { type: 'bar', label: `Used ${name}`, count, of, text: `${used} of ${hard}`, explains: `used.${name}` },
        ];
      }),
    ),
  },
]);

export const limitRangeOverview = overview<LimitRange>(({ spec }) => [
  {
    title: 'Limits',
    emptyText: 'No limits.',
    tables: table(
      'Limits',
      ['Of each', 'Resource', 'Minimum', 'Maximum', 'Default request', 'Default limit', 'Limit to request'],
      (spec?.limits ?? []).flatMap(({ type, min, max, defaultRequest, default: limit, maxLimitRequestRatio }) => {
        const all = [min, max, defaultRequest, limit, maxLimitRequestRatio];
        const resources = new Set(all.flatMap((amounts) => Object.keys(amounts ?? {})));
        return [...resources].map((resource): Text[] => [
          type,
          resource,
          ...all.map((amounts) => String(amounts?.[resource] ?? '–')),
        ]);
      }),
    ),
  },
]);
