import { describe, expect, it } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import type { MetricSpec } from '../../../src/api/kinds/autoscaling-v2.generated.ts';
import type { Pod } from '../../../src/api/kinds/core-v1.generated.ts';
import { createApiClient } from '../../../src/client/api-client.ts';
import { CustomMetricsClient } from '../../../src/controllers/autoscaling/custom-metrics-client.ts';
import { type MetricContext, proposeForMetric } from '../../../src/controllers/autoscaling/metric-proposals.ts';
import { ResourceMetricsClient } from '../../../src/controllers/autoscaling/metrics-client.ts';
import { DEFAULT_CONTROLLER_FLAGS } from '../../../src/controllers/flags/controller-flags.ts';

const pod = (name: string): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: { containers: [{ name: 'app', resources: { requests: { memory: '1Gi' } } }] },
  status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
});
const timestamp = '2024-05-01T12:00:00Z';
const podMetrics = (name: string, memory: string) => ({
  metadata: { name },
  timestamp,
  window: '30s',
  containers: [{ name: 'app', usage: { memory } }],
});
const RESPONSES: Record<string, object> = {
  '/apis/metrics.k8s.io/v1beta1/namespaces/shop/pods': {
    kind: 'PodMetricsList',
    items: [podMetrics('a', '2Gi'), podMetrics('b', '1Gi')],
  },
  '/apis/custom.metrics.k8s.io': { preferredVersion: { groupVersion: 'custom.metrics.k8s.io/v1beta2' } },
  '/apis/custom.metrics.k8s.io/v1beta2/namespaces/shop/pods/*/hits': {
    items: ['a', 'b'].map((name) => ({ describedObject: { name }, timestamp, value: '30' })),
  },
  '/apis/custom.metrics.k8s.io/v1beta2/namespaces/shop/services/web/hits': { items: [{ timestamp, value: '60' }] },
  '/apis/external.metrics.k8s.io/v1beta1/namespaces/shop/queue': {
    items: [
      { timestamp, value: '70' },
      { timestamp, value: '20' },
    ],
  },
};

function propose(spec: MetricSpec, responses = RESPONSES, more: Partial<MetricContext> = {}) {
  const client = createApiClient({
    baseUrl: 'http://server',
    fetch: async (request) => {
      const response = responses[new URL(request.url).pathname];
      return response ? Response.json(response) : new Response('404 page not found', { status: 404 });
    },
  });
  return proposeForMetric(spec, {
    namespace: 'shop',
    selector: 'app=web',
    pods: [pod('a'), pod('b')],
    current: 2,
    actual: 2,
    now: Date.parse(timestamp),
    flags: DEFAULT_CONTROLLER_FLAGS,
    resources: new ResourceMetricsClient(client, kubernetesDialect),
    custom: new CustomMetricsClient(client, kubernetesDialect),
    resourceOf: async ({ kind }) => ({ group: '', resource: `${kind.toLowerCase()}s` }),
    ...more,
  });
}

