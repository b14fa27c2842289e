import { beforeEach, describe, expect, test } from 'vitest';
import type { ChangedAccess, RbacObject } from '../../../src/api/debug/access-analysis.ts';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import type { PolicyRule, Subject } from '../../../src/api/kinds/rbac-v1.generated.ts';
import { accessChange } from '../../../src/authorization/analysis/access-change.ts';
import { FakeReader } from '../fake-reader.ts';
import { addBinding, addRole, userSubject } from '../fixtures.ts';

const apiVersion = 'rbac.authorization.k8s.io/v1';
const rule = (resources: string, verbs: string): PolicyRule => ({
  apiGroups: [''],
  resources: resources.split(' '),
  verbs: verbs.split(' '),
});
const role = (kind: 'Role' | 'ClusterRole', name: string, ...rules: PolicyRule[]): RbacObject => ({
  apiVersion,
  kind,
  metadata: kind === 'Role' ? { namespace: 'x', name } : { name },
  rules,
});
const binding = (roleName: string, ...subjects: Subject[]): RbacObject => ({
  apiVersion,
  kind: 'RoleBinding',
  metadata: { namespace: 'x', name: 'rb' },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: roleName },
  subjects,
});

let reader: FakeReader;
beforeEach(() => {
  reader = new FakeReader();
  addRole(reader, 'x', 'editor', rule('configmaps', 'get update'));
});

/** Formats changes as `+` or `-`, the subject and namespace, and the rules. */
async function effect(object: RbacObject, isDeletion = false): Promise<string[]> {
  const { gained, lost } = await accessChange(reader, kubernetesDialect, { object, isDeletion });
  const text = (sign: string, { subject, namespace, rules }: ChangedAccess) =>
    rules.map(
      ({ resources, nonResourceURLs, verbs }) =>
        `${sign} ${subject.kind} ${subject.name} in ${namespace ?? 'all'}: ${resources ?? nonResourceURLs} ${verbs}`,
    );
  return [...gained.flatMap((each) => text('+', each)), ...lost.flatMap((each) => text('-', each))];
}

describe('an edit of a role', () => {
  test('changes the access of every bound subject', async () => {
    addBinding(reader, 'x', 'rb', 'Role/editor', userSubject('ann'), userSubject('bob'));
    expect(await effect(role('Role', 'editor', rule('configmaps', 'get delete')))).toEqual([
      '+ User ann in x: configmaps delete',
      '+ User bob in x: configmaps delete',
      '- User ann in x: configmaps update',
      '- User bob in x: configmaps update',
    ]);
  });

  test('does not remove access that another binding grants', async () => {
    addRole(reader, '', 'all', rule('*', '*'));
    addBinding(reader, 'x', 'rb', 'Role/editor', userSubject('ann'));
    addBinding(reader, '', 'crb', 'ClusterRole/all', { kind: 'Group', name: 'system:authenticated' });
    expect(await effect(role('Role', 'editor'))).toEqual([]);
  });

  test('affects every binding of a cluster role, including dangling ones', async () => {
    addBinding(reader, 'x', 'rb', 'ClusterRole/late', userSubject('ann'));
    addBinding(reader, '', 'crb', 'ClusterRole/late', { kind: 'ServiceAccount', namespace: 'y', name: 'robot' });
    const paths = { nonResourceURLs: ['/metrics'], verbs: ['get'] };
    expect(await effect(role('ClusterRole', 'late', rule('pods', 'get'), paths))).toEqual([
      '+ ServiceAccount robot in all: /metrics get',
      '+ ServiceAccount robot in all: pods get',
      '+ User ann in x: pods get',
    ]);
  });

  test('affects aggregated roles', async () => {
    const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { 'to-view': 'yes' } }] };
    const view = { apiVersion, kind: 'ClusterRole', metadata: { name: 'view' }, aggregationRule, rules: [] };
    reader.put('clusterroles.rbac.authorization.k8s.io', view as never);
    addBinding(reader, '', 'viewers', 'ClusterRole/view', userSubject('ann'));
    const part = role('ClusterRole', 'part', rule('pods', 'get'));
    expect(await effect(part)).toEqual([]);
    expect(await effect({ ...part, metadata: { name: 'part', labels: { 'to-view': 'yes' } } })).toEqual([
      '+ User ann in all: pods get',
    ]);
  });

  test('does not affect members of system:masters', async () => {
    addBinding(reader, 'x', 'rb', 'Role/editor', { kind: 'Group', name: 'system:masters' });
    expect(await effect(role('Role', 'editor'))).toEqual([]);
  });
});

describe('an edit of a binding', () => {
  test('grants access to new subjects and removes it from former ones', async () => {
    addBinding(reader, 'x', 'rb', 'Role/editor', userSubject('ann'));
    expect(await effect(binding('editor', userSubject('bob')))).toEqual([
      '+ User bob in x: configmaps get,update',
      '- User ann in x: configmaps get,update',
    ]);
  });

  test('to a missing role changes nothing', async () => {
    expect(await effect(binding('ghost', userSubject('ann')))).toEqual([]);
  });

  test('removes all access when it deletes the binding', async () => {
    addBinding(reader, 'x', 'rb', 'Role/editor', userSubject('ann'));
    expect(await effect(binding('editor'), true)).toEqual(['- User ann in x: configmaps get,update']);
    expect(await effect(role('Role', 'editor'), true)).toEqual(['- User ann in x: configmaps get,update']);
  });
});
