import type { RequestTrace } from '../../../api/debug/request-trace.ts';
import type { NonResourceAttributes, ResourceAttributes } from '../../../api/kinds/authorization-v1.generated.ts';
import { type GroupResource, groupResourceText } from '../../../api/object.ts';
import { serviceAccountOf } from '../../../api/service-account-of.ts';
import type { UserInfo } from '../../../api/user-info.ts';
import { type DiscoveredResource, type Discovery, preferredResources } from '../../../client/discovery.ts';
import type { Denial } from '../../../client/requests/denial.ts';
import { splitCommaList } from '../comma-list.ts';
import { type RootSearch, textParameter } from '../search-parameters.ts';
import { GROUP_MEMBER, type Identity, usernameOf } from '../stores/identity-store.ts';

/** Type of the subject in question; undefined for the current user. */
export type SubjectType = 'user' | 'group' | 'account';

/** The question in the address of the access view. The namespace is shared by all views. */
export interface AccessSearch {
  readonly subject?: SubjectType | undefined;
  readonly user?: string | undefined;
  /** Groups of the user, separated by commas. */
  readonly groups?: string | undefined;
  readonly group?: string | undefined;
  /** `namespace/name` of a service account. */
  readonly account?: string | undefined;
  /** Set when the question is about a path instead of a resource. */
  readonly about?: 'path' | undefined;
  readonly path?: string | undefined;
  readonly verb?: string | undefined;
  /** `deployments.apps`; `pods` of the core group. */
  readonly resource?: string | undefined;
  readonly subresource?: string | undefined;
  readonly name?: string | undefined;
  readonly tab?: string | undefined;
}

export function readAccessSearch(search: Readonly<Record<string, unknown>>): AccessSearch {
  const { subject, about } = search;
  const isKnown = subject === 'user' || subject === 'group' || subject === 'account';
  return {
    ...(isKnown ? { subject } : {}),
    ...(about === 'path' ? { about } : {}),
    ...textParameter(search, 'user'),
    ...textParameter(search, 'groups'),
    ...textParameter(search, 'group'),
    ...textParameter(search, 'account'),
    ...textParameter(search, 'path'),
    ...textParameter(search, 'verb'),
    ...textParameter(search, 'resource'),
    ...textParameter(search, 'subresource'),
    ...textParameter(search, 'name'),
    ...textParameter(search, 'tab'),
  };
}

export const DEFAULT_VERB = 'get';
export const DEFAULT_RESOURCE = 'pods';
const AUTHENTICATED = 'system:authenticated';

/** The subject of a question. */
export interface AskedSubject {
  /** Whether the subject is the caller, who needs no permission to ask. */
  readonly isSelf: boolean;
  readonly user: UserInfo;
  /** Begins a sentence: `User alice`. */
  readonly text: string;
}

/** Either a resource or a path. */
export interface AskedAction {
  readonly resourceAttributes?: ResourceAttributes;
  readonly nonResourceAttributes?: NonResourceAttributes;
}

export interface AccessQuestion {
  readonly subject: AskedSubject;
  readonly action: AskedAction;
}

