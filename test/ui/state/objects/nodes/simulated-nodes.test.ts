import { expect, test } from 'vitest';
import { clusterDialect, kubernetesDialect } from '../../../../../src/api/dialect.ts';
import * as simulation from '../../../../../src/simulation/names.ts';
import { simulation as nodeSimulation } from '../../../../../src/simulation/simulation.ts';
import {
  DOWN_ANNOTATION,
  downPatch,
  isDown,
  isSimulated,
  newSimulatedNodes,
  SIMULATED_ANNOTATION,
} from '../../../../../src/ui/state/objects/nodes/simulated-nodes.ts';
import { NODE_SIMULATION } from '../../../../../src/ui/state/objects/simulation-notes.ts';

const node = (name: string, annotations: Record<string, string> = {}) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, annotations },
});

test('new simulated nodes take the lowest free numbers', () => {
  const nodes = newSimulatedNodes([node('simulated-node-1'), node('other')], 3, kubernetesDialect);
  expect(nodes.map(({ metadata }) => metadata.name)).toEqual([
    'simulated-node-0',
    'simulated-node-2',
    'simulated-node-3',
  ]);
  expect(nodes.every(isSimulated)).toBe(true);
  expect(isSimulated(node('other'))).toBe(false);
});

test.each([kubernetesDialect, clusterDialect])(
  'new simulated nodes have the labels of a kubelet in $name names',
  (dialect) => {
    const prefix = dialect.name === 'cluster' ? 'cluster.io' : 'kubernetes.io';
    expect(newSimulatedNodes([], 1, dialect)[0]?.metadata.labels).toEqual({
      [`${prefix}/arch`]: 'amd64',
      [`${prefix}/hostname`]: 'simulated-node-0',
      [`${prefix}/os`]: 'linux',
    });
  },
);

test('a node is down while it has the annotation', () => {
  const annotation = 'simulation.tabplane.dev/down';
  expect(downPatch(true)).toEqual({ metadata: { annotations: { [annotation]: 'true' } } });
  expect(downPatch(false)).toEqual({ metadata: { annotations: { [annotation]: null } } });
  expect([isDown(node('a', { [annotation]: 'true' })), isDown(node('a'))]).toEqual([true, false]);
});

test('the annotations are those of the simulation', () => {
  expect([SIMULATED_ANNOTATION, DOWN_ANNOTATION]).toEqual([
    simulation.SIMULATED_ANNOTATION,
    simulation.DOWN_ANNOTATION,
  ]);
  expect(NODE_SIMULATION).toBe(nodeSimulation.name);
});
