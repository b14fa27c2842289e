import { expect, test } from 'vitest';
import type { ChangeNode, Reason, WriteRecord } from '../../../src/api/debug/causes.ts';
import { causeChain } from '../../../src/client/causes/cause-chain.ts';
import { chainText } from '../../../src/client/causes/cause-text.ts';
import { changeTree } from '../../../src/client/causes/change-tree.ts';

const because = (...revisions: string[]): Reason[] =>
  revisions.map((revision) => ({ type: 'change', resource: 'pods', name: 'x', revision }));

/** Returns a write of `resource/name` by a component, or by alice without one. */
function write(revision: number, object: string, component?: string, reasons: readonly Reason[] = []): WriteRecord {
  const [resource = '', name = ''] = object.split('/');
  const cause = component === undefined ? {} : { cause: { component, reasons } };
  return {
    revision: `${revision}`,
    time: '2026-01-01T00:00:00.000000Z',
    effect: reasons.length > 0 ? 'updated' : 'created',
    ...{ resource, name, user: component ? 'system:controller' : 'alice' },
    ...cause,
  };
}

const linesOf = (tree: readonly ChangeNode[], indent = ''): string[] =>
  tree.flatMap(({ writes, effects }) => [
    `${indent}${writes[0]?.resource}/${writes[0]?.name}: ${writes.map(({ revision }) => revision).join(' ')}`,
    ...linesOf(effects, `${indent}  `),
  ]);

const created = write(1, 'deployments/web');

test('a write stands below the newest change that it reacted to', () => {
  const records = [
    created,
    write(2, 'replicasets/web', 'deployments', because('1')),
    write(3, 'pods/a', 'replicasets', because('1', '2')),
  ];
  expect(linesOf(changeTree([created], records))).toEqual([
    'deployments/web: 1',
    '  replicasets/web: 2',
    '    pods/a: 3',
  ]);
});

test('the writes of an object by one component are one node, where the first of them stands', () => {
  const records = [
    created,
    write(2, 'pods/a', 'replicasets', because('1')),
    write(3, 'deployments/web', 'deployments', because('1')),
    write(4, 'deployments/web', 'deployments', because('2')),
  ];
  expect(linesOf(changeTree([created], records))).toEqual([
    'deployments/web: 1',
    '  pods/a: 2',
    '  deployments/web: 3 4',
  ]);
});

test('components that react to each other forever give a tree of one node each', () => {
  const loop = Array.from({ length: 1000 }, (_, index) =>
    write(index + 2, 'pods/a', index % 2 === 0 ? 'kubelet' : 'other', because(`${index + 1}`)),
  );
  const [root] = changeTree([created], [created, ...loop]);
  expect(root?.effects[0]?.effects).toHaveLength(1);
  expect(root?.effects[0]?.effects[0]?.effects).toHaveLength(0);
});

test('writes without a cause in the tree are left out', () => {
  const other = write(2, 'pods/b');
  const timed = write(3, 'pods/c', 'jobs', [{ type: 'timer' }]);
  expect(linesOf(changeTree([created], [created, other, timed]))).toEqual(['deployments/web: 1']);
});

test('all writes of a request are roots', () => {
  const second = write(2, 'pods/b');
  expect(linesOf(changeTree([created, second], [created, second]))).toEqual(['deployments/web: 1', 'pods/b: 2']);
});

test('a chain leads back to the request of a user, and names a component once', () => {
  const last = write(4, 'pods/a', 'kubelet', [...because('3'), { type: 'timer' }]);
  const records = [
    created,
    write(2, 'pods/a', 'replicasets', because('1')),
    write(3, 'pods/a', 'kubelet', because('2')),
    last,
  ];
  const found = causeChain(last, records);
  expect(found.chain.map(({ revision }) => revision)).toEqual(['4', '3', '2', '1']);
  expect(chainText(found)).toBe(
    'kubelet updated pods/a (a timer had ended), because replicasets updated pods/a, because alice created deployments/web.',
  );
});

test('a chain ends at a change whose write is not recorded', () => {
  const last = write(9, 'pods/a', 'kubelet', [...because('8'), { type: 'retry', attempt: 2 }]);
  const found = causeChain(last, [last]);
  expect(found.missing).toMatchObject({ revision: '8' });
  expect(chainText(found)).toBe(
    'kubelet updated pods/a (2 attempts had failed), because of revision 8 of pods/x, whose write is not recorded.',
  );
});

test('a chain prefers an older change that is recorded to a newer one that is not', () => {
  const last = write(9, 'pods/a', 'kubelet', because('1', '8'));
  expect(causeChain(last, [created, last]).chain).toEqual([last, created]);
});
