import { describe, expect, it } from 'vitest';
import type { Pod } from '../../../src/api/kinds/core-v1.generated.ts';
import {
  type PodMetric,
  replicasForAverage,
  replicasForUtilization,
  type UsageInput,
} from '../../../src/controllers/autoscaling/usage.ts';
import { DEFAULT_CONTROLLER_FLAGS } from '../../../src/controllers/flags/controller-flags.ts';

const NOW = Date.parse('2024-05-01T12:00:00Z');
const STARTED = '2024-05-01T11:00:00Z';
interface Facts {
  readonly phase?: string;
  readonly ready?: boolean;
  readonly startTime?: string;
  readonly request?: string | undefined;
}
const pod = (name: string, { phase = 'Running', ready = true, startTime = STARTED, ...facts }: Facts = {}): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: {
    containers: [{ name: 'app', resources: { requests: 'request' in facts ? {} : { cpu: '100m' } } }],
  },
  status: {
    phase,
    startTime,
    conditions: [{ type: 'Ready', status: ready ? 'True' : 'False', lastTransitionTime: '2024-05-01T11:30:00Z' }],
  },
});
const input = (pods: readonly Pod[], values: Record<string, number>): UsageInput => ({
  pods,
  current: pods.length,
  resource: 'cpu',
  now: NOW,
  flags: DEFAULT_CONTROLLER_FLAGS,
  metrics: new Map(
    Object.entries(values).map(([name, value]): [string, PodMetric] => [
      name,
      { value, at: NOW - 10_000, window: 30_000 },
    ]),
  ),
});

describe('replicas for a utilization', () => {
  const two = [pod('a'), pod('b')];

  it('are proportional to the usage relative to the requests', () => {
    expect(replicasForUtilization(input(two, { a: 80, b: 120 }), 50)).toEqual({
      replicas: 4,
      utilization: 100,
      average: 100,
    });
    expect(replicasForUtilization(input(two, { a: 10, b: 10 }), 50).replicas).toBe(1);
  });

  it('do not change when the usage is within 10 percent of the target', () => {
    expect(replicasForUtilization(input(two, { a: 54, b: 54 }), 50).replicas).toBe(2);
    expect(replicasForUtilization(input(two, { a: 56, b: 56 }), 50).replicas).toBe(3);
  });

  it('change cautiously for pods without metrics', () => {
    const three = [...two, pod('c')];
    expect(replicasForUtilization(input(three, { a: 100, b: 100 }), 50).replicas).toBe(4);
    expect(replicasForUtilization(input(three, { a: 10, b: 10 }), 50).replicas).toBe(3);
  });

  it('are not raised for pods that are starting', () => {
    const starting = pod('c', { ready: false, startTime: '2024-05-01T11:59:00Z' });
    expect(replicasForUtilization(input([...two, starting], { a: 60, b: 60, c: 900 }), 50).replicas).toBe(3);
    expect(
      replicasForUtilization(input([...two, pod('c', { phase: 'Pending' })], { a: 100, b: 100 }), 50).replicas,
    ).toBe(4);
  });

  it('ignore metrics of failed, deleted and unselected pods', () => {
    const ended = { ...pod('gone'), metadata: { name: 'gone', deletionTimestamp: STARTED } };
    const failed = pod('failed', { phase: 'Failed' });
    expect(replicasForUtilization(input([...two, ended, failed], { a: 100, b: 100, gone: 0, failed: 0 }), 50)).toEqual({
      replicas: 4,
      utilization: 100,
      average: 100,
    });
    expect(() => replicasForUtilization(input(two, { other: 10 }), 50)).toThrow(
      'no metrics returned matched known pods',
    );
  });

  it('count CPU usage only after a pod has started and become ready', () => {
    const replicas = (facts: Facts, at = NOW - 10_000, flags = DEFAULT_CONTROLLER_FLAGS) => {
      const given = input([...two, pod('c', facts)], { a: 100, b: 100, c: 100 });
      const metrics = new Map([...given.metrics, ['c', { value: 100, at, window: 30_000 }] as const]);
      return replicasForUtilization({ ...given, metrics, flags }, 50).replicas;
    };
    // After the initialization period, a pod counts when it has been ready, even if it is unready now.
    expect(replicas({ ready: false })).toBe(6);
    expect(replicas({ ready: false, startTime: '2024-05-01T11:29:45Z' })).toBe(4);
    // Within the initialization period, a sample counts when it begins after the pod became ready.
    const young = '2024-05-01T11:56:00Z';
    expect(replicas({ startTime: young })).toBe(6);
    expect(replicas({ startTime: young }, Date.parse('2024-05-01T11:30:29Z'))).toBe(4);
    const flags = { ...DEFAULT_CONTROLLER_FLAGS, 'horizontal-pod-autoscaler-cpu-initialization-period': 1000 };
    expect(replicas({ startTime: young }, Date.parse('2024-05-01T11:30:29Z'), flags)).toBe(6);
  });

  it('follow the configured tolerance', () => {
    const flags = { ...DEFAULT_CONTROLLER_FLAGS, 'horizontal-pod-autoscaler-tolerance': 0.5 };
    expect(replicasForUtilization({ ...input(two, { a: 70, b: 70 }), flags }, 50).replicas).toBe(2);
  });

  it('report missing metrics before missing requests', () => {
    const without = [pod('a', { request: undefined })];
    expect(() => replicasForUtilization(input(without, {}), 50)).toThrow('did not receive metrics for targeted pods');
  });

  it('require pods, metrics and requests', () => {
    expect(() => replicasForUtilization(input([], {}), 50)).toThrow(
      'no pods returned by selector while calculating replica count',
    );
    expect(() => replicasForUtilization(input(two, {}), 50)).toThrow(
      'did not receive metrics for targeted pods (pods might be unready)',
    );
    expect(() => replicasForUtilization(input([pod('a', { request: undefined })], { a: 1 }), 50)).toThrow(
      'missing request for cpu in container app of Pod a',
    );
  });
});

describe('replicas for an average', () => {
  it('are proportional to the values of the pods', () => {
    const { resource: _, ...other } = input([pod('a'), pod('b')], { a: 3000, b: 1000 });
    expect(replicasForAverage(other, 1000)).toEqual({ replicas: 4, average: 2000 });
  });

  it('count pods without metrics as idle when scaling up, and at the target when scaling down', () => {
    const of = (value: number) => {
      const { resource: _, ...other } = input([pod('a'), pod('b'), pod('c')], { a: value, b: value });
      return replicasForAverage(other, 1000).replicas;
    };
    expect([of(1000), of(500), of(1800)]).toEqual([3, 2, 4]);
  });
});
