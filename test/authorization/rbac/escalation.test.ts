import { beforeEach, describe, expect, test } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import { errorText } from '../../../src/api/error-text.ts';
import type { PolicyRule } from '../../../src/api/kinds/rbac-v1.generated.ts';
import type { ApiObject } from '../../../src/api/object.ts';
import { createAuthorizer } from '../../../src/authorization/index.ts';
import { EscalationCheck } from '../../../src/authorization/rbac/escalation.ts';
import { compactRules, missingRules, ruleText } from '../../../src/authorization/rbac/rule-covering.ts';
import { FakeReader } from '../fake-reader.ts';
import { addBinding, addRole, user, userSubject } from '../fixtures.ts';

const GROUP = 'rbac.authorization.k8s.io';
const secrets: PolicyRule = { apiGroups: [''], resources: ['secrets'], verbs: ['list', 'get'] };
let reader: FakeReader;
beforeEach(() => {
  reader = new FakeReader();
});

function hold(...rules: PolicyRule[]): void {
  addRole(reader, 'x', 'held', ...rules);
  addBinding(reader, 'x', 'held', 'Role/held', userSubject('ann'));
}
async function refusal(
  resource: string,
  object: object,
  oldObject?: object,
  who = user('ann', 'dev'),
): Promise<string> {
  const options = { reader, dialect: kubernetesDialect };
  const check = new EscalationCheck({ ...options, authorizer: createAuthorizer({ modes: ['RBAC'], ...options }) });
  const draft = { metadata: { name: 'r' }, ...object } as ApiObject;
  const live = oldObject && ({ metadata: { name: 'r' }, ...oldObject } as ApiObject);
  const namespace = resource.startsWith('cluster') ? '' : 'x';
  try {
    await check.check(GROUP, { resource, namespace, name: 'r', object: draft, oldObject: live, user: who });
    return 'allowed';
  } catch (error) {
    return errorText(error);
  }
}

describe('a role', () => {
  test('may have rules that its writer holds', async () => {
    hold({ apiGroups: ['*'], resources: ['*'], verbs: ['*'] });
    expect(await refusal('roles', { rules: [secrets] })).toBe('allowed');
  });
  test('may not have other rules, and the error lists all missing rules in order', async () => {
    hold({ apiGroups: [''], resources: ['secrets'], verbs: ['get'], resourceNames: ['a'] });
    expect(await refusal('roles', { rules: [secrets, { nonResourceURLs: ['/m'], verbs: ['get'] }] })).toBe(
      'roles.rbac.authorization.k8s.io "r" is forbidden: user "ann" (groups=["dev"]) is attempting to grant RBAC permissions not currently held:\n' +
        '{APIGroups:[""], Resources:["secrets"], Verbs:["list" "get"]}\n{NonResourceURLs:["/m"], Verbs:["get"]}',
    );
  });
  test('may have any rules when its writer may escalate or is in system:masters', async () => {
    expect(await refusal('roles', { rules: [secrets] }, undefined, user('root', 'system:masters'))).toBe('allowed');
    hold({ apiGroups: [GROUP], resources: ['roles'], verbs: ['escalate'] });
    expect(await refusal('roles', { rules: [secrets] })).toBe('allowed');
  });
  test('is checked on every update except those of the garbage collector', async () => {
    const rules = [secrets];
    const labelled = { metadata: { name: 'r', labels: { a: 'b' } }, rules };
    expect(await refusal('roles', labelled, { rules })).toContain('is attempting to grant');
    const collected = { metadata: { name: 'r', finalizers: [] }, rules };
    expect(await refusal('roles', collected, { metadata: { name: 'r', finalizers: ['f'] }, rules })).toBe('allowed');
  });
  test('with an aggregation rule requires the privileges of cluster-admin', async () => {
    const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] };
    expect(await refusal('clusterroles', { rules: [], aggregationRule })).toContain(
      'must have cluster-admin privileges to use the aggregationRule',
    );
  });
});

describe('a binding', () => {
  const binding = { roleRef: { apiGroup: GROUP, kind: 'Role', name: 'given' } };
  test('may grant rules that its writer holds or may bind', async () => {
    addRole(reader, 'x', 'given', secrets);
    expect(await refusal('rolebindings', binding)).toContain(
      'is attempting to grant RBAC permissions not currently held',
    );
    hold({ apiGroups: [GROUP], resources: ['roles'], verbs: ['bind'], resourceNames: ['given'] });
    expect(await refusal('rolebindings', binding)).toBe('allowed');
  });
  test('to a missing role returns 404', async () => {
    expect(await refusal('rolebindings', binding)).toBe('roles.rbac.authorization.k8s.io "given" not found');
  });
});

test('rules cover each other by verb, group, resource, subresource, name and path', () => {
  const star: PolicyRule = { apiGroups: ['*'], resources: ['*/status'], verbs: ['*'] };
  expect(missingRules([star], [{ apiGroups: ['apps'], resources: ['deployments/status'], verbs: ['get'] }])).toEqual(
    [],
  );
  expect(missingRules([star], [{ apiGroups: ['apps'], resources: ['deployments'], verbs: ['get'] }])).toHaveLength(1);
  expect(
    missingRules([{ nonResourceURLs: ['/a/*'], verbs: ['get'] }], [{ nonResourceURLs: ['/a/b'], verbs: ['get'] }]),
  ).toEqual([]);
  expect(compactRules(missingRules([], [secrets])).map(ruleText)).toEqual([
    '{APIGroups:[""], Resources:["secrets"], Verbs:["list" "get"]}',
  ]);
});