describe('the proposal of a metric', () => {
  it('follows the utilization of a resource', async () => {
    const target = { type: 'Utilization', averageUtilization: 50 };
    expect(await propose({ type: 'Resource', resource: { name: 'memory', target } })).toEqual({
      replicas: 6,
      name: 'memory resource utilization (percentage of request)',
      status: {
        type: 'Resource',
        resource: { name: 'memory', current: { averageUtilization: 150, averageValue: '1610612736' } },
      },
    });
    const containerResource = {
      name: 'memory',
      container: 'app',
      target: { type: 'AverageValue', averageValue: '1Gi' },
    };
    expect(await propose({ type: 'ContainerResource', containerResource })).toMatchObject({
      replicas: 3,
      status: { type: 'ContainerResource', containerResource: { container: 'app' } },
    });
  });

  it('follows metrics of pods, objects and other services', async () => {
    const average = (averageValue: string) => ({ type: 'AverageValue', averageValue });
    const value = { type: 'Value', value: '20' };
    const describedObject = { apiVersion: 'v1', kind: 'Service', name: 'web' };
    expect(await propose({ type: 'Pods', pods: { metric: { name: 'hits' }, target: average('10') } })).toMatchObject({
      replicas: 6,
      name: 'pods metric hits',
      status: { pods: { current: { averageValue: '30' } } },
    });
    expect(
      await propose({ type: 'Object', object: { metric: { name: 'hits' }, describedObject, target: value } }),
    ).toMatchObject({ replicas: 6, name: 'Service metric hits', status: { object: { current: { value: '60' } } } });
    expect(
      await propose({ type: 'External', external: { metric: { name: 'queue' }, target: average('30') } }),
    ).toMatchObject({
      replicas: 3,
      status: { external: { current: { averageValue: '45' } } },
    });
  });

  const average = (averageValue: string) => ({ type: 'AverageValue', averageValue });
  const service = { apiVersion: 'v1', kind: 'Service', name: 'web' };

  it('fails for an invalid selector before it reads the metric', async () => {
    const selector = { matchExpressions: [{ key: 'tier', operator: 'Like', values: ['web'] }] };
    const problem = '"Like" is not a valid label selector operator';
    const pods = { metric: { name: 'hits', selector }, target: average('10') };
    await expect(propose({ type: 'Pods', pods })).rejects.toMatchObject({
      reason: 'FailedGetPodsMetric',
      message: problem,
      summary: `failed to get pods metric value: ${problem}`,
    });
    const external = { metric: { name: 'queue', selector }, target: average('30') };
    await expect(propose({ type: 'External', external })).rejects.toMatchObject({
      reason: 'FailedGetExternalMetric',
      message: problem,
      summary: `failed to get queue external metric value: failed to get queue external metric: ${problem}`,
    });
  });

  it('divides the metric of an object among the replicas, and omits the described object', async () => {
    const object = { metric: { name: 'hits' }, describedObject: service, target: average('20') };
    expect(await propose({ type: 'Object', object })).toEqual({
      replicas: 3,
      name: 'external metric hits(nil)',
      status: {
        type: 'Object',
        object: { metric: { name: 'hits' }, describedObject: { kind: '', name: '' }, current: { averageValue: '30' } },
      },
    });
    expect(await propose({ type: 'Object', object: { ...object, target: average('31') } })).toMatchObject({
      replicas: 2,
    });
    const idle = await propose({ type: 'Object', object }, RESPONSES, { actual: 0 });
    expect(idle.status.object?.current).toEqual({ averageValue: '-9223372036854775808m' });
  });

  it('reads namespace metrics only from its own namespace', async () => {
    const responses = {
      ...RESPONSES,
      '/apis/custom.metrics.k8s.io/v1beta2/namespaces/shop/metrics/hits': { items: [{ timestamp, value: '60' }] },
    };
    const describedObject = { apiVersion: 'v1', kind: 'Namespace', name: 'other' };
    const target = { type: 'Value', value: '20' };
    const spec = { type: 'Object', object: { metric: { name: 'hits' }, describedObject, target } };
    expect(await propose(spec, responses)).toMatchObject({ replicas: 6, name: 'Namespace metric hits' });
  });

  it("scales from zero by the metric's value, and otherwise requires pods", async () => {
    const spec = { type: 'External', external: { metric: { name: 'queue' }, target: { type: 'Value', value: '30' } } };
    expect(await propose(spec)).toMatchObject({ replicas: 6, status: { external: { current: { value: '90' } } } });
    expect(await propose(spec, RESPONSES, { current: 0, pods: [] })).toMatchObject({ replicas: 3 });
    const problem = 'unable to calculate ready pods: no pods returned by selector while calculating replica count';
    await expect(propose(spec, RESPONSES, { pods: [] })).rejects.toMatchObject({
      message: problem,
      summary: `failed to get queue external metric value: failed to get external metric queue: ${problem}`,
    });
  });

  const target = { type: 'Utilization', averageUtilization: 50 };
  const object = { metric: { name: 'none' }, describedObject: service, target: { type: 'Value', value: '20' } };
  const noMetrics = 'unable to fetch metrics from custom metrics API: the server could not find the requested resource';
  const noObject = `unable to get metric none: Service on shop web/${noMetrics} (get none.custom.metrics.k8s.io)`;
  const noExternal =
    'unable to get external metric shop/none/&LabelSelector{MatchLabels:map[string]string{a: b,},MatchExpressions:' +
    '[]LabelSelectorRequirement{},}: unable to fetch metrics from external metrics API: ' +
    'the server could not find the requested resource (get none.external.metrics.k8s.io)';
  const external = { metric: { name: 'none', selector: { matchLabels: { a: 'b' } } }, target: average('1') };
  const noContainer =
    'failed to get memory utilization: unable to get metrics for resource memory: failed to get container metrics: ' +
    'container side not present in metrics for pod shop/a';
  it.each([
    [
      { type: 'ContainerResource', containerResource: { name: 'memory', container: 'side', target } },
      ['FailedGetContainerResourceMetric', noContainer, `failed to get side container metric value: ${noContainer}`],
    ],
    [{ type: 'Object', object }, ['FailedGetObjectMetric', noObject, `failed to get object metric value: ${noObject}`]],
    [
      { type: 'Object', object: { ...object, target: average('1') } },
      [
        'FailedGetObjectMetric',
        noObject,
        `failed to get object metric value: failed to get none object metric: ${noObject}`,
      ],
    ],
    [
      { type: 'External', external },
      [
        'FailedGetExternalMetric',
        noExternal,
        `failed to get none external metric value: failed to get none external metric: ${noExternal}`,
      ],
    ],
  ])('reports a missing metric: %j', async (spec, [reason, message, summary]) => {
    await expect(propose(spec)).rejects.toMatchObject({ reason, message, summary });
  });

  it('fails with the messages of the real controller when metrics are not served', async () => {
    const target = { type: 'Utilization', averageUtilization: 50 };
    const problem =
      'failed to get cpu utilization: unable to get metrics for resource cpu: unable to fetch metrics from resource ' +
      'metrics API: the server could not find the requested resource (get pods.metrics.k8s.io)';
    await expect(propose({ type: 'Resource', resource: { name: 'cpu', target } }, {})).rejects.toMatchObject({
      reason: 'FailedGetResourceMetric',
      message: problem,
      summary: `failed to get cpu resource metric value: ${problem}`,
    });
    const pods = { metric: { name: 'hits' }, target: { type: 'AverageValue', averageValue: '10' } };
    await expect(propose({ type: 'Pods', pods }, {})).rejects.toMatchObject({
      reason: 'FailedGetPodsMetric',
      message:
        'unable to get metric hits: unable to fetch metrics from custom metrics API: no custom metrics API (custom.metrics.k8s.io) registered',
    });
  });
});
