import { expect, test } from 'vitest';
import { kubernetesDialect } from '../../../../src/api/dialect.ts';
import type { Pod } from '../../../../src/api/kinds/core-v1.generated.ts';
import { planReplicas } from '../../../../src/controllers/workloads/replicas/replica-plan.ts';
import { podWith } from '../pods.ts';

const now = Date.parse('2024-06-01T00:00:00Z');
const SINCE = '2024-05-01T00:00:00Z';
const plan = (wanted: number, pods: readonly Pod[], related: readonly Pod[] = []) =>
  planReplicas(wanted, pods, { dialect: kubernetesDialect, now, related: () => related });
const victims = (pods: readonly Pod[], related: readonly Pod[] = []) =>
  plan(pods.length - 1, pods, related).deletions.map(({ metadata }) => metadata.name);

test('Missing pods are created, at most 500 at a time', () => {
  expect(plan(3, [podWith({ name: 'a' })])).toEqual({ creations: 2, deletions: [] });
  expect(plan(10_000, [])).toEqual({ creations: 500, deletions: [] });
});

test('The desired number of pods is left alone', () => {
  expect(plan(1, [podWith({ name: 'a' })])).toEqual({ creations: 0, deletions: [] });
});

test('A pod without a node is deleted before a pod on a node', () => {
  expect(victims([podWith({ name: 'on', node: 'n1' }), podWith({ name: 'waiting' })])).toEqual(['waiting']);
});

test('A pending pod is deleted before a running one, and an unready pod before a ready one', () => {
  const ready = podWith({ name: 'ready', node: 'n', readySince: SINCE });
  expect(victims([ready, podWith({ name: 'pending', node: 'n', phase: 'Pending' })])).toEqual(['pending']);
  expect(victims([ready, podWith({ name: 'unready', node: 'n' })])).toEqual(['unready']);
});

test('The ready pod with the lowest valid deletion cost is deleted first', () => {
  const cost = (name: string, value: string) =>
    podWith({
      name,
      node: 'n',
      readySince: SINCE,
      annotations: { 'controller.kubernetes.io/pod-deletion-cost': value },
    });
  expect(victims([cost('dear', '10'), cost('cheap', '-5')])).toEqual(['cheap']);
  expect(victims([cost('minus', '-1'), cost('wrong', '-007')])).toEqual(['minus']);
});

test('A pod on the node with the most related pods is deleted first', () => {
  const crowded = podWith({ name: 'crowded', node: 'n1', readySince: SINCE });
  const alone = podWith({ name: 'alone', node: 'n2', readySince: SINCE });
  const related = [crowded, alone, podWith({ name: 'other', node: 'n1' })];
  expect(victims([alone, crowded], related)).toEqual(['crowded']);
});

test('A pod that became ready a magnitude later, restarted more often or is younger is deleted first', () => {
  const pod = (name: string, facts: object) => podWith({ name, node: 'n', readySince: SINCE, ...facts });
  expect(victims([pod('old', {}), pod('new', { readySince: '2024-05-31T23:59:00Z' })])).toEqual(['new']);
  expect(victims([pod('steady', { restarts: 1 }), pod('crashing', { restarts: 7 })])).toEqual(['crashing']);
  expect(victims([pod('old', {}), pod('young', { created: '2024-05-31T00:00:00Z' })])).toEqual(['young']);
});
