import { describe, expect, it } from 'vitest';
import { clusterDialect } from '../../../src/api/dialect.ts';
import type { RoleBinding } from '../../../src/api/kinds/rbac-v1.generated.ts';
import { clusterrolebindings } from '../../../src/resources/rbac/clusterrolebindings.ts';
import { clusterroles } from '../../../src/resources/rbac/clusterroles.ts';
import { rolebindings } from '../../../src/resources/rbac/rolebindings.ts';
import { roles } from '../../../src/resources/rbac/roles.ts';
import { created, createErrors, rowOf, updateErrors } from '../run-strategy.ts';

const roleRef = { kind: 'Role', name: 'reader' };

describe('rules of a role', () => {
  it('have resources or paths, and only resources in a namespace', async () => {
    const rules = [{ verbs: ['get'], nonResourceURLs: ['/livez'] }];
    expect(await createErrors(clusterroles, { rules })).toEqual([]);
    expect(await createErrors(roles, { rules })).toEqual([
      'rules[0].nonResourceURLs: Invalid value: []string{"/livez"}: namespaced rules cannot apply to non-resource URLs',
    ]);
    expect(await createErrors(clusterroles, { rules: [{ ...rules[0], resources: ['pods'] }] })).toEqual([
      'rules[0].nonResourceURLs: Invalid value: []string{"/livez"}: rules cannot apply to both regular resources and non-resource URLs',
    ]);
  });

  it('need a verb, a group and a resource', async () => {
    expect(await createErrors(roles, { rules: [{ verbs: [] }] })).toEqual([
      'rules[0].verbs: Required value: verbs must contain at least one value',
      'rules[0].apiGroups: Required value: resource rules must supply at least one api group',
      'rules[0].resources: Required value: resource rules must supply at least one resource',
    ]);
  });

  it('are validated in an update', async () => {
    const error = 'rules[0].verbs: Required value: verbs must contain at least one value';
    const rules = [{ verbs: [], apiGroups: [''], resources: ['pods'] }];
    expect(await updateErrors(roles, { rules }, {})).toEqual([error]);
    expect(await updateErrors(clusterroles, { rules }, {})).toEqual([error]);
  });

  it('allow a wildcard only as the complete last path segment in the cluster dialect', async () => {
    const rules = [{ verbs: ['get'], nonResourceURLs: ['*', '/a/*', '/a*', '/*/b'] }];
    expect(await createErrors(clusterroles, { rules })).toEqual([]);
    expect(await createErrors(clusterroles, { rules }, clusterDialect)).toEqual([
      'rules[0].nonResourceURLs[2]: Invalid value: "/a*": * is only allowed as the full, final step of a path',
      'rules[0].nonResourceURLs[3]: Invalid value: "/*/b": * is only allowed as the full, final step of a path',
    ]);
  });

  it('can be aggregated by at least one selector', async () => {
    expect(await createErrors(clusterroles, { aggregationRule: { clusterRoleSelectors: [] } })).toEqual([
      'aggregationRule.clusterRoleSelectors: Required value: at least one clusterRoleSelector required if aggregationRule is non-nil',
    ]);
  });
});

describe('a binding', () => {
  it('defaults the group of its role and users, but not of service accounts', async () => {
    const subjects = [
      { kind: 'Group', name: 'dev' },
      { kind: 'ServiceAccount', name: 'bot', namespace: 'shop' },
    ];
    const stored = await created<RoleBinding>(rolebindings, { roleRef, subjects });
    expect(stored.roleRef.apiGroup).toBe('rbac.authorization.k8s.io');
    expect(stored.subjects?.map(({ apiGroup }) => apiGroup)).toEqual(['rbac.authorization.k8s.io', undefined]);
    const renamed = await created<RoleBinding>(rolebindings, { roleRef }, clusterDialect);
    expect(renamed.roleRef.apiGroup).toBe('rbac.authorization.cluster.io');
  });

  it('for the cluster refers to a ClusterRole, and to service accounts with a namespace', async () => {
    const subjects = [{ kind: 'ServiceAccount', name: 'bot' }];
    expect(await createErrors(clusterrolebindings, { roleRef, subjects })).toEqual([
      'roleRef.kind: Unsupported value: "Role": supported values: "ClusterRole"',
      'subjects[0].namespace: Required value',
    ]);
  });

  it('cannot change its role', async () => {
    expect(await updateErrors(rolebindings, { roleRef }, { roleRef: { ...roleRef, name: 'writer' } })).toEqual([
      'roleRef: Invalid value: rbac.RoleRef{APIGroup:"rbac.authorization.k8s.io", Kind:"Role", Name:"writer"}: cannot change roleRef',
    ]);
  });

  it('shows its subjects by kind', () => {
    const subjects = [
      { kind: 'User', name: 'ann' },
      { kind: 'ServiceAccount', name: 'bot', namespace: 'shop' },
      { kind: 'User', name: 'ben' },
    ];
    expect(rowOf(rolebindings, { roleRef, subjects })).toMatchObject({
      Role: 'Role/reader',
      Users: 'ann, ben',
      Groups: '',
      ServiceAccounts: 'shop/bot',
    });
  });
});
