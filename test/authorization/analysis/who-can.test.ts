import { expect, test } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import { whoCan } from '../../../src/authorization/analysis/who-can.ts';
import { RbacIndex } from '../../../src/authorization/rbac/rbac-index.ts';
import { FakeReader } from '../fake-reader.ts';
import { addBinding, addRole, pathRequest, request, user, userSubject } from '../fixtures.ts';

const READ = { apiGroups: [''], resources: ['configmaps'], verbs: ['get'] };
const anyone = user('');
const inX = { kind: 'RoleBinding', namespace: 'x', name: 'rb' };

function readerWith(fill: (reader: FakeReader) => void): RbacIndex {
  const reader = new FakeReader();
  fill(reader);
  return new RbacIndex(reader, kubernetesDialect);
}

test('lists every subject of an allowing binding: users, then groups, by name', async () => {
  const index = readerWith((reader) => {
    addRole(reader, 'x', 'r', READ);
    addBinding(reader, 'x', 'rb', 'Role/r', userSubject('zoe'), { kind: 'Group', name: 'dev' }, userSubject('ann'));
  });
  const bindings = [{ binding: inX, role: { kind: 'Role', namespace: 'x', name: 'r' } }];
  expect(await whoCan(index, request(anyone))).toEqual([
    { kind: 'User', name: 'ann', bindings },
    { kind: 'User', name: 'zoe', bindings },
    { kind: 'Group', name: 'dev', bindings },
  ]);
});

test('users come first, then their service accounts, ordinary groups and system subjects', async () => {
  const account = (namespace: string, name: string) => ({ kind: 'ServiceAccount', namespace, name });
  const group = (name: string) => ({ kind: 'Group', name });
  const ordered = [
    userSubject('ann'),
    userSubject('zoe'),
    group('dev'),
    account('kube-flannel', 'robot'),
    account('x', 'robot'),
    group('system:authenticated'),
    group('system:serviceaccounts:x'),
    group('system:masters'),
    group('system:serviceaccounts:kube-system'),
    account('kube-system', 'aaa'),
    userSubject('system:kube-scheduler'),
  ];
  const index = readerWith((reader) => {
    addRole(reader, '', 'c', READ);
    addBinding(reader, '', 'crb', 'ClusterRole/c', ...ordered.toReversed());
  });
  const found = await whoCan(index, request(anyone));
  expect(found.map(({ kind, name }) => `${kind} ${name}`)).toEqual(ordered.map(({ kind, name }) => `${kind} ${name}`));
});

test('a subject is listed once, with all its allowing bindings', async () => {
  const index = readerWith((reader) => {
    addRole(reader, '', 'c', READ);
    addBinding(reader, '', 'crb', 'ClusterRole/c', userSubject('ann'));
    addBinding(reader, 'x', 'rb', 'ClusterRole/c', userSubject('ann'));
  });
  const [ann, ...others] = await whoCan(index, request(anyone));
  expect(others).toEqual([]);
  expect(ann?.bindings.map(({ binding }) => binding)).toEqual([{ kind: 'ClusterRoleBinding', name: 'crb' }, inX]);
});

test('a service account without a namespace is in that of its binding; cluster-wide it matches nobody', async () => {
  const robot = { kind: 'ServiceAccount', name: 'robot' };
  const index = readerWith((reader) => {
    addRole(reader, '', 'c', READ);
    addBinding(reader, '', 'crb', 'ClusterRole/c', robot);
    addBinding(reader, 'x', 'rb', 'ClusterRole/c', robot);
  });
  expect(await whoCan(index, request(anyone))).toMatchObject([
    { kind: 'ServiceAccount', namespace: 'x', name: 'robot', bindings: [{ binding: inX }] },
  ]);
});

test('bindings in other namespaces, to missing roles and to roles with other rules are ignored', async () => {
  const index = readerWith((reader) => {
    addRole(reader, 'x', 'r', READ);
    addRole(reader, 'y', 'r', READ);
    addRole(reader, '', 'paths', { nonResourceURLs: ['/metrics'], verbs: ['get'] });
    addBinding(reader, 'y', 'rb', 'Role/r', userSubject('ann'));
    addBinding(reader, 'x', 'dangling', 'Role/ghost', userSubject('ann'));
    addBinding(reader, '', 'paths', 'ClusterRole/paths', userSubject('eve'));
    addBinding(reader, 'x', 'paths', 'ClusterRole/paths', userSubject('ann'));
  });
  expect(await whoCan(index, request(anyone))).toEqual([]);
  expect(await whoCan(index, pathRequest(anyone, '/metrics'))).toMatchObject([{ kind: 'User', name: 'eve' }]);
});
