import { expect, test } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import type { Pod, ResourceQuota } from '../../../src/api/kinds/core-v1.generated.ts';
import { quotaUsageOf } from '../../../src/api/quota/quota-usage.ts';
import { type CountedObjects, quotaStatus } from '../../../src/controllers/quota/quota-status.ts';

const NOW = Date.parse('2026-01-01T00:01:00Z');

function counted(resource: string, objects: readonly object[]): CountedObjects {
  const usage = quotaUsageOf({ group: '', resource }, kubernetesDialect);
  if (!usage) throw new Error(`${resource} is not counted`);
  return { usage, objects: objects as CountedObjects['objects'], arePods: resource === 'pods' };
}
const quota = (spec: ResourceQuota['spec'], status?: ResourceQuota['status']): ResourceQuota => ({
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata: { name: 'q', namespace: 'shop' },
  spec,
  status,
});
const pod = (cpu: string, metadata: object = {}, phase = 'Running'): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { ...metadata },
  spec: { containers: [{ name: 'c', resources: { requests: { cpu } } }] } as unknown as Pod['spec'],
  status: { phase },
});

test('Usage is the sum over all objects, and the limits come from the spec', () => {
  const hard = { pods: '5', 'requests.cpu': '2', configmaps: '3', 'count/pods': '9' };
  const pods = counted('pods', [pod('500m'), pod('250m'), pod('4', {}, 'Succeeded')]);
  expect(quotaStatus(quota({ hard }), [pods, counted('configmaps', [{}])], NOW)).toEqual({
    hard,
    used: { pods: '2', 'requests.cpu': '750m', configmaps: '1', 'count/pods': '3' },
  });
});

test('A pod past its deletion time and grace period is not charged', () => {
  const deleted = (deletionTimestamp: string) => pod('1', { deletionTimestamp, deletionGracePeriodSeconds: 30 });
  const pods = counted('pods', [deleted('2026-01-01T00:00:29Z'), deleted('2026-01-01T00:00:30Z')]);
  expect(quotaStatus(quota({ hard: { pods: '5' } }), [pods], NOW)?.used).toEqual({ pods: '1' });
});

test('A quota with scopes counts only pods that match all of them', () => {
  const objects = [pod('1'), { ...pod('0'), spec: { containers: [], activeDeadlineSeconds: 5 } }];
  const collections = [counted('pods', objects), counted('configmaps', [{}])];
  const used = (scopes: string[]) =>
    quotaStatus(quota({ hard: { pods: '5', configmaps: '5' }, scopes }), collections, NOW)?.used;
  expect(used(['BestEffort'])).toEqual({ pods: '1', configmaps: '0' });
  expect(used(['BestEffort', 'NotTerminating'])).toEqual({ pods: '0', configmaps: '0' });
});

test('A resource that nobody counts keeps its usage, and a resource without a limit loses its usage', () => {
  const before = { hard: { unknown: '4', pods: '1' }, used: { unknown: '2', pods: '0' } };
  expect(quotaStatus(quota({ hard: { unknown: '5' } }, before), [], NOW)).toEqual({
    hard: { unknown: '5' },
    used: { unknown: '2' },
  });
});

test('An equal status is not written, whatever the format of its quantities', () => {
  const hard = { 'requests.cpu': '1000m' };
  const status = { hard: { 'requests.cpu': '1' }, used: { 'requests.cpu': '0.5' } };
  expect(quotaStatus(quota({ hard }, status), [counted('pods', [pod('500m')])], NOW)).toBeUndefined();
});
