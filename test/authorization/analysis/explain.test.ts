import { beforeEach, expect, test } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import type { Subject } from '../../../src/api/kinds/rbac-v1.generated.ts';
import type { AuthorizationAttributes } from '../../../src/authorization/authorizer.ts';
import { createAuthorizer } from '../../../src/authorization/index.ts';
import { FakeReader } from '../fake-reader.ts';
import { addBinding, addRole, pathRequest, request, user, userSubject } from '../fixtures.ts';

const ann = user('ann', 'dev');
let reader: FakeReader;
beforeEach(() => {
  reader = new FakeReader();
});

async function reasons(attributes: AuthorizationAttributes): Promise<string[]> {
  const authorizer = createAuthorizer({ modes: ['RBAC'], reader, dialect: kubernetesDialect });
  const { considered = [] } = await authorizer.authorize(attributes, { explain: 'always' });
  return considered.map(({ why }) => why);
}
const bindRole = (subject: Subject = userSubject('ann')): void => {
  addRole(reader, 'x', 'r', {
    apiGroups: [''],
    resources: ['configmaps'],
    verbs: ['get', 'list'],
    resourceNames: ['a'],
  });
  addBinding(reader, 'x', 'rb', 'Role/r', subject);
};

test('rules are listed only on request', async () => {
  bindRole();
  const authorizer = createAuthorizer({ modes: ['RBAC'], reader, dialect: kubernetesDialect });
  expect(await authorizer.authorize(request(ann))).not.toHaveProperty('considered');
});

test('the granting binding, role and rule are listed', async () => {
  bindRole();
  const authorizer = createAuthorizer({ modes: ['RBAC'], reader, dialect: kubernetesDialect });
  const { considered } = await authorizer.authorize(request(ann), { explain: 'always' });
  expect(considered).toEqual([
    {
      binding: { kind: 'RoleBinding', namespace: 'x', name: 'rb' },
      role: { kind: 'Role', namespace: 'x', name: 'r' },
      rule: { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'], resourceNames: ['a'] },
      granted: true,
      why: 'The rule grants it.',
    },
  ]);
});

test.each<[Partial<AuthorizationAttributes>, string]>([
  [{ namespace: 'y' }, 'It grants in the namespace "x" only, not in "y".'],
  [{ namespace: '' }, 'It grants in the namespace "x" only, but the request is cluster-wide.'],
  [{ verb: 'delete' }, 'The rule allows get, list, not delete.'],
  [{ group: 'apps' }, 'The rule is for the API groups "", not for "apps".'],
  [{ resource: 'secrets' }, 'The rule is for configmaps, not for secrets.'],
  [{ subresource: 'status' }, 'The rule is for configmaps, which does not include the subresource configmaps/status.'],
  [{ name: 'b' }, 'The rule is for the names "a", not for "b".'],
  [
    { verb: 'list', name: '' },
    'The rule is for the names "a", but a list without a field selector on metadata.name requests all objects.',
  ],
])('explains a rule that does not match %j', async (asked, why) => {
  bindRole();
  expect(await reasons(request(ann, asked))).toEqual([why]);
});

test('a missing role is explained', async () => {
  addBinding(reader, 'x', 'rb', 'Role/ghost', userSubject('ann'));
  expect(await reasons(request(ann))).toEqual([
    'The role it refers to does not exist: role.rbac.authorization.k8s.io "ghost" not found.',
  ]);
});

test('paths and resources are not confused', async () => {
  bindRole();
  expect(await reasons(pathRequest(ann, '/metrics'))).toEqual([
    'A RoleBinding cannot grant access to paths; only a ClusterRoleBinding can.',
  ]);
  reader = new FakeReader();
  addRole(reader, '', 'paths', { nonResourceURLs: ['/version'], verbs: ['get'] });
  addBinding(reader, '', 'crb', 'ClusterRole/paths', userSubject('ann'));
  expect(await reasons(pathRequest(ann, '/metrics'))).toEqual(['The rule is for /version, not for /metrics.']);
  expect(await reasons(request(ann))).toEqual(['The rule is for paths, but the request is for a resource.']);
});

const robot = user('system:serviceaccount:x:robot', 'system:serviceaccounts');
test.each<[Subject, typeof ann, string]>([
  [
    { kind: 'Group', name: 'ann' },
    ann,
    'Its subject is the group "ann", but the request is from the user with that name.',
  ],
  [userSubject('dev'), ann, 'Its subject is the user "dev", but that is the name of a group that the user is in.'],
  [
    userSubject('robot'),
    robot,
    'Its subject is the user "robot", but the request is from the service account with that name.',
  ],
  [
    { kind: 'ServiceAccount', name: 'ann' },
    ann,
    'Its subject is the service account "ann", but the request is from a user with that name.',
  ],
  [
    { kind: 'ServiceAccount', name: 'robot', namespace: 'y' },
    robot,
    'Its subject is the service account "robot" of the namespace "y", not of "x".',
  ],
])('explains a subject that only resembles the user: %j', async (subject, who, why) => {
  bindRole(subject);
  expect(await reasons(request(who))).toEqual([why]);
});

test('granting rules come first, then the closest ones', async () => {
  addRole(reader, 'x', 'other-group', { apiGroups: ['apps'], resources: ['deployments'], verbs: ['get'] });
  addRole(reader, 'x', 'other-verb', { apiGroups: [''], resources: ['configmaps'], verbs: ['list'] });
  addRole(reader, 'x', 'other-resource', { apiGroups: [''], resources: ['secrets'], verbs: ['get'] });
  addRole(reader, 'y', 'elsewhere', { apiGroups: ['apps'], resources: ['deployments'], verbs: ['list'] });
  addRole(reader, 'x', 'grants', { apiGroups: [''], resources: ['configmaps'], verbs: ['get'] });
  addBinding(reader, 'y', 'b0', 'Role/elsewhere', userSubject('ann'));
  for (const role of ['other-group', 'other-resource', 'other-verb', 'grants'])
    addBinding(reader, 'x', `b-${role}`, `Role/${role}`, userSubject('ann'));
  const authorizer = createAuthorizer({ modes: ['RBAC'], reader, dialect: kubernetesDialect });
  const { considered = [] } = await authorizer.authorize(request(ann), { explain: 'always' });
  expect(considered.map(({ role }) => role.name)).toEqual([
    'grants',
    'other-verb',
    'other-resource',
    'other-group',
    'elsewhere',
  ]);
});

test('a binding that would grant in another namespace is closer than a rule for another resource', async () => {
  addRole(reader, 'x', 'other-resource', { apiGroups: [''], resources: ['secrets'], verbs: ['get'] });
  addRole(reader, 'y', 'there', { apiGroups: [''], resources: ['configmaps'], verbs: ['get'] });
  addBinding(reader, 'x', 'a', 'Role/other-resource', userSubject('ann'));
  addBinding(reader, 'y', 'b', 'Role/there', userSubject('ann'));
  expect((await reasons(request(ann)))[0]).toBe('It grants in the namespace "y" only, not in "x".');
});

test('the explanation says when a binding in another namespace would not grant the request there either', async () => {
  bindRole();
  expect(await reasons(request(ann, { namespace: 'y', verb: 'delete' }))).toEqual([
    'It grants in the namespace "x" only, not in "y". Its rules would not grant this either.',
  ]);
});
