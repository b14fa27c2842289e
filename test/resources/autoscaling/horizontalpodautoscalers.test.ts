import { describe, expect, it } from 'vitest';
import { clusterDialect, kubernetesDialect } from '../../../src/api/dialect.ts';
import type { HorizontalPodAutoscaler } from '../../../src/api/kinds/autoscaling-v2.generated.ts';
import { horizontalPodAutoscalerV1 } from '../../../src/resources/autoscaling/horizontalpodautoscaler-v1.ts';
import { horizontalpodautoscalers } from '../../../src/resources/autoscaling/horizontalpodautoscalers.ts';
import { created, createErrors, rowOf } from '../run-strategy.ts';

const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'tea' };
const spec = { scaleTargetRef, maxReplicas: 4 };
const processor = {
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 65 } },
};
const orders = {
  type: 'Pods',
  pods: { metric: { name: 'orders' }, target: { type: 'AverageValue', averageValue: '12' } },
};

const stored: HorizontalPodAutoscaler = {
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'tea', annotations: { note: 'mine' } },
  spec: {
    ...spec,
    minReplicas: 2,
    metrics: [orders, processor],
    behavior: { scaleDown: { selectPolicy: 'Min', policies: [{ type: 'Pods', value: 1, periodSeconds: 30 }] } },
  },
  status: {
    desiredReplicas: 3,
    currentReplicas: 3,
    currentMetrics: [],
    conditions: [
      { type: 'ScalingActive', status: 'True', lastTransitionTime: '2023-11-21T00:00:00Z', message: '2 < 3' },
    ],
  },
};

describe('an autoscaler', () => {
  it('targets CPU utilization by default', async () => {
    const { spec: whole } = await created<HorizontalPodAutoscaler>(horizontalpodautoscalers, {
      apiVersion: 'autoscaling/v2',
      spec,
    });
    expect(whole).toMatchObject({
      minReplicas: 1,
      metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { averageUtilization: 80 } } }],
    });
  });

  it.each([
    [{ minReplicas: 5 }, ['spec.maxReplicas: Invalid value: 4: must be greater than or equal to `minReplicas`']],
    [
      { metrics: [{ type: 'Pods' }] },
      ['spec.metrics[0].pods: Required value: must populate information for the given metric source'],
    ],
    [
      { metrics: [{ ...orders, ...processor }] },
      ['spec.metrics[0].pods: Forbidden: must populate the given metric source only'],
    ],
    [
      { metrics: [{ type: 'Pods', pods: { ...orders.pods, target: { type: 'AverageValue', averageValue: '-1' } } }] },
      [
        'spec.metrics[0].pods.target.averageValue: Invalid value: resource.Quantity{i:resource.int64Amount{value:-1, scale:0}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"-1", Format:"DecimalSI"}: must be positive',
        'spec.metrics[0].pods.target.averageValue: Required value: must specify a positive target averageValue',
      ],
    ],
    [
      { behavior: { scaleUp: { stabilizationWindowSeconds: 7200 } } },
      ['spec.behavior.scaleUp.stabilizationWindowSeconds: Invalid value: 7200: must be less than or equal to 3600'],
    ],
  ])('with %j gets the errors %j', async (change, errors) => {
    expect(
      await createErrors(horizontalpodautoscalers, { apiVersion: 'autoscaling/v2', spec: { ...spec, ...change } }),
    ).toEqual(errors);
  });

  it('shows two metrics and the number of other metrics', () => {
    const metrics = [orders, processor, orders];
    const currentMetrics = [{ type: 'Pods', pods: { metric: { name: 'orders' }, current: { averageValue: '7' } } }];
    expect(rowOf(horizontalpodautoscalers, { spec: { ...spec, metrics }, status: { currentMetrics } })).toMatchObject({
      Reference: 'Deployment/tea',
      Targets: '7/12, <unknown>/65% + 1 more...',
    });
  });
});

describe('the targets of an autoscaler', () => {
  it('show a missing status quantity as a nil pointer', () => {
    const currentMetrics = [{ type: 'Pods', pods: { metric: { name: 'orders' }, current: {} } }];
    const row = rowOf(horizontalpodautoscalers, { spec: { ...spec, metrics: [orders] }, status: { currentMetrics } });
    expect(row.Targets).toBe('<nil>/12');
  });
});

describe('an autoscaler in v1', () => {
  it('keeps fields that v1 lacks in annotations', () => {
    expect(horizontalPodAutoscalerV1.fromStorage(stored, kubernetesDialect)).toMatchObject({
      metadata: {
        annotations: {
          note: 'mine',
          'autoscaling.alpha.kubernetes.io/metrics':
            '[{"type":"Pods","pods":{"metricName":"orders","targetAverageValue":"12"}}]',
          'autoscaling.alpha.kubernetes.io/conditions': String.raw`[{"type":"ScalingActive","status":"True","lastTransitionTime":"2023-11-21T00:00:00Z","message":"2 \u003c 3"}]`,
          'autoscaling.alpha.kubernetes.io/behavior':
            '{"ScaleUp":null,"ScaleDown":{"StabilizationWindowSeconds":null,"SelectPolicy":"Min","Policies":[{"Type":"Pods","Value":1,"PeriodSeconds":30}]}}',
        },
      },
      spec: { minReplicas: 2, targetCPUUtilizationPercentage: 65 },
    });
  });

  it.each([kubernetesDialect, clusterDialect])('survives a round trip: $name', (dialect) => {
    const back = horizontalPodAutoscalerV1.toStorage(horizontalPodAutoscalerV1.fromStorage(stored, dialect), dialect);
    expect(JSON.parse(JSON.stringify(back))).toEqual(stored);
  });
});
