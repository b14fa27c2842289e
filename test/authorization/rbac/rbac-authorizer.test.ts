import { beforeEach, describe, expect, test } from 'vitest';
import { clusterDialect, kubernetesDialect } from '../../../src/api/dialect.ts';
import type { PolicyRule } from '../../../src/api/kinds/rbac-v1.generated.ts';
import { createAuthorizer } from '../../../src/authorization/index.ts';
import { FakeReader } from '../fake-reader.ts';
import { addBinding, addRole, pathRequest, request, user, userSubject } from '../fixtures.ts';

const ann = user('ann', 'dev', 'system:authenticated');
let reader: FakeReader;
const authorizer = () => createAuthorizer({ modes: ['RBAC'], reader, dialect: kubernetesDialect });

beforeEach(() => {
  reader = new FakeReader();
});

function grant(rule: PolicyRule): void {
  addRole(reader, 'x', 'r', rule);
  addBinding(reader, 'x', 'rb', 'Role/r', userSubject('ann'));
}
const allowed = async (attributes: Parameters<ReturnType<typeof authorizer>['authorize']>[0]) =>
  (await authorizer().authorize(attributes)).decision === 'allow';

describe('rule matching', () => {
  const get: PolicyRule = { apiGroups: [''], resources: ['configmaps'], verbs: ['get'] };
  test.each<[string, PolicyRule, Partial<ReturnType<typeof request>>, boolean]>([
    ['the same verb', get, {}, true],
    ['no other verb', get, { verb: 'list' }, false],
    ['no other group', get, { group: 'apps' }, false],
    ['no subresource of the resource', get, { subresource: 'status' }, false],
    ['any verb with a star', { ...get, verbs: ['*'] }, { verb: 'frobnicate' }, true],
    [
      'any resource and subresource with a star',
      { ...get, resources: ['*'] },
      { resource: 'pods', subresource: 'log' },
      true,
    ],
    ['any group with a star', { ...get, apiGroups: ['*'] }, { group: 'apps' }, true],
    [
      'a subresource that it lists',
      { ...get, resources: ['pods/log'] },
      { resource: 'pods', subresource: 'log' },
      true,
    ],
    [
      'one subresource of all resources',
      { ...get, resources: ['*/log'] },
      { resource: 'pods', subresource: 'log' },
      true,
    ],
    ['no resource with the name of the subresource', { ...get, resources: ['*/log'] }, { resource: 'log' }, false],
    [
      'no subresource by the pattern pods/*',
      { ...get, resources: ['pods/*'] },
      { resource: 'pods', subresource: 'log' },
      false,
    ],
    ['a name that it lists', { ...get, resourceNames: ['a'] }, {}, true],
    ['no other name', { ...get, resourceNames: ['b'] }, {}, false],
    ['no list when it has names', { ...get, verbs: ['list'], resourceNames: ['a'] }, { verb: 'list', name: '' }, false],
    ['no other namespace', get, { namespace: 'y' }, false],
    ['nothing cluster-wide', get, { namespace: '' }, false],
  ])('a rule matches %s', async (_title, rule, asked, expected) => {
    grant(rule);
    expect(await allowed(request(ann, asked))).toBe(expected);
  });

  test.each([
    ['/metrics', '/metrics', true],
    ['/metrics', '/metrics/', false],
    ['/healthz/*', '/healthz/ping', true],
    ['/healthz/*', '/healthz', false],
    ['*', '/anything', true],
  ])('the path %s covers %s: %s', async (pattern, path, expected) => {
    addRole(reader, '', 'paths', { nonResourceURLs: [pattern], verbs: ['get'] });
    addBinding(reader, '', 'paths', 'ClusterRole/paths', userSubject('ann'));
    expect(await allowed(pathRequest(ann, path))).toBe(expected);
    expect(await allowed(pathRequest(ann, path, 'post'))).toBe(false);
  });
});

describe('the reason', () => {
  const rule: PolicyRule = { apiGroups: [''], resources: ['configmaps'], verbs: ['get'] };
  const reasonFor = async (who: typeof ann) => (await authorizer().authorize(request(who))).reason;

  test('contains the binding, its role and the subject', async () => {
    grant(rule);
    expect(await reasonFor(ann)).toBe('RBAC: allowed by RoleBinding "rb/x" of Role "r" to User "ann"');
  });
  test('shows a cluster-wide binding without a namespace', async () => {
    addRole(reader, '', 'r', rule);
    addBinding(reader, '', 'crb', 'ClusterRole/r', { kind: 'Group', name: 'dev' });
    expect(await reasonFor(ann)).toBe('RBAC: allowed by ClusterRoleBinding "crb" of ClusterRole "r" to Group "dev"');
  });
  test('shows a service account with the namespace of the binding', async () => {
    addRole(reader, 'x', 'r', rule);
    addBinding(reader, 'x', 'rb', 'Role/r', { kind: 'ServiceAccount', name: 'robot' });
    expect(await reasonFor(user('system:serviceaccount:x:robot'))).toBe(
      'RBAC: allowed by RoleBinding "rb/x" of Role "r" to ServiceAccount "robot/x"',
    );
  });
  test('is empty without a match, and for system:masters', async () => {
    expect(await authorizer().authorize(request(ann))).toEqual({ decision: 'no-opinion', reason: '' });
    expect(await authorizer().authorize(request(user('root', 'system:masters')))).toEqual({
      decision: 'allow',
      reason: '',
    });
  });
  test('reports missing roles, unless another binding suffices', async () => {
    addBinding(reader, 'x', 'a', 'Role/ghost', userSubject('ann'));
    expect(await reasonFor(ann)).toBe('RBAC: role.rbac.authorization.k8s.io "ghost" not found');
    addBinding(reader, '', 'b', 'ClusterRole/ghost', userSubject('ann'));
    expect(await reasonFor(ann)).toBe(
      'RBAC: [clusterrole.rbac.authorization.k8s.io "ghost" not found, role.rbac.authorization.k8s.io "ghost" not found]',
    );
    grant(rule);
    expect(await reasonFor(ann)).toMatch(/^RBAC: allowed by/);
  });
});

