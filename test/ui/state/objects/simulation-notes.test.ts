import { expect, test } from 'vitest';
import type { ApiObject } from '../../../../src/api/object.ts';
import { simulationNote } from '../../../../src/ui/state/objects/simulation-notes.ts';

const object = (more: object): ApiObject => ({ apiVersion: 'v1', kind: 'Any', metadata: { name: 'a' }, ...more });
const of = (group: string, resource: string) => ({ group, resource });

test.each([
  ['apps', 'deployments', 'replica sets'],
  ['apps', 'replicasets', 'pods'],
  ['apps', 'statefulsets', 'pods'],
  ['apps', 'daemonsets', 'nodes'],
  ['batch', 'jobs', 'pods'],
  ['batch', 'cronjobs', 'jobs'],
  ['', 'replicationcontrollers', 'pods'],
  ['autoscaling', 'horizontalpodautoscalers', 'scales'],
  ['', 'pods', 'scheduler'],
  ['', 'services', 'endpoints'],
])('the list of %s/%s has a note of one sentence', (group, resource, word) => {
  const note = simulationNote(of(group, resource)) ?? '';
  expect(note).toContain(word);
  expect(note).toMatch(/^[A-Z][^.]* yet[^.]*\.$/);
});

test('other kinds have no note', () => {
  expect(simulationNote(of('', 'configmaps'))).toBeUndefined();
  expect(simulationNote(of('example.com', 'deployments'))).toBeUndefined();
});

test.each([
  ['apps', 'deployments', { spec: { replicas: 3 } }, { spec: { replicas: 3 }, status: { readyReplicas: 3 } }],
  ['apps', 'deployments', {}, { spec: { replicas: 0 } }],
  ['', 'pods', { status: { phase: 'Pending' } }, { status: { phase: 'Running' } }],
  ['', 'services', { spec: { selector: { app: 'a' } } }, { spec: { type: 'ExternalName' } }],
  ['batch', 'jobs', {}, { status: { completionTime: '2026-01-02T03:04:05Z' } }],
])('%s/%s: an object that waits has the note, one that does not has none', (group, resource, waiting, done) => {
  expect(simulationNote(of(group, resource), object(waiting))).toBeDefined();
  expect(simulationNote(of(group, resource), object(done))).toBeUndefined();
});
