import { expect, test } from 'vitest';
import { clusterDialect, kubernetesDialect } from '../../../../../src/api/dialect.ts';
import {
  downPatch,
  isDown,
  isSimulated,
  newSimulatedNodes,
} from '../../../../../src/ui/state/objects/nodes/simulated-nodes.ts';

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

test.each([kubernetesDialect, clusterDialect])('they have the labels of a kubelet in $name names', (dialect) => {
  const prefix = dialect.name === 'cluster' ? 'cluster.io' : 'kubernetes.io';
  expect(newSimulatedNodes([], 1, dialect)[0]?.metadata.labels).toEqual({
    [`${prefix}/arch`]: 'amd64',
    [`${prefix}/hostname`]: 'simulated-node-0',
    [`${prefix}/os`]: 'linux',
  });
});

test('a node is down as long as it has the annotation', () => {
  const annotation = 'simulation.tabplane.dev/down';
  expect(downPatch(true)).toEqual({ metadata: { annotations: { [annotation]: 'true' } } });
  expect(downPatch(false)).toEqual({ metadata: { annotations: { [annotation]: null } } });
  expect([isDown(node('a', { [annotation]: 'true' })), isDown(node('a'))]).toEqual([true, false]);
});