/** Returns the subject of an address; undefined while its name is missing or the current user is unknown. */
export function subjectOf(search: AccessSearch, self: UserInfo | undefined): AskedSubject | undefined {
  const { subject, user, groups = '', group, account = '' } = search;
  if (subject === undefined) return self && { isSelf: true, user: self, text: `You (${self.username})` };
  const asked = (username: string, memberships: readonly string[], text: string): AskedSubject => {
    const groups = withAuthenticated(memberships);
    // Callers need no permission to ask about themselves, as when they follow the link of a denial.
    const isSelf = username !== '' && username === self?.username && hasGroups(self, groups);
    return { isSelf, user: { username, groups }, text };
  };
  if (subject === 'user') return user ? asked(user, splitCommaList(groups), `User ${user}`) : undefined;
  if (subject === 'group') return group ? asked('', [group], `A member of group ${group}`) : undefined;
  const [namespace = '', name = ''] = account.split('/');
  if (!namespace || !name) return undefined;
  const memberships = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`];
  return asked(`system:serviceaccount:${namespace}:${name}`, memberships, `Service account ${account}`);
}

/** Returns the subject part of an address for an identity. */
export function searchAbout(identity: Identity): AccessSearch {
  if (identity.type === 'administrator') return { subject: undefined };
  if (identity.type === 'service-account') {
    return { subject: 'account', account: `${identity.namespace}/${identity.name}` };
  }
  return { subject: 'user', user: identity.name, groups: identity.groups.join(',') || undefined };
}

/** Returns the address that asks about the user and action of a traced request. */
export function searchOfTrace({ user, request }: Pick<RequestTrace, 'user' | 'request'>): AccessSearch & RootSearch {
  const { verb, group = '', resource, subresource, namespace, name, path } = request;
  const subject = searchAboutUser(user);
  if (resource === undefined) return { ...subject, about: 'path', path: path.split('?')[0], verb };
  // The name of an object to be created is not known yet when the request is authorized.
  const isNamed = name !== undefined && !(verb === 'create' && subresource === undefined);
  return {
    ...subject,
    verb,
    resource: groupResourceText({ group, resource }),
    ...(subresource ? { subresource } : {}),
    ...(isNamed ? { name } : {}),
    namespace: resource === 'namespaces' ? undefined : namespace,
  };
}

/**
 * Returns the address that asks about a denied action. The groups of the user are known when it is the current identity;
 * the namespace of a cluster-scoped denial is undefined.
 */
export function searchOfDenial(denial: Denial, identity: Identity): AccessSearch & RootSearch {
  const { username, verb, group = '', resource, subresource, name, namespace, path } = denial;
  const subject = username === usernameOf(identity) ? searchAbout(identity) : searchAboutUser({ username });
  if (resource === undefined) return { ...subject, about: 'path', path, verb };
  return {
    ...subject,
    verb,
    resource: groupResourceText({ group, resource }),
    ...(subresource ? { subresource } : {}),
    ...(name ? { name } : {}),
    namespace,
  };
}

/** Returns the search of the Access view that shows who can delete an object. */
export const searchOfDeleters = (
  resource: GroupResource,
  { namespace, name }: { readonly namespace?: string | undefined; readonly name?: string | undefined },
): AccessSearch & RootSearch => ({
  verb: 'delete',
  resource: groupResourceText(resource),
  name,
  namespace,
  tab: 'who',
});

function searchAboutUser({ username, groups = [] }: UserInfo): AccessSearch {
  const account = serviceAccountOf(username);
  if (account) return { subject: 'account', account: `${account.namespace}/${account.name}` };
  const given = groups.filter((one) => one !== AUTHENTICATED).join(',');
  return { subject: 'user', user: username, ...(given ? { groups: given } : {}) };
}

/** Returns the identity that impersonates a subject; undefined for the caller. A group needs a placeholder user. */
export const identityOfSubject = ({ isSelf, user }: AskedSubject): Identity | undefined =>
  isSelf ? undefined : impersonationOf(user);

function impersonationOf({ username, groups = [] }: UserInfo): Identity {
  const account = serviceAccountOf(username);
  if (account) return { type: 'service-account', ...account };
  return {
    type: 'user',
    name: username || GROUP_MEMBER,
    groups: groups.filter((one) => one !== AUTHENTICATED),
  };
}

/** Returns the identity that sent a traced request: its user is impersonated unless it is the administrator. */
export const identityOfTrace = ({ user, impersonatedBy }: Pick<RequestTrace, 'user' | 'impersonatedBy'>): Identity =>
  (impersonatedBy ? undefined : administratorOf(user)) ?? impersonationOf(user);

const administratorOf = ({ username }: UserInfo): Identity | undefined =>
  username === usernameOf({ type: 'administrator' }) ? { type: 'administrator' } : undefined;

/** Adds the group of authenticated users to all but unauthenticated subjects. */
const withAuthenticated = (groups: readonly string[]): string[] =>
  groups.includes(AUTHENTICATED) || groups.includes('system:unauthenticated')
    ? [...groups]
    : [...groups, AUTHENTICATED];

/** Reports whether a user is in these groups and no others. */
function hasGroups({ groups = [] }: UserInfo, wanted: readonly string[]): boolean {
  const [own, others] = [new Set(withAuthenticated(groups)), new Set(wanted)];
  return own.size === others.size && [...own].every((group) => others.has(group));
}

/** Returns the action of an address; undefined while the path is missing. */
export function actionOf(search: AccessSearch & RootSearch, discovery: Discovery): AskedAction | undefined {
  const { about, path, verb = DEFAULT_VERB, subresource, name } = search;
  if (about === 'path') return path ? { nonResourceAttributes: { path, verb } } : undefined;
  const found = askedResource(search, discovery);
  const [resource = '', ...group] = (search.resource ?? DEFAULT_RESOURCE).split('.');
  const namespace = found?.namespaced === false ? undefined : search.namespace;
  return {
    resourceAttributes: {
      ...(namespace ? { namespace } : {}),
      verb,
      group: group.join('.'),
      ...(found ? { version: found.version } : {}),
      resource,
      ...(subresource ? { subresource } : {}),
      ...(name ? { name } : {}),
    },
  };
}

/** Returns the resource of an address from discovery. */
export const askedResource = (
  { resource = DEFAULT_RESOURCE }: AccessSearch,
  discovery: Discovery,
): DiscoveredResource | undefined =>
  preferredResources(discovery).find((candidate) => groupResourceText(candidate) === resource);

/** Formats an action after `can`: `get configmaps named a in namespace x`. */
export function actionText({ resourceAttributes, nonResourceAttributes }: AskedAction): string {
  if (!resourceAttributes) return `${nonResourceAttributes?.verb} the path ${nonResourceAttributes?.path}`;
  const { verb, resource = '', group = '', subresource, name, namespace } = resourceAttributes;
  const whole = groupResourceText({ group, resource });
  const what = subresource ? `${whole}/${subresource}` : whole;
  const where = namespace ? ` in namespace ${namespace}` : '';
  return `${verb} ${what}${name ? ` named ${name}` : ''}${where}`;
}

/** Returns the kubectl command for a question; undefined for a group alone, as the command requires a user. */
export function canICommand({ subject, action }: AccessQuestion): string | undefined {
  if (subject.user.username === '') return undefined;
  const { resourceAttributes, nonResourceAttributes } = action;
  const { verb, resource = '', group = '', subresource, name, namespace } = resourceAttributes ?? {};
  const what = resourceAttributes
    ? groupResourceText({ group, resource }) + (name ? `/${name}` : '')
    : nonResourceAttributes?.path;
  const { username, groups = [] } = subject.user;
  // Groups that follow from the user name are implied.
  const given = username.startsWith('system:serviceaccount:') ? [] : groups.filter((one) => one !== AUTHENTICATED);
  const identity = subject.isSelf ? [] : [`--as ${username}`, ...given.map((one) => `--as-group ${one}`)];
  return [
    `kubectl auth can-i ${verb ?? nonResourceAttributes?.verb} ${what}`,
    ...(subresource ? [`--subresource ${subresource}`] : []),
    ...(namespace ? [`-n ${namespace}`] : resourceAttributes ? ['--all-namespaces'] : []),
    ...identity,
  ].join(' ');
}
