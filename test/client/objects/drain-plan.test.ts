import { expect, test } from 'vitest';
import { clusterDialect, kubernetesDialect } from '../../../src/api/dialect.ts';
import type { Pod } from '../../../src/api/kinds/core-v1.generated.ts';
import { type DrainOptions, planDrain } from '../../../src/client/objects/drain-plan.ts';

const pod = (name: string, more: Partial<Pod> = {}, controller = 'ReplicaSet'): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  ...more,
  metadata: {
    name,
    ...(controller
      ? { ownerReferences: [{ apiVersion: 'apps/v1', kind: controller, name: 'any', uid: 'u', controller: true }] }
      : {}),
    ...more.metadata,
  },
});
const emptyDir = { spec: { containers: [], volumes: [{ name: 'data', emptyDir: {} }] } };

const PODS = [
  pod('replica'),
  pod('daemon', {}, 'DaemonSet'),
  pod('scratch', emptyDir),
  pod('naked', {}, ''),
  pod('finished', { ...emptyDir, status: { phase: 'Succeeded' } }, ''),
  pod('mirror', { metadata: { annotations: { 'kubernetes.io/config.mirror': 'x' } } }, ''),
];
const names = (pods: readonly Pod[]) => pods.map(({ metadata }) => metadata.name);
const plan = (options: Partial<DrainOptions>) =>
  planDrain(PODS, { ignoreDaemonSets: false, deleteEmptyDirData: false, force: false, ...options }, kubernetesDialect);

test('without options only replicated and finished pods are evicted, and other pods are obstacles', () => {
  const { evicted, ignored, obstacles } = plan({});
  expect(names(evicted)).toEqual(['replica', 'finished']);
  expect(names(ignored)).toEqual(['mirror']);
  expect(obstacles.map(({ pod: { metadata }, obstacle }) => [metadata.name, obstacle])).toEqual([
    ['daemon', 'daemon set'],
    ['scratch', 'local data'],
    ['naked', 'no controller'],
  ]);
});

test('every option removes its obstacle', () => {
  expect(names(plan({ ignoreDaemonSets: true }).ignored)).toEqual(['daemon', 'mirror']);
  expect(names(plan({ deleteEmptyDirData: true }).evicted)).toContain('scratch');
  expect(names(plan({ force: true }).evicted)).toContain('naked');
  expect(plan({ ignoreDaemonSets: true, deleteEmptyDirData: true, force: true }).obstacles).toEqual([]);
});

test('a pod without a controller needs both options when it has local data', () => {
  const pods = [pod('both', emptyDir, '')];
  const options = { ignoreDaemonSets: true, deleteEmptyDirData: true, force: false };
  expect(planDrain(pods, options, kubernetesDialect).obstacles[0]?.obstacle).toBe('no controller');
});

test('mirror pods are recognized by the annotation of the dialect', () => {
  const pods = [pod('mirror', { metadata: { annotations: { 'cluster.io/config.mirror': 'x' } } })];
  const options = { ignoreDaemonSets: true, deleteEmptyDirData: true, force: true };
  expect(names(planDrain(pods, options, clusterDialect).ignored)).toEqual(['mirror']);
});
