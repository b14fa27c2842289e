import { headerText, headerValue } from '../../api/user-extra.ts';
import { type DiscoveredResource, type Discovery, findResource } from '../../client/discovery.ts';
import { scriptQuoted, shellQuoted } from '../../client/requests/quoting.ts';
import { resourcePath } from '../../client/resource-path.ts';
import { type Identity, identityHeaders, usernameOf } from './stores/identity-store.ts';

/** How the requests of a snippet authenticate. */
export type Credentials =
  | { readonly type: 'impersonation'; readonly identity: Identity }
  | { readonly type: 'token'; readonly namespace: string; readonly name: string; readonly token: string | undefined };

export interface SnippetOptions {
  /** Base URL of the API without a trailing slash. */
  readonly baseUrl: string;
  /** The administrator's token. */
  readonly token: string;
  readonly credentials: Credentials;
  readonly namespace: string | undefined;
  readonly discovery: Discovery;
}

export interface Snippet {
  readonly title: string;
  readonly explanation: string;
  readonly text: string;
}

const MISSING_TOKEN = '<token>';

/** Returns the credential headers of a request as texts, with names in canonical case. */
export function credentialHeaders(token: string, credentials: Credentials): readonly (readonly [string, string])[] {
  if (credentials.type === 'token') return [['Authorization', `Bearer ${credentials.token ?? MISSING_TOKEN}`]];
  return [...identityHeaders(token, credentials.identity)].map(([name, value]) => [titleCase(name), headerText(value)]);
}

const titleCase = (name: string): string => name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());

/** Returns JavaScript that calls the API from the page and kubectl commands for a similar cluster. */
export function connectSnippets(options: SnippetOptions): readonly Snippet[] {
  const { discovery } = options;
  const pods = findResource(discovery, 'pods', '');
  const roles = findResource(discovery, 'roles');
  return [
    ...(pods ? [fetchSnippet(options, pods)] : []),
    ...(roles ? [listSnippet(options, roles)] : []),
    ...(pods ? [watchSnippet(options, pods)] : []),
    kubectlSnippet(options, roles),
  ];
}

const urlOf = ({ baseUrl, namespace }: SnippetOptions, { group, version, resource }: DiscoveredResource): string =>
  baseUrl + resourcePath({ group, version, resource, ...(namespace ? { namespace } : {}) });

function headersText({ token, credentials }: SnippetOptions): string {
  const members = credentialHeaders(token, credentials).map(
    ([name, value]) => `  ${keyText(name)}: ${scriptQuoted(headerValue(value))},`,
  );
  return ['const headers = {', ...members, '};'].join('\n');
}

const keyText = (name: string): string => (/^\w+$/.test(name) ? name : scriptQuoted(name));

const fetchSnippet = (options: SnippetOptions, pods: DiscoveredResource): Snippet => ({
  title: 'Fetch',
  explanation: 'Run this in the console of this page, or on any page of the same origin.',
  text: `${headersText(options)}
const response = await fetch(${scriptQuoted(urlOf(options, pods))}, { headers });
const answer = await response.json();
console.log(response.status, answer.items ?? answer.message);`,
});

const listSnippet = (options: SnippetOptions, roles: DiscoveredResource): Snippet => ({
  title: 'Paginated list',
  explanation: 'Reads a large collection 100 objects at a time.',
  text: `${headersText(options)}
const url = new URL(${scriptQuoted(urlOf(options, roles))});
url.searchParams.set('limit', '100');
do {
  const response = await fetch(url, { headers });
  const page = await response.json();
  if (!response.ok) throw new Error(page.message);
  for (const { metadata } of page.items) console.log(metadata.namespace, metadata.name);
  url.searchParams.set('continue', page.metadata.continue ?? '');
} while (url.searchParams.get('continue'));`,
});

const watchSnippet = (options: SnippetOptions, pods: DiscoveredResource): Snippet => ({
  title: 'Watch',
  explanation:
    'Lists the objects, then reads watch events as they arrive. The server closes each stream after four minutes.',
  text: `${headersText(options)}
const url = new URL(${scriptQuoted(urlOf(options, pods))});
const list = await (await fetch(url, { headers })).json();
if (!list.items) throw new Error(list.message);
url.searchParams.set('watch', 'true');
url.searchParams.set('resourceVersion', list.metadata.resourceVersion);
const { body } = await fetch(url, { headers });
const reader = body.pipeThrough(new TextDecoderStream()).getReader();
for (let rest = ''; ; ) {
  const { done, value } = await reader.read();
  if (done) break;
  const lines = (rest + value).split('\\n');
  rest = lines.pop();
  for (const line of lines) {
    const { type, object } = JSON.parse(line);
    console.log(type, object.metadata.name);
  }
}`,
});

/** Derives the server's dialect from the RBAC group. */
const dialectOf = (roles: DiscoveredResource | undefined) =>
  roles?.group.endsWith('.k8s.io') ? 'kubernetes' : 'cluster';

function kubectlSnippet({ credentials, namespace }: SnippetOptions, roles: DiscoveredResource | undefined): Snippet {
  const identity: Identity =
    credentials.type === 'token' ? { ...credentials, type: 'service-account' } : credentials.identity;
  const scope = namespace ? `--namespace ${shellQuoted(namespace)}` : '--all-namespaces';
  const resource = roles?.group ? `${roles.resource}.${roles.group}` : 'pods';
  const kubectl = ['kubectl --kubeconfig kubeconfig.yaml', ...asFlags(identity)].join(' ');
  return {
    title: 'kubectl',
    explanation:
      'Programs outside the browser cannot reach the cluster in this tab. “tabplane serve” starts a similar cluster in memory, with its own administrator token, and writes a kubeconfig.',
    text: `npx tabplane serve --dialect ${dialectOf(roles)} --controllers --port 8080 --kubeconfig kubeconfig.yaml

# In another terminal:
${kubectl} get ${resource} ${scope}`,
  };
}

function asFlags(identity: Identity): readonly string[] {
  if (identity.type === 'administrator') return [];
  const groups = identity.type === 'user' ? identity.groups : [];
  return [`--as ${shellQuoted(usernameOf(identity))}`, ...groups.map((group) => `--as-group ${shellQuoted(group)}`)];
}