describe('subjects', () => {
  const rule: PolicyRule = { apiGroups: [''], resources: ['configmaps'], verbs: ['get'] };

  test('a service account without a namespace matches nobody cluster-wide', async () => {
    addRole(reader, '', 'r', rule);
    addBinding(reader, '', 'crb', 'ClusterRole/r', { kind: 'ServiceAccount', name: 'robot' });
    expect(await allowed(request(user('system:serviceaccount:x:robot')))).toBe(false);
  });

  test('a user subject with a namespace matches in the kubernetes dialect and is an evaluation error in the cluster dialect', async () => {
    addRole(reader, 'x', 'r', rule);
    addBinding(reader, 'x', 'rb', 'Role/r', { ...userSubject('ann'), namespace: 'x' });
    expect(await allowed(request(ann))).toBe(true);
    const bySpecification = createAuthorizer({ modes: ['RBAC'], reader: renamed(reader), dialect: clusterDialect });
    expect(await bySpecification.authorize(request(ann))).toMatchObject({
      decision: 'no-opinion',
      evaluationError: 'subject User "ann" must not have a namespace',
    });
  });
});

test('a decision reads only the bindings of the subject, and lists bindings once per change', async () => {
  for (let index = 0; index < 500; index++)
    addBinding(reader, 'x', `other-${index}`, 'Role/none', userSubject(`u${index}`));
  grant({ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] });
  const one = authorizer();
  await one.authorize(request(ann));
  const before = reader.lists;
  for (let index = 0; index < 10; index++) await one.authorize(request(ann));
  expect(reader.lists - before).toBe(0);
  addBinding(reader, 'x', 'late', 'Role/r', userSubject('bob'));
  expect((await one.authorize(request(user('bob')))).decision).toBe('allow');
});

test('changes to a role take effect immediately', async () => {
  addBinding(reader, 'x', 'early', 'Role/late', userSubject('ann'));
  const one = authorizer();
  expect((await one.authorize(request(ann))).decision).toBe('no-opinion');
  addRole(reader, 'x', 'late', { apiGroups: [''], resources: ['configmaps'], verbs: ['get'] });
  expect((await one.authorize(request(ann))).decision).toBe('allow');
});

test('modes are tried in order, and unknown ones are rejected', async () => {
  const open = createAuthorizer({ modes: ['RBAC', 'AlwaysAllow'], reader, dialect: kubernetesDialect });
  expect((await open.authorize(request(ann))).decision).toBe('allow');
  const shut = createAuthorizer({ modes: ['RBAC', 'AlwaysDeny'], reader, dialect: kubernetesDialect });
  expect(await shut.authorize(request(ann))).toEqual({ decision: 'no-opinion', reason: 'Everything is forbidden.' });
  expect(() => createAuthorizer({ modes: ['Abac'], reader, dialect: kubernetesDialect })).toThrow(
    'unknown authorization mode Abac',
  );
});

test('a rules review lists resources, paths and resolution errors', async () => {
  addRole(reader, '', 'r', { nonResourceURLs: ['/version'], verbs: ['get'] });
  addBinding(reader, '', 'crb', 'ClusterRole/r', userSubject('ann'));
  grant({ apiGroups: [''], resources: ['configmaps'], verbs: ['get'], resourceNames: ['a'] });
  addBinding(reader, 'x', 'ghost', 'Role/ghost', userSubject('ann'));
  expect(await authorizer().rulesFor(ann, 'x')).toEqual({
    resourceRules: [{ verbs: ['get'], apiGroups: [''], resources: ['configmaps'], resourceNames: ['a'] }],
    nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/version'] }],
    incomplete: false,
    evaluationError: 'role.rbac.authorization.k8s.io "ghost" not found',
  });
});

/** Returns the same objects with the names of the other dialect. */
function renamed(original: FakeReader) {
  return {
    get: (group: string, ...rest: [string, string, string]) =>
      original.get(group.replace('cluster.io', 'k8s.io'), ...rest),
    list: (group: string, ...rest: [string, string?]) => original.list(group.replace('cluster.io', 'k8s.io'), ...rest),
    collectionOf: () => original.collectionOf(),
  } as FakeReader;
}
