import { expect, it } from 'vitest';
import { containerConditions } from '../../src/simulation/pods/container-conditions.ts';
import { StatusChange } from '../../src/simulation/pods/status-change.ts';
import type { Stage } from '../../src/simulation/stages/stage.ts';
import { StageTable } from '../../src/simulation/stages/stage-table.ts';
import { podNamed } from '../scheduler/fake-cluster.ts';

const time = '2024-01-01T00:00:00Z';
const now = Date.parse(time);
const pod = podNamed('web', {
  metadata: { name: 'web', uid: 'u1' },
  status: {
    phase: 'Pending',
    hostIP: '172.18.0.2',
    conditions: [
      { type: 'PodScheduled', status: 'True', lastTransitionTime: time },
      { type: 'Ready', status: 'False', reason: 'ContainersNotReady', lastTransitionTime: time },
    ],
  },
});

it('A patch of joined transitions has each changed field and condition once, and removes former reasons', () => {
  const change = new StatusChange(pod);
  const ready = { type: 'Ready', status: 'True', lastTransitionTime: time };
  change.add({ status: { phase: 'Running', hostIP: '172.18.0.2' }, conditions: [], events: [] });
  change.add({ status: { podIP: '10.0.0.1' }, conditions: [{ ...ready, status: 'Unknown' }], events: [] });
  change.add({
    status: { podIP: '10.0.0.2' },
    conditions: [ready, { type: 'Initialized', status: 'True' }],
    events: [{ type: 'Normal', reason: 'Done', message: 'Done' }],
  });
  expect(change.patch()).toEqual({
    metadata: { uid: 'u1' },
    status: {
      phase: 'Running',
      podIP: '10.0.0.2',
      '$setElementOrder/conditions': [{ type: 'Initialized' }, { type: 'Ready' }, { type: 'PodScheduled' }],
      conditions: [
        { ...ready, reason: null },
        { type: 'Initialized', status: 'True' },
      ],
    },
  });
  expect(change.pod.status?.conditions?.map(({ type, status }) => `${type}=${status}`)).toEqual([
    'PodScheduled=True',
    'Ready=True',
    'Initialized=True',
  ]);
  expect(change.events).toHaveLength(1);
});

it('A transition without conditions leaves them out of the patch', () => {
  const change = new StatusChange(pod);
  change.add({ status: { phase: 'Running' }, conditions: [], events: [] });
  expect(change.patch()).toEqual({ metadata: { uid: 'u1' }, status: { phase: 'Running' } });
});

it('A condition keeps its time when only its reason or message changes', () => {
  const containerStatuses = [{ name: 'app', ready: false, restartCount: 0, image: '', imageID: '' }];
  const later = now + 60_000;
  expect(containerConditions(pod, { containerStatuses }, later)).toEqual([
    { type: 'Initialized', status: 'True', lastTransitionTime: '2024-01-01T00:01:00Z' },
    {
      type: 'Ready',
      status: 'False',
      reason: 'ContainersNotReady',
      message: 'containers with unready status: [app]',
      lastTransitionTime: time,
    },
    {
      type: 'ContainersReady',
      status: 'False',
      reason: 'ContainersNotReady',
      message: 'containers with unready status: [app]',
      lastTransitionTime: '2024-01-01T00:01:00Z',
    },
  ]);
});

it('A table returns the stages of a resource for a state, by name', () => {
  const stage = (name: string, resource: 'pods' | 'nodes', selector: Stage['spec']['selector']): Stage => ({
    apiVersion: 'simulation.tabplane.dev/v1alpha1',
    kind: 'Stage',
    metadata: { name },
    spec: { resource, selector, next: {} },
  });
  const stages = [
    stage('running', 'pods', { states: ['Running', 'Ending'] }),
    stage('any', 'pods', {}),
    stage('bound', 'pods', { states: ['Bound'] }),
    stage('beat', 'nodes', {}),
  ];
  const names = (found: readonly Stage[]) => found.map(({ metadata }) => metadata.name);
  const table = new StageTable(stages, 'pods');
  expect(names(table.in('Running'))).toEqual(['any', 'running']);
  expect(names(table.in('Bound'))).toEqual(['any', 'bound']);
  expect(names(new StageTable(stages, 'nodes').in(undefined))).toEqual(['beat']);
});
