import { describe, expect, it } from 'vitest';
import type { Scale } from '../../../src/api/kinds/autoscaling-v1.generated.ts';
import type { HorizontalPodAutoscaler, MetricSpec } from '../../../src/api/kinds/autoscaling-v2.generated.ts';
import type { Pod } from '../../../src/api/kinds/core-v1.generated.ts';
import { ApiError } from '../../../src/client/api-error.ts';
import { AutoscalerSelectors } from '../../../src/controllers/autoscaling/autoscaler-selectors.ts';
import {
  type AutoscalerContext,
  AutoscalerSync,
} from '../../../src/controllers/autoscaling/horizontal-pod-autoscaler.ts';
import { MetricError } from '../../../src/controllers/autoscaling/usage.ts';
import { DEFAULT_CONTROLLER_FLAGS } from '../../../src/controllers/flags/controller-flags.ts';
import { ManualClock } from '../../helpers/manual-clock.ts';
import { podWith } from '../workloads/pods.ts';

const pods = (metric: string): MetricSpec => ({
  type: 'Pods',
  pods: { metric: { name: metric }, target: { type: 'AverageValue', averageValue: '10' } },
});
const autoscaler = (spec: Partial<HorizontalPodAutoscaler['spec']> = {}, name = 'web'): HorizontalPodAutoscaler => ({
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name, namespace: 'shop', uid: name },
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
    minReplicas: 1,
    maxReplicas: 10,
    metrics: [pods('hits')],
    ...spec,
  },
});
const web = (name: string): Pod => podWith({ name, labels: { app: 'web' }, readySince: '2024-01-01T00:00:00Z' });

/** Returns a target whose pods have the given metric values. A metric without a value fails. */
function target(replicas: number, values: Record<string, number> = { hits: 10 }, selector = 'app=web') {
  const clock = new ManualClock();
  const events: string[] = [];
  const scale = { spec: { replicas }, status: { replicas, selector } } as Scale;
  const writes: number[] = [];
  let problem: ApiError | undefined;
  const running = Array.from({ length: replicas }, (_, index) => web(`web-${index}`));
  const context = {
    clock,
    flags: DEFAULT_CONTROLLER_FLAGS,
    events: {
      record: (_: object, type: string, reason: string, text: string) => events.push(`${type} ${reason}: ${text}`),
    },
    pods: {
      list: ({ selector: of }: { selector: { matches(labels: object): boolean } }) =>
        running.filter(({ metadata }) => of.matches(metadata.labels ?? {})),
    },
    histories: new Map(),
    selectors: new AutoscalerSelectors(),
    scales: {
      resourceOf: async ({ kind }: { kind: string }) => (kind === 'Deployment' ? {} : undefined),
      get: async () => {
        if (problem) throw problem;
        return scale;
      },
      update: async (_: object, { spec }: Scale) => {
        if (problem) throw problem;
        writes.push(spec?.replicas ?? 0);
      },
    },
    custom: {
      async ofPods(metric: string) {
        const value = values[metric];
        if (value === undefined) throw new MetricError('not measured');
        const at = clock.now();
        return new Map(running.map(({ metadata }) => [metadata.name, { value: value * 1000, at, window: 60_000 }]));
      },
    },
  } as unknown as AutoscalerContext;
  return {
    clock,
    events,
    writes,
    fail: (message: string) => {
      problem = new ApiError({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code: 409 });
    },
    async sync(of = autoscaler()) {
      const status = await new AutoscalerSync(of, context).run();
      const conditions = (status.conditions ?? []).map(({ type, status: is, reason }) => `${type}=${is} ${reason}`);
      const messages = (status.conditions ?? []).map(({ message }) => message);
      return { ...status, conditions, messages };
    },
  };
}

