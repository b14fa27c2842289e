import { describe, expect, it } from 'vitest';
import type { ClusterRoleBinding } from '../../../../src/api/kinds/rbac-v1.generated.ts';
import type { DiscoveredResource, Discovery } from '../../../../src/client/discovery.ts';
import { matrixResources, ruleText, subjectNames } from '../../../../src/ui/state/access/access-choices.ts';
import {
  type AccessSearch,
  actionOf,
  actionText,
  canICommand,
  identityOfSubject,
  identityOfTrace,
  readAccessSearch,
  searchAbout,
  searchOfDenial,
  searchOfTrace,
  subjectOf,
} from '../../../../src/ui/state/access/access-question.ts';

const served = (group: string, resource: string, namespaced = true): DiscoveredResource => ({
  ...{ group, version: 'v1', resource, namespaced, kind: resource },
  ...{ verbs: ['get'], shortNames: [], categories: [], subresources: [], preferred: true },
});
const discovery: Discovery = {
  resources: [served('', 'pods'), served('', 'nodes', false), served('apps', 'deployments')],
  failed: [],
};
const admin = { username: 'admin', groups: ['system:masters', 'system:authenticated'] };

function question(search: AccessSearch & { readonly namespace?: string }) {
  const subject = subjectOf(search, admin);
  const action = actionOf(search, discovery);
  if (!subject || !action) throw new Error('incomplete');
  return { subject, action };
}

describe('the address of a question', () => {
  it('keeps known parameters and drops others', () => {
    const search = { subject: 'user', user: 7, verb: 'list', about: 'nothing', other: 1 };
    expect(readAccessSearch(search)).toEqual({ subject: 'user', user: '7', verb: 'list' });
    expect(readAccessSearch({ subject: 'somebody', about: 'path', path: '' })).toEqual({ about: 'path' });
  });
});

describe('the subject', () => {
  it('can be impersonated unless it is the caller', () => {
    const identityOf = (search: Parameters<typeof subjectOf>[0]) => {
      const subject = subjectOf(search, admin);
      return subject && identityOfSubject(subject);
    };
    expect(identityOf({})).toBeUndefined();
    expect(identityOf({ subject: 'user', user: 'alice', groups: 'dev' })).toEqual({
      type: 'user',
      name: 'alice',
      groups: ['dev'],
    });
    expect(identityOf({ subject: 'group', group: 'dev' })).toEqual({
      type: 'user',
      name: 'group-member',
      groups: ['dev'],
    });
    expect(identityOf({ subject: 'account', account: 'shop/reader' })).toEqual({
      type: 'service-account',
      namespace: 'shop',
      name: 'reader',
    });
  });

  it('is the current user once the server has reported it', () => {
    expect(subjectOf({}, undefined)).toBeUndefined();
    expect(subjectOf({}, admin)).toMatchObject({ isSelf: true, user: admin });
  });

  it('is in the group of authenticated users when it has a name', () => {
    const { user } = subjectOf({ subject: 'user', user: 'alice', groups: 'dev, ops,' }, admin) ?? {};
    expect(user).toEqual({ username: 'alice', groups: ['dev', 'ops', 'system:authenticated'] });
    const stranger = subjectOf({ subject: 'group', group: 'system:unauthenticated' }, admin);
    expect(stranger?.user.groups).toEqual(['system:unauthenticated']);
  });

  it('is a service account with the groups of all service accounts', () => {
    expect(subjectOf({ subject: 'account', account: 'shop/robot' }, admin)?.user).toEqual({
      username: 'system:serviceaccount:shop:robot',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:shop', 'system:authenticated'],
    });
  });

  it.each<AccessSearch>([
    { subject: 'user' },
    { subject: 'group' },
    { subject: 'account' },
    { subject: 'account', account: 'robot' },
  ])('is missing in %j', (search) => {
    expect(subjectOf(search, admin)).toBeUndefined();
  });
});

describe('the address about an identity', () => {
  it('names the same subject', () => {
    const user = { type: 'user', name: 'alice', groups: ['dev', 'ops'] } as const;
    expect(searchAbout(user)).toEqual({ subject: 'user', user: 'alice', groups: 'dev,ops' });
    const account = { type: 'service-account', namespace: 'shop', name: 'robot' } as const;
    expect(searchAbout(account)).toEqual({ subject: 'account', account: 'shop/robot' });
    expect(searchAbout({ type: 'administrator' })).toEqual({ subject: undefined });
  });
});

