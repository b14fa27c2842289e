import { expect, it } from 'vitest';
import type { AdmissionAttributes, AdmissionPlugin } from '../../../src/admission/admission-plugin.ts';
import { measuredPlugins } from '../../../src/server/observe/metrics/measured-plugin.ts';
import { ServerMetrics } from '../../../src/server/observe/metrics/server-metrics.ts';

let time = 0;
let reads = 0;
const clock = {
  now: () => {
    reads++;
    return time;
  },
  after: () => () => undefined,
};
const plugin = (name: string, milliseconds: number): AdmissionPlugin => ({
  name,
  handles: new Set(['CREATE']),
  validate: () => {
    time += milliseconds;
  },
});
const secondsOf = (metrics: ServerMetrics, name: string): string | undefined =>
  new RegExp(`_sum\\{name="${name}",operation="CREATE",rejected="false",type="validate"\\} (.*)`).exec(
    metrics.text(),
  )?.[1];

it('measures every plugin of a chain with one clock read between two plugins', () => {
  const metrics = new ServerMetrics();
  const chain = measuredPlugins([plugin('First', 100), plugin('Second', 20), plugin('Third', 0)], metrics, clock);
  const requests = [{ operation: 'CREATE' }, { operation: 'CREATE' }] as AdmissionAttributes[];
  for (const attributes of requests) {
    time += 5000;
    for (const { validate } of chain) validate?.(attributes);
  }
  expect(['First', 'Second', 'Third'].map((name) => secondsOf(metrics, name))).toEqual(['0.2', '0.04', '0']);
  expect(reads).toBe(8);
});
