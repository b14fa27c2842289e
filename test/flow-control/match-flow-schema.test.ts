import { describe, expect, test } from 'vitest';
import type { PolicyRulesWithSubjects, Subject } from '../../src/api/kinds/flowcontrol-v1beta3.generated.ts';
import type { FlowRequest } from '../../src/flow-control/flow-request.ts';
import { matchesFlowSchema } from '../../src/flow-control/match-flow-schema.ts';

const everything = [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'], clusterScope: true }];
const alice = [{ kind: 'User', user: { name: 'alice' } }];

const matches = (rule: Partial<PolicyRulesWithSubjects>, request: FlowRequest): boolean =>
  matchesFlowSchema(
    {
      apiVersion: '',
      kind: 'FlowSchema',
      metadata: { name: 'x' },
      spec: { priorityLevelConfiguration: { name: 'x' }, rules: [{ subjects: alice, ...rule }] },
    },
    request,
  );

const request = (
  info: Partial<FlowRequest['info']> = {},
  user: FlowRequest['user'] = { username: 'alice' },
): FlowRequest => ({
  user,
  info: {
    isResourceRequest: true,
    path: '/api/v1/namespaces/a/pods',
    verb: 'list',
    group: '',
    resource: 'pods',
    subresource: '',
    namespace: 'a',
    ...info,
  },
});

describe('the subjects of a flow schema', () => {
  const matchesUser = (subject: Subject, user: FlowRequest['user']) =>
    matches({ subjects: [subject], resourceRules: everything }, request({}, user));

  test.each<[string, Subject, boolean]>([
    ['a user', { kind: 'User', user: { name: 'alice' } }, true],
    ['another user', { kind: 'User', user: { name: 'bob' } }, false],
    ['every user', { kind: 'User', user: { name: '*' } }, true],
    ['a group', { kind: 'Group', group: { name: 'dev' } }, true],
    ['another group', { kind: 'Group', group: { name: 'ops' } }, false],
    ['every group', { kind: 'Group', group: { name: '*' } }, true],
    ['an unknown kind', { kind: 'Robot', user: { name: '*' } }, false],
  ])('%s', (_, subject, expected) => {
    expect(matchesUser(subject, { username: 'alice', groups: ['dev'] })).toBe(expected);
  });

  test.each([
    ['shop', 'till', 'system:serviceaccount:shop:till', true],
    ['shop', '*', 'system:serviceaccount:shop:door', true],
    ['shop', 'till', 'system:serviceaccount:shop:door', false],
    ['shop', '*', 'system:serviceaccount:shopping:till', false],
    ['shop', '*', 'alice', false],
  ])('service account %s/%s for %s', (namespace, name, username, expected) => {
    expect(matchesUser({ kind: 'ServiceAccount', serviceAccount: { namespace, name } }, { username })).toBe(expected);
  });
});

describe('the resource rules of a flow schema', () => {
  const rule = { verbs: ['list'], apiGroups: [''], resources: ['pods'], namespaces: ['a'] };

  test.each<[string, Partial<FlowRequest['info']>, boolean]>([
    ['the request that it names', {}, true],
    ['another verb', { verb: 'get' }, false],
    ['another group', { group: 'apps' }, false],
    ['another namespace', { namespace: 'b' }, false],
    ['all namespaces', { namespace: '' }, false],
    ['a subresource', { subresource: 'log' }, false],
    ['a path', { isResourceRequest: false }, false],
  ])('%s', (_, info, expected) => {
    expect(matches({ resourceRules: [rule] }, request(info))).toBe(expected);
  });

  test('match a subresource after a slash', () => {
    const log = { ...rule, resources: ['pods/log'] };
    expect(matches({ resourceRules: [log] }, request({ subresource: 'log' }))).toBe(true);
    expect(matches({ resourceRules: [log] }, request())).toBe(false);
  });

  test('match cluster-scoped requests only with clusterScope', () => {
    const nodes = { verbs: ['*'], apiGroups: [''], resources: ['nodes'], clusterScope: true };
    const list = request({ resource: 'nodes', namespace: '' });
    expect(matches({ resourceRules: [nodes] }, list)).toBe(true);
    expect(matches({ resourceRules: [{ ...nodes, clusterScope: false, namespaces: ['*'] }] }, list)).toBe(false);
  });
});

describe('the paths of a flow schema', () => {
  test.each([
    ['/healthz', '/healthz', true],
    ['/healthz', '/healthz/ping', false],
    ['/healthz/*', '/healthz/ping', true],
    ['/healthz/*', '/healthz', false],
    ['*', '/anything', true],
  ])('%s for %s', (pattern, path, expected) => {
    const nonResourceRules = [{ verbs: ['get'], nonResourceURLs: [pattern] }];
    expect(matches({ nonResourceRules }, request({ isResourceRequest: false, verb: 'get', path }))).toBe(expected);
  });
});
