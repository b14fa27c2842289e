import type { Dialect } from '../api/dialect.ts';
import { AUTHENTICATION_GROUP } from '../api/kubernetes-names.ts';
import type { ApiRequest, RequestHeaders } from '../api/messages/api-messages.ts';
import { isDns1123Label, isDns1123Subdomain } from '../api/names.ts';
import { serviceAccountOf } from '../api/service-account-of.ts';
import { extraKeyOf, extraOf, headerText, headerValues } from '../api/user-extra.ts';
import type { UserInfo } from '../api/user-info.ts';
import type { AuthorizationAttributes, Authorizer } from './authorizer.ts';
import { forbiddenStatus } from './forbidden-message.ts';

/** Invalid Impersonate-… headers, answered with 500 as plain text: `Internal Server Error: "<path>": <message>`. */
export class ImpersonationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ImpersonationError';
  }
}

/** One attribute to impersonate, as stated in a header. */
interface ImpersonationTarget {
  readonly kind: 'ServiceAccount' | 'User' | 'Group' | 'UserExtra' | 'UID';
  readonly namespace: string;
  readonly name: string;
  /** For UserExtra. */
  readonly key: string;
}

const USER = 'impersonate-user';
const GROUP = 'impersonate-group';
const UID = 'impersonate-uid';
const PREFIX = 'impersonate-';
const EXTRA_PREFIX = 'impersonate-extra-';

/** Reports whether a request has Impersonate-… headers. */
export function impersonates(headers: RequestHeaders): boolean {
  for (const name of headers.keys()) if (name.startsWith(PREFIX)) return true;
  return false;
}

/**
 * Returns the effective user of a request: the requester, or the user in its Impersonate-… headers.
 * @throws StatusError 403 when the requester lacks permission; ImpersonationError when a group, uid or extra comes
 * without a user
 */
export async function impersonatedUser(
  request: Pick<ApiRequest, 'headers'>,
  requester: UserInfo,
  authorizer: Authorizer,
  dialect: Dialect,
): Promise<UserInfo> {
  const group = dialect.rename(AUTHENTICATION_GROUP);
  const targets = readTargets(request.headers);
  if (targets.length === 0) return requester;
  if (!request.headers.get(USER)) {
    const texts = targets.map((target) => targetText(target, group));
    throw new ImpersonationError(`requested [${texts.join(' ')}] without impersonating a user`);
  }
  for (const target of targets) {
    const attributes = attributesOf(target, requester, group);
    const decision = await authorizer.authorize(attributes);
    if (decision.decision !== 'allow') throw forbiddenStatus(attributes, decision);
  }
  return userNamedIn(request.headers);
}

/** Returns the user that Impersonate-… headers name, without authorization. */
export const userNamedIn = (headers: RequestHeaders): UserInfo => userOf(readTargets(headers), headers.has(GROUP));

function readTargets(headers: RequestHeaders): ImpersonationTarget[] {
  const target = (kind: ImpersonationTarget['kind'], name: string, key = '', namespace = ''): ImpersonationTarget => ({
    kind,
    namespace,
    name,
    key,
  });
  const targets: ImpersonationTarget[] = [];
  const user = headerText(headers.get(USER));
  const account = validAccountOf(user);
  if (user)
    targets.push(account ? target('ServiceAccount', account.name, '', account.namespace) : target('User', user));
  for (const group of headerValues(headers.get(GROUP))) targets.push(target('Group', group));
  for (const [header, value] of headers) {
    if (!header.startsWith(EXTRA_PREFIX)) continue;
    const key = extraKeyOf(header.slice(EXTRA_PREFIX.length));
    for (const item of headerValues(value)) targets.push(target('UserExtra', item, key));
  }
  const uid = headerText(headers.get(UID));
  if (uid) targets.push(target('UID', uid));
  return targets;
}

/** Returns the service account with this username; undefined for other users and invalid account names. */
function validAccountOf(username: string): { namespace: string; name: string } | undefined {
  const { namespace = '', name = '' } = serviceAccountOf(username) ?? {};
  const isValid = isDns1123Label(namespace).length === 0 && isDns1123Subdomain(name).length === 0;
  return isValid ? { namespace, name } : undefined;
}

/** Returns an ObjectReference as Go prints it: kind, namespace, name, uid, apiVersion, resourceVersion, fieldPath. */
const targetText = ({ kind, namespace, name, key }: ImpersonationTarget, group: string): string => {
  const apiVersion = kind === 'UserExtra' || kind === 'UID' ? `${group}/v1` : '';
  return `{${kind} ${namespace} ${name}  ${apiVersion}  ${key}}`;
};

const RESOURCES = {
  ServiceAccount: 'serviceaccounts',
  User: 'users',
  Group: 'groups',
  UserExtra: 'userextras',
  UID: 'uids',
} as const;

function attributesOf(
  { kind, namespace, name, key }: ImpersonationTarget,
  user: UserInfo,
  group: string,
): AuthorizationAttributes {
  const isCore = kind !== 'UserExtra' && kind !== 'UID';
  return {
    user,
    verb: 'impersonate',
    isResourceRequest: true,
    namespace,
    group: isCore ? '' : group,
    version: 'v1',
    resource: RESOURCES[kind],
    subresource: key,
    name,
    path: '',
  };
}

function userOf(targets: readonly ImpersonationTarget[], groupsGiven: boolean): UserInfo {
  const groups = targets.flatMap(({ kind, name }) => (kind === 'Group' ? [name] : []));
  const extra = extraOf(targets.flatMap(({ kind, name, key }) => (kind === 'UserExtra' ? [[key, name] as const] : [])));
  let username = '';
  let uid = '';
  for (const { kind, namespace, name } of targets) {
    if (kind === 'User') username = name;
    else if (kind === 'UID') uid = name;
    else if (kind === 'ServiceAccount') {
      username = `system:serviceaccount:${namespace}:${name}`;
      // The groups of an account follow from its name, unless the headers list groups.
      if (!groupsGiven) groups.push('system:serviceaccounts', `system:serviceaccounts:${namespace}`);
    }
  }
  const isOutside = groups.includes('system:unauthenticated');
  if (username === 'system:anonymous') {
    if (!isOutside) groups.push('system:unauthenticated');
  } else if (!isOutside && !groups.includes('system:authenticated')) groups.push('system:authenticated');
  return { username, groups, ...(uid ? { uid } : {}), ...(Object.keys(extra).length ? { extra } : {}) };
}
