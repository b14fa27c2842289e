import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import type { UserInfo } from '../../api/user-info.ts';

const EXTRA_DOMAIN = kubernetesName('authentication.kubernetes.io');

/** Returns the user of a service account token. */
export function serviceAccountUser(
  account: {
    readonly namespace: string;
    readonly name: string;
    readonly uid: string;
    readonly pod?: { readonly name: string; readonly uid: string };
  },
  dialect: Dialect,
): UserInfo {
  const { namespace, name, uid, pod } = account;
  const prefix = dialect.rename(EXTRA_DOMAIN);
  return {
    username: `system:serviceaccount:${namespace}:${name}`,
    uid,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`],
    ...(pod ? { extra: { [`${prefix}/pod-name`]: [pod.name], [`${prefix}/pod-uid`]: [pod.uid] } } : {}),
  };
}
