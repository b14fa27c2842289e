import { describe, expect, test } from 'vitest';
import type { PriorityLevelState } from '../../../src/api/debug/priority-level-state.ts';
import { levelRates } from '../../../src/ui/state/flow-control/level-rates.ts';
import { LoadStatistics } from '../../../src/ui/state/flow-control/load-statistics.ts';

const level = (name: string, executed: number, rejected: Record<string, number> = {}): PriorityLevelState => ({
  apiVersion: 'debug.tabplane.dev/v1alpha1',
  kind: 'PriorityLevelState',
  metadata: { name },
  status: {
    isExempt: false,
    seats: { nominal: 3, minimum: 3, maximum: 3, current: 3, inUse: 0 },
    executing: 0,
    waiting: 0,
    queues: [],
    flowSchemas: [{ name, executed, rejected }],
  },
});

describe('rates of a priority level', () => {
  const before = { at: 10_000, levels: [level('tenants', 100, { 'queue-full': 2, 'time-out': 1 })] };

  test('are the requests per second between two samples', () => {
    const now = { at: 12_000, levels: [level('tenants', 140, { 'queue-full': 6, 'time-out': 1 })] };
    expect(levelRates('tenants', before, now)).toEqual({ executed: 20, rejected: 2 });
  });

  test('are 0 for the first sample, for a new level, and after a restart of the server', () => {
    const none = { executed: 0, rejected: 0 };
    expect(levelRates('tenants', undefined, before)).toEqual(none);
    expect(levelRates('new', before, { at: 11_000, levels: [level('new', 5)] })).toEqual(none);
    expect(levelRates('tenants', before, { at: 11_000, levels: [level('tenants', 5)] })).toEqual(none);
  });
});

describe('summary of a load', () => {
  test('covers the last five seconds', () => {
    const statistics = new LoadStatistics(0);
    statistics.record({ at: 1000, milliseconds: 900, isRejected: false });
    for (const milliseconds of [10, 30, 20]) statistics.record({ at: 8000, milliseconds, isRejected: false });
    statistics.record({ at: 8000, milliseconds: 1, isRejected: true });
    expect(statistics.summary(10_000)).toEqual({ answered: 0.6, rejected: 0.2, median: 20, slowest: 30 });
  });

  test('covers the time since the start when it is shorter, and has no durations without responses', () => {
    const statistics = new LoadStatistics(0);
    expect(statistics.summary(500)).toEqual({ answered: 0, rejected: 0, median: undefined, slowest: undefined });
    statistics.record({ at: 600, milliseconds: 5, isRejected: false });
    expect(statistics.summary(2000).answered).toBe(0.5);
  });
});
