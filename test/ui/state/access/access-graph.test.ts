import { expect, it } from 'vitest';
import { accessGraph } from '../../../../src/ui/state/access/access-graph.ts';

it('the graph of access has each binding, role and rule once, joined from the subject to the rules', () => {
  const role = { kind: 'ClusterRole', name: 'view' };
  const rule = { verbs: ['get'], apiGroups: [''], resources: ['pods'] };
  const source = (name: string) => ({ binding: { kind: 'RoleBinding', namespace: 'shop', name }, role, rule });
  const { nodes, edges } = accessGraph('User alice', [source('one'), source('two'), source('two')]);
  expect(nodes.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'Subject User alice',
    'RoleBinding shop/one',
    'ClusterRole view',
    'Rule get on pods',
    'RoleBinding shop/two',
  ]);
  const nameOf = (id: string) => nodes.find((node) => node.id === id)?.name;
  expect(edges.map(({ from, relation, to }) => `${nameOf(from)} ${relation} ${nameOf(to)}`)).toEqual([
    'User alice is bound by shop/one',
    'shop/one grants view',
    'view allows get on pods',
    'User alice is bound by shop/two',
    'shop/two grants view',
  ]);
  expect(nodes.map(({ object }) => object?.kind)).toEqual([
    undefined,
    'RoleBinding',
    'ClusterRole',
    undefined,
    'RoleBinding',
  ]);
});
