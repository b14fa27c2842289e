import type { Dialect } from '../api/dialect.ts';
import { AUTHENTICATION_GROUP } from '../api/kubernetes-names.ts';
import { isDns1123Label, isDns1123Subdomain } from '../api/names.ts';
import { extraKeyOf, extraOf, headerText, headerValues } from '../api/user-extra.ts';
import type { UserInfo } from '../api/user-info.ts';
import type { AuthorizationAttributes, Authorizer } from './authorizer.ts';
import { forbiddenStatus } from './forbidden-message.ts';

/** Impersonate-… headers that cannot be followed: answered 500 as plain text, `Internal Server Error: "<path>": <message>`. */
export class ImpersonationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ImpersonationError';
  }
}

/** One thing to be taken on, as the headers name it. */
interface Wish {
  readonly kind: 'ServiceAccount' | 'User' | 'Group' | 'UserExtra' | 'UID';
  readonly namespace: string;
  readonly name: string;
  /** Of UserExtra. */
  readonly key: string;
}

const USER = 'impersonate-user';
const GROUP = 'impersonate-group';
const UID = 'impersonate-uid';
const EXTRA_PREFIX = 'impersonate-extra-';
const SERVICE_ACCOUNT = /^system:serviceaccount:([^:]+):([^:]+)$/;

/**
 * The user that a request acts as: the requester itself, or the one its Impersonate-… headers name.
 * @throws StatusError 403 when the requester may not; ImpersonationError when a group, uid or extra comes without a user.
 */
export async function impersonatedUser(
  request: Request,
  requester: UserInfo,
  authorizer: Authorizer,
  dialect: Dialect,
): Promise<UserInfo> {
  const group = dialect.rename(AUTHENTICATION_GROUP);
  const wishes = readWishes(request.headers);
  if (wishes.length === 0) return requester;
  if (!request.headers.get(USER)) {
    const texts = wishes.map((wish) => wishText(wish, group));
    throw new ImpersonationError(`requested [${texts.join(' ')}] without impersonating a user`);
  }
  for (const wish of wishes) {
    const attributes = attributesOf(wish, requester, group);
    const decision = await authorizer.authorize(attributes);
    if (decision.decision !== 'allow') throw forbiddenStatus(attributes, decision);
  }
  return userOf(wishes, request.headers.has(GROUP));
}

function readWishes(headers: Headers): Wish[] {
  const wish = (kind: Wish['kind'], name: string, key = '', namespace = ''): Wish => ({ kind, namespace, name, key });
  const wishes: Wish[] = [];
  const user = headerText(headers.get(USER));
  const account = serviceAccountOf(user);
  if (user) wishes.push(account ? wish('ServiceAccount', account.name, '', account.namespace) : wish('User', user));
  for (const group of headerValues(headers.get(GROUP))) wishes.push(wish('Group', group));
  headers.forEach((value, header) => {
    if (!header.startsWith(EXTRA_PREFIX)) return;
    const key = extraKeyOf(header.slice(EXTRA_PREFIX.length));
    for (const item of headerValues(value)) wishes.push(wish('UserExtra', item, key));
  });
  const uid = headerText(headers.get(UID));
  if (uid) wishes.push(wish('UID', uid));
  return wishes;
}

/** The account that a user name stands for; undefined for anybody else, and for names that no account can have. */
function serviceAccountOf(username: string): { namespace: string; name: string } | undefined {
  const [, namespace = '', name = ''] = SERVICE_ACCOUNT.exec(username) ?? [];
  const isValid = isDns1123Label(namespace).length === 0 && isDns1123Subdomain(name).length === 0;
  return isValid ? { namespace, name } : undefined;
}

/** An ObjectReference as Go prints it: kind, namespace, name, uid, apiVersion, resourceVersion, fieldPath. */
const wishText = ({ kind, namespace, name, key }: Wish, group: string): string => {
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

function attributesOf({ kind, namespace, name, key }: Wish, user: UserInfo, group: string): AuthorizationAttributes {
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

function userOf(wishes: readonly Wish[], groupsGiven: boolean): UserInfo {
  const groups = wishes.flatMap(({ kind, name }) => (kind === 'Group' ? [name] : []));
  const extra = extraOf(wishes.flatMap(({ kind, name, key }) => (kind === 'UserExtra' ? [[key, name] as const] : [])));
  let username = '';
  let uid = '';
  for (const { kind, namespace, name } of wishes) {
    if (kind === 'User') username = name;
    else if (kind === 'UID') uid = name;
    else if (kind === 'ServiceAccount') {
      username = `system:serviceaccount:${namespace}:${name}`;
      // The groups of an account follow from its name, unless groups are asked for.
      if (!groupsGiven) groups.push('system:serviceaccounts', `system:serviceaccounts:${namespace}`);
    }
  }
  const isOutside = groups.includes('system:unauthenticated');
  if (username === 'system:anonymous') {
    if (!isOutside) groups.push('system:unauthenticated');
  } else if (!isOutside && !groups.includes('system:authenticated')) groups.push('system:authenticated');
  return { username, groups, ...(uid ? { uid } : {}), ...(Object.keys(extra).length ? { extra } : {}) };
}
