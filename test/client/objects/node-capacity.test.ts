import { expect, test } from 'vitest';
import type { Node, Pod } from '../../../src/api/kinds/core-v1.generated.ts';
import { amountText, nodeUse } from '../../../src/client/objects/node-capacity.ts';

const pod = (phase: string, requests: Record<string, string>): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {},
  spec: { containers: [{ name: 'main', resources: { requests } }] },
  status: { phase },
});
const node = (allocatable: Record<string, string>): Node => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'a' },
  status: { allocatable },
});

test('the requests of pods are summed, except the requests of finished pods', () => {
  const pods = [
    pod('Running', { cpu: '500m', memory: '1Gi' }),
    pod('Pending', { cpu: '1' }),
    pod('Succeeded', { cpu: '8' }),
    pod('Failed', { cpu: '8' }),
  ];
  const uses = nodeUse(node({ cpu: '4', memory: '8Gi', pods: '110', 'hugepages-2Mi': '0' }), pods);
  expect(uses.map(({ resource, text }) => [resource, text])).toEqual([
    ['cpu', '1500m of 4'],
    ['memory', '1Gi of 8Gi'],
    ['pods', '2 of 110'],
  ]);
  expect(uses[0]).toMatchObject({ requested: 1500, allocatable: 4000 });
});

test('a node that has not reported its resources has no usage', () => {
  expect(nodeUse({ apiVersion: 'v1', kind: 'Node', metadata: {} }, [pod('Running', {})])).toEqual([]);
});

test.each([
  ['cpu', 0, '0'],
  ['cpu', 250, '250m'],
  ['cpu', 32_000, '32'],
  ['memory', 0, '0'],
  ['memory', 1536 * 1024 ** 2, '1.5Gi'],
  ['memory', 256 * 1024 ** 3, '256Gi'],
  ['ephemeral-storage', 1024 ** 4, '1Ti'],
  ['example.com/gpu', 2, '2'],
])('%s: %d is written %s', (resource, amount, text) => {
  expect(amountText(resource, amount)).toBe(text);
});