describe('the action', () => {
  it('is to get pods by default', () => {
    expect(actionOf({}, discovery)).toEqual({
      resourceAttributes: { verb: 'get', group: '', version: 'v1', resource: 'pods' },
    });
  });

  it('has the group of the resource, and no namespace for cluster-scoped ones', () => {
    expect(actionOf({ resource: 'deployments.apps', namespace: 'shop' }, discovery)?.resourceAttributes).toMatchObject({
      group: 'apps',
      namespace: 'shop',
    });
    expect(actionOf({ resource: 'nodes', namespace: 'shop' }, discovery)?.resourceAttributes).not.toHaveProperty(
      'namespace',
    );
  });

  it('can be about an unknown resource or a path', () => {
    const unknown = actionOf({ resource: 'widgets.example.com', namespace: 'shop' }, discovery);
    expect(unknown?.resourceAttributes).toMatchObject({ group: 'example.com', resource: 'widgets', namespace: 'shop' });
    expect(actionOf({ about: 'path' }, discovery)).toBeUndefined();
    expect(actionOf({ about: 'path', path: '/metrics' }, discovery)).toEqual({
      nonResourceAttributes: { path: '/metrics', verb: 'get' },
    });
  });

  it('is formatted as part of a sentence', () => {
    const search = {
      resource: 'deployments.apps',
      subresource: 'scale',
      name: 'web',
      namespace: 'shop',
      verb: 'patch',
    };
    expect(actionText(question(search).action)).toBe('patch deployments.apps/scale named web in namespace shop');
    expect(actionText(question({ about: 'path', path: '/metrics' }).action)).toBe('get the path /metrics');
  });
});

describe('the kubectl command', () => {
  it('names the subject and the whole action', () => {
    const search = { subject: 'user', user: 'alice', groups: 'dev', namespace: 'shop', name: 'web' } as const;
    expect(canICommand(question(search))).toBe('kubectl auth can-i get pods/web -n shop --as alice --as-group dev');
    expect(canICommand(question({ resource: 'pods', subresource: 'log' }))).toBe(
      'kubectl auth can-i get pods --subresource log --all-namespaces',
    );
    expect(canICommand(question({ subject: 'account', account: 'shop/robot', about: 'path', path: '/metrics' }))).toBe(
      'kubectl auth can-i get /metrics --as system:serviceaccount:shop:robot',
    );
  });

  it('does not exist for a group alone', () => {
    expect(canICommand(question({ subject: 'group', group: 'dev' }))).toBeUndefined();
  });
});

describe('the question of a traced request', () => {
  const ann = { username: 'ann', groups: ['dev', 'system:authenticated'] };
  const request = { verb: 'delete', method: 'DELETE', path: '/x?y=z', dryRun: false };
  const asked = { ...request, group: 'apps', version: 'v1', resource: 'deployments', namespace: 'shop', name: 'web' };

  it('has the subject and the whole action', () => {
    expect(searchOfTrace({ user: ann, request: { ...asked, subresource: 'scale' } })).toEqual({
      ...{ subject: 'user', user: 'ann', groups: 'dev' },
      ...{ verb: 'delete', resource: 'deployments.apps', subresource: 'scale', name: 'web', namespace: 'shop' },
    });
  });
  it('has a service account as its subject', () => {
    const user = { username: 'system:serviceaccount:shop:robot', groups: ['system:serviceaccounts'] };
    expect(searchOfTrace({ user, request: asked })).toMatchObject({ subject: 'account', account: 'shop/robot' });
  });
  it('has no name for a create, and no namespace for a namespace', () => {
    expect(searchOfTrace({ user: ann, request: { ...asked, verb: 'create' } })).not.toHaveProperty('name');
    const namespace = { ...asked, group: '', resource: 'namespaces', name: 'big', namespace: 'big' };
    expect(searchOfTrace({ user: ann, request: namespace })).toMatchObject({ name: 'big', namespace: undefined });
  });
  it('is about the path of a non-resource request', () => {
    expect(searchOfTrace({ user: ann, request })).toMatchObject({ about: 'path', path: '/x', verb: 'delete' });
  });
});

