import type { PolicyRule, Subject } from '../../src/api/kinds/rbac-v1.generated.ts';
import type { UserInfo } from '../../src/api/user-info.ts';
import type { AuthorizationAttributes } from '../../src/authorization/authorizer.ts';
import type { FakeReader } from './fake-reader.ts';

const GROUP = 'rbac.authorization.k8s.io';
const apiVersion = `${GROUP}/v1`;

export const user = (username: string, ...groups: string[]): UserInfo => ({ username, groups });
export const userSubject = (name: string): Subject => ({ kind: 'User', apiGroup: GROUP, name });

/** Returns a request for configmaps in namespace x, with overrides. */
export const request = (who: UserInfo, given: Partial<AuthorizationAttributes> = {}): AuthorizationAttributes => ({
  user: who,
  verb: 'get',
  isResourceRequest: true,
  namespace: 'x',
  group: '',
  version: 'v1',
  resource: 'configmaps',
  subresource: '',
  name: 'a',
  path: '',
  ...given,
});
export const pathRequest = (who: UserInfo, path: string, verb = 'get'): AuthorizationAttributes =>
  request(who, { isResourceRequest: false, path, verb, namespace: '', resource: '', name: '' });

export function addRole(reader: FakeReader, namespace: string, name: string, ...rules: PolicyRule[]): void {
  if (namespace)
    reader.put(`roles.${GROUP}`, { apiVersion, kind: 'Role', metadata: { namespace, name }, rules } as never);
  else reader.put(`clusterroles.${GROUP}`, { apiVersion, kind: 'ClusterRole', metadata: { name }, rules } as never);
}

/** `role`: `Role/r` or `ClusterRole/r`. A binding without a namespace is a ClusterRoleBinding. */
export function addBinding(
  reader: FakeReader,
  namespace: string,
  name: string,
  role: string,
  ...subjects: Subject[]
): void {
  const [kind = '', roleName = ''] = role.split('/');
  const roleRef = { apiGroup: GROUP, kind, name: roleName };
  const metadata = namespace ? { namespace, name } : { name };
  const bindingKind = namespace ? 'RoleBinding' : 'ClusterRoleBinding';
  const resource = namespace ? 'rolebindings' : 'clusterrolebindings';
  reader.put(`${resource}.${GROUP}`, { apiVersion, kind: bindingKind, metadata, roleRef, subjects } as never);
}
