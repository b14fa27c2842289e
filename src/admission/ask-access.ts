import type { UserInfo } from '../api/user-info.ts';
import type { AskAccess } from '../cel/admission/admission-variables.ts';
import type { Permissions } from './admission-plugin.ts';

/** Implements the `authorizer` of expressions: for the caller, or for the service account that an expression names. */
export const askAccess =
  (authorizer: Permissions, user: UserInfo): AskAccess =>
  async ({ serviceAccount, path, verb, group, resource, subresource, namespace, name }) => {
    const action = { verb, group, version: '*', resource, subresource, namespace, name };
    const { decision, reason } = await authorizer.authorize({
      user: serviceAccount ? serviceAccountUser(serviceAccount) : user,
      ...action,
      isResourceRequest: path === undefined,
      path: path ?? '',
    });
    return { allowed: decision === 'allow', reason };
  };

const serviceAccountUser = ({ namespace, name }: { namespace: string; name: string }): UserInfo => ({
  username: `system:serviceaccount:${namespace}:${name}`,
  groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'],
});