describe('the question about a denial', () => {
  const denial = { username: 'ann', verb: 'list', group: 'apps', resource: 'deployments', namespace: 'shop' };
  const ann = { type: 'user', name: 'ann', groups: ['dev'] } as const;

  it('has the groups of the current identity when it was denied', () => {
    expect(searchOfDenial({ ...denial, name: 'web', subresource: 'scale' }, ann)).toEqual({
      subject: 'user',
      user: 'ann',
      groups: 'dev',
      verb: 'list',
      resource: 'deployments.apps',
      name: 'web',
      subresource: 'scale',
      namespace: 'shop',
    });
  });

  it('has no groups when another user was denied', () => {
    const search = searchOfDenial({ ...denial, username: 'bob' }, ann);
    expect(search).toMatchObject({ subject: 'user', user: 'bob' });
    expect(search).not.toHaveProperty('groups');
  });

  it('is about all namespaces when the denial names none', () => {
    const { namespace: _, ...ofCluster } = denial;
    expect(searchOfDenial(ofCluster, ann)).toHaveProperty('namespace', undefined);
  });

  it('is about a path', () => {
    expect(searchOfDenial({ username: 'ann', verb: 'get', path: '/metrics' }, ann)).toMatchObject({
      about: 'path',
      path: '/metrics',
      verb: 'get',
    });
  });
});

describe('the identity of a trace', () => {
  it('is the administrator, or the impersonated user', () => {
    expect(identityOfTrace({ user: admin })).toEqual({ type: 'administrator' });
    expect(identityOfTrace({ user: admin, impersonatedBy: admin })).toMatchObject({ type: 'user', name: 'admin' });
    const user = { username: 'system:serviceaccount:shop:robot' };
    expect(identityOfTrace({ user })).toEqual({ type: 'service-account', namespace: 'shop', name: 'robot' });
  });
});

describe('choices', () => {
  it('lists distinct subject names, sorted', () => {
    const binding = (...names: string[]): ClusterRoleBinding => ({
      apiVersion: 'rbac/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: 'b' },
      roleRef: { apiGroup: '', kind: 'ClusterRole', name: 'r' },
      subjects: [...names.map((name) => ({ kind: 'User', name })), { kind: 'Group', name: 'dev' }],
    });
    expect(subjectNames([binding('zoe', 'ann'), binding('ann')], 'User')).toEqual(['ann', 'zoe']);
  });

  it('lists only served resources in the matrix', () => {
    expect(matrixResources(discovery).map(({ resource }) => resource)).toEqual(['pods', 'deployments', 'nodes']);
  });
});

describe('the text of a rule', () => {
  it('has resources with their groups', () => {
    expect(ruleText({ verbs: ['get', 'list'], apiGroups: ['', 'apps'], resources: ['x'], resourceNames: ['a'] })).toBe(
      'get, list on x, x.apps, only named a',
    );
    expect(ruleText({ verbs: ['get'], nonResourceURLs: ['/metrics'] })).toBe('get on /metrics');
    expect(ruleText({})).toBe('no verbs on no resources');
  });
});

it('a question about the own name with other groups than the own ones is one about another user', () => {
  const self = { username: 'bob', groups: ['dev', 'system:authenticated'] };
  const isSelf = (groups?: string) => subjectOf({ subject: 'user', user: 'bob', groups }, self)?.isSelf;
  expect(isSelf('dev')).toBe(true);
  expect(isSelf('dev,system:authenticated')).toBe(true);
  expect(isSelf('ops')).toBe(false);
  expect(isSelf('dev,ops')).toBe(false);
  expect(isSelf()).toBe(false);
});

it('a question about the own name needs no permission, unlike one about another or a group', () => {
  const self = { username: 'bob' };
  expect(subjectOf({ subject: 'user', user: 'bob' }, self)?.isSelf).toBe(true);
  expect(subjectOf({ subject: 'user', user: 'alice' }, self)?.isSelf).toBe(false);
  expect(subjectOf({ subject: 'group', group: 'dev' }, { username: '' })?.isSelf).toBe(false);
});
