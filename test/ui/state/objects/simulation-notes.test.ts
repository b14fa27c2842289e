import { describe, expect, test } from 'vitest';
import type { ApiObject } from '../../../../src/api/object.ts';
import { type ClusterActivity, simulationNote } from '../../../../src/ui/state/objects/simulation-notes.ts';

const object = (more: object): ApiObject => ({ apiVersion: 'v1', kind: 'Any', metadata: { name: 'a' }, ...more });
const of = (group: string, resource: string) => ({ group, resource });

const CONTROLLERS = [
  ...['deployment', 'replicaset', 'statefulset', 'replicationcontroller', 'daemonset', 'job', 'cronjob'],
  ...['horizontal-pod-autoscaler', 'endpoints', 'endpointslice', 'persistentvolume-binder'],
].map((name) => `${name}-controller`);

/** A cluster in which all controllers run except the named ones. */
const activity = (more: Partial<ClusterActivity> = {}, stopped: readonly string[] = []): ClusterActivity => ({
  controllers: new Map(
    [...CONTROLLERS, 'kube-scheduler', 'node-simulation'].map((name) => [name, !stopped.includes(name)]),
  ),
  nodes: 3,
  simulatedNodes: 3,
  ...more,
});

const KINDS = [
  ['apps', 'deployments', 'replicaset-controller'],
  ['apps', 'replicasets', 'replicaset-controller'],
  ['apps', 'statefulsets', 'statefulset-controller'],
  ['apps', 'daemonsets', 'daemonset-controller'],
  ['batch', 'jobs', 'job-controller'],
  ['batch', 'cronjobs', 'cronjob-controller'],
  ['', 'replicationcontrollers', 'replicationcontroller-controller'],
  ['autoscaling', 'horizontalpodautoscalers', 'horizontal-pod-autoscaler-controller'],
  ['', 'pods', 'kube-scheduler'],
  ['', 'services', 'endpointslice-controller'],
  ['', 'persistentvolumeclaims', 'persistentvolume-binder-controller'],
] as const;

describe.each(KINDS)('the note of %s/%s', (group, resource, controller) => {
  test('is absent when all controllers run', () => {
    expect(simulationNote(of(group, resource), activity())).toBeUndefined();
  });

  test('names the stopped controller, and offers to start controllers', () => {
    expect(simulationNote(of(group, resource), activity({}, [controller]))).toEqual({
      text: expect.stringMatching(new RegExp(`^${controller} is stopped, so [^.]+\\.$`)),
      remedy: 'start controllers',
    });
  });

  test('names a controller that the server lacks', () => {
    const note = simulationNote(of(group, resource), activity({ controllers: new Map() }));
    expect(note?.text).toMatch(/ is not part of this cluster, so /);
    expect(note?.remedy).toBeUndefined();
  });
});

test.each([
  ['apps', 'deployments', true],
  ['apps', 'daemonsets', true],
  ['batch', 'jobs', true],
  ['', 'pods', true],
  ['', 'services', false],
  ['batch', 'cronjobs', false],
])('without nodes, %s/%s wait for nodes: %s', (group, resource, waits) => {
  const note = simulationNote(of(group, resource), activity({ nodes: 0, simulatedNodes: 0 }));
  expect(note?.remedy).toBe(waits ? 'add nodes' : undefined);
});

test('a stopped simulation is noted unless the cluster has other nodes', () => {
  const stopped = ['node-simulation'];
  expect(simulationNote(of('', 'pods'), activity({}, stopped))?.text).toMatch(/^node-simulation is stopped/);
  expect(simulationNote(of('', 'pods'), activity({ simulatedNodes: 2 }, stopped))).toBeUndefined();
});

test('a server without the simulation of nodes has a note without a remedy', () => {
  const controllers = new Map([...activity().controllers].filter(([name]) => name !== 'node-simulation'));
  expect(simulationNote(of('', 'pods'), activity({ controllers }))).toEqual({
    text: 'node-simulation is not part of this cluster, so simulated nodes do nothing.',
    remedy: undefined,
  });
});

test('other kinds have no note', () => {
  const none = activity({ controllers: new Map(), nodes: 0 });
  expect(simulationNote(of('', 'configmaps'), none)).toBeUndefined();
  expect(simulationNote(of('example.com', 'deployments'), none)).toBeUndefined();
});

test.each([
  ['apps', 'deployments', { spec: { replicas: 3 } }, { spec: { replicas: 3 }, status: { readyReplicas: 3 } }],
  ['apps', 'deployments', {}, { spec: { replicas: 0 } }],
  ['', 'pods', { status: { phase: 'Pending' } }, { status: { phase: 'Running' } }],
  ['', 'services', { spec: { selector: { app: 'a' } } }, { spec: { type: 'ExternalName' } }],
  ['', 'persistentvolumeclaims', { status: { phase: 'Pending' } }, { status: { phase: 'Bound' } }],
  ['batch', 'jobs', {}, { status: { completionTime: '2026-01-02T03:04:05Z' } }],
])('%s/%s: only a waiting object has the note', (group, resource, waiting, done) => {
  const none = activity({ controllers: new Map(), nodes: 0 });
  expect(simulationNote(of(group, resource), none, object(waiting))).toBeDefined();
  expect(simulationNote(of(group, resource), none, object(done))).toBeUndefined();
});

test.each([
  ['deployment-controller', 'changes of deployments do not reach their replica sets'],
  ['replicaset-controller', 'deployments get no new pods'],
])('the note on %s does not mention existing pods', (controller, consequence) => {
  const scaled = object({ spec: { replicas: 6 }, status: { readyReplicas: 4 } });
  expect(simulationNote(of('apps', 'deployments'), activity({}, [controller]), scaled)?.text).toBe(
    `${controller} is stopped, so ${consequence}.`,
  );
});

test.each(KINDS.map(([group, resource, controller]) => ({ group, resource, controller })))(
  'a note on $group/$resource does not state that objects are missing or waiting',
  ({ group, resource, controller }) => {
    const text = simulationNote(of(group, resource), activity({}, [controller]))?.text;
    expect(text).not.toMatch(/ have no |so (pods|claims|jobs) stay|do not start/);
  },
);