describe('an autoscaler', () => {
  it('does not scale a target that meets its metrics, and reports the metrics', async () => {
    const { sync, events, writes } = target(2);
    const { conditions, messages, ...status } = await sync();
    expect(status).toEqual({
      currentReplicas: 2,
      desiredReplicas: 2,
      currentMetrics: [{ type: 'Pods', pods: { metric: { name: 'hits' }, current: { averageValue: '10' } } }],
    });
    expect(conditions).toEqual([
      'AbleToScale=True ReadyForNewScale',
      'ScalingActive=True ValidMetricFound',
      'ScalingLimited=False DesiredWithinRange',
    ]);
    expect(messages[1]).toBe('the HPA was able to successfully calculate a replica count from pods metric hits');
    expect([events, writes]).toEqual([[], []]);
  });

  it('scales by the metric that proposes the most replicas', async () => {
    const { sync, events, writes } = target(2, { hits: 20, calls: 15 });
    const status = await sync(autoscaler({ metrics: [pods('calls'), pods('hits')] }));
    expect(writes).toEqual([4]);
    expect(status).toMatchObject({ currentReplicas: 2, desiredReplicas: 4, lastScaleTime: expect.any(String) });
    expect(status.messages[0]).toBe('the HPA controller was able to update the target scale to 4');
    expect(events).toEqual(['Normal SuccessfulRescale: New size: 4; reason: pods metric hits above target']);
  });

  it('scales down only after five minutes without a higher recommendation', async () => {
    const { sync, events, writes, clock } = target(4, { hits: 5 });
    expect((await sync()).conditions[0]).toBe('AbleToScale=True ScaleDownStabilized');
    expect(writes).toEqual([]);
    await clock.advance(300_000);
    await sync();
    expect(writes).toEqual([2]);
    expect(events).toEqual(['Normal SuccessfulRescale: New size: 2; reason: All metrics below target']);
  });

  it('does not scale a target without replicas unless its minimum is zero', async () => {
    const { sync, writes } = target(0);
    expect((await sync()).conditions).toEqual([
      'AbleToScale=True SucceededGetScale',
      'ScalingActive=False ScalingDisabled',
    ]);
    expect(writes).toEqual([]);
  });

  it.each([
    [{ maxReplicas: 3 }, 3, 'Current number of replicas above Spec.MaxReplicas'],
    [{ minReplicas: 6 }, 6, 'Current number of replicas below Spec.MinReplicas'],
  ])('scales a target into its range without reading metrics: %j', async (spec, size, reason) => {
    const { sync, events } = target(4, {});
    const status = await sync(autoscaler(spec));
    expect(status).toMatchObject({ desiredReplicas: size, conditions: ['AbleToScale=True SucceededRescale'] });
    expect(status.currentMetrics).toBeUndefined();
    expect(events).toEqual([`Normal SuccessfulRescale: New size: ${size}; reason: ${reason}`]);
  });

  it('reports a failed metric, and does not scale down', async () => {
    const { sync, events, writes } = target(4, { hits: 5 });
    const { conditions, messages } = await sync(autoscaler({ metrics: [pods('hits'), pods('calls')] }));
    expect(writes).toEqual([]);
    expect(conditions).toEqual(['AbleToScale=True SucceededGetScale', 'ScalingActive=False FailedGetPodsMetric']);
    const problem = 'unable to get metric calls: not measured';
    expect(messages[1]).toBe(`the HPA was unable to compute the replica count: ${problem}`);
    expect(events).toEqual([
      `Warning FailedGetPodsMetric: ${problem}`,
      `Warning FailedComputeMetricsReplicas: invalid metrics (1 invalid out of 2), first error is: failed to get pods metric value: ${problem}`,
    ]);
  });

  it('scales up by the available metrics, and reports an empty status for the others', async () => {
    const { sync, events, writes } = target(2, { hits: 20 });
    const { currentMetrics, conditions } = await sync(autoscaler({ metrics: [pods('calls'), pods('hits')] }));
    expect(writes).toEqual([4]);
    expect(currentMetrics).toEqual([{ type: '' }, expect.objectContaining({ type: 'Pods' })]);
    expect(conditions[1]).toBe('ScalingActive=True ValidMetricFound');
    expect(events.map((event) => event.split(':')[0])).toEqual([
      'Warning FailedGetPodsMetric',
      'Normal SuccessfulRescale',
    ]);
  });

  it('reports why it cannot read the scale of its target', async () => {
    const { sync, events, fail } = target(2);
    const lost = await sync(
      autoscaler({ scaleTargetRef: { apiVersion: 'example.com/v1', kind: 'Widget', name: 'w' } }),
    );
    expect(lost.messages).toEqual([
      'the HPA controller was unable to get the target\'s current scale: no matches for kind "Widget" in group "example.com"',
    ]);
    const strange = await sync(autoscaler({ scaleTargetRef: { apiVersion: 'a/b/c', kind: 'Widget', name: 'w' } }));
    expect(strange.messages).toEqual([
      "the HPA controller was unable to get the target's current scale: unexpected GroupVersion string: a/b/c",
    ]);
    fail('not today');
    expect((await sync()).conditions).toEqual(['AbleToScale=False FailedGetScale']);
    expect(events).toEqual([
      'Warning FailedGetScale: no matches for kind "Widget" in group "example.com"',
      'Warning FailedGetScale: unexpected GroupVersion string: a/b/c',
      'Warning FailedGetScale: not today',
    ]);
  });

  it.each([
    [
      '',
      ['Warning SelectorRequired: selector is required', 'Warning FailedComputeMetricsReplicas: selector is required'],
      "the HPA target's scale is missing a selector",
    ],
    [
      'app in',
      [
        "Warning InvalidSelector: couldn't convert selector into a corresponding internal selector object: " +
          "unable to parse requirement: found '' expected: '('",
        "Warning FailedComputeMetricsReplicas: couldn't convert selector into a corresponding internal selector " +
          "object: unable to parse requirement: found '' expected: '('",
      ],
      "couldn't convert selector into a corresponding internal selector object: unable to parse requirement: found '' expected: '('",
    ],
  ])('requires a valid selector: %j', async (selector, recorded, message) => {
    const { sync, events } = target(2, {}, selector);
    const { conditions, messages, currentReplicas } = await sync();
    expect(events).toEqual(recorded);
    expect([conditions[1], messages[1], currentReplicas]).toEqual(['ScalingActive=False InvalidSelector', message, 2]);
  });

  it('does not scale pods that another autoscaler also scales', async () => {
    const { sync, events } = target(2);
    expect((await sync()).conditions[1]).toBe('ScalingActive=True ValidMetricFound');
    const { conditions, messages } = await sync(autoscaler({}, 'again'));
    const problem = 'pods by selector app=web are controlled by multiple HPAs: [{again shop} {web shop}]';
    expect([conditions[1], messages[1]]).toEqual(['ScalingActive=False AmbiguousSelector', problem]);
    expect(events).toEqual([
      `Warning AmbiguousSelector: ${problem}`,
      `Warning FailedComputeMetricsReplicas: ${problem}`,
    ]);
    expect((await sync()).conditions[1]).toBe('ScalingActive=False AmbiguousSelector');
  });
});
