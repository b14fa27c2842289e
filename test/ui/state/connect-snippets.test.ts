import { describe, expect, it } from 'vitest';
import type { DiscoveredResource, Discovery } from '../../../src/client/discovery.ts';
import {
  type Credentials,
  connectSnippets,
  credentialHeaders,
  type SnippetOptions,
} from '../../../src/ui/state/connect-snippets.ts';

const served = (group: string, resource: string) =>
  ({ group, version: 'v1', resource, preferred: true }) as DiscoveredResource;
const discoveryOf = (suffix: string): Discovery => ({
  resources: [served('', 'pods'), served(`rbac.authorization.${suffix}`, 'roles')],
  failed: [],
});

const ADMIN: Credentials = { type: 'impersonation', identity: { type: 'administrator' } };
const ANN: Credentials = {
  type: 'impersonation',
  identity: { type: 'user', name: "ann o'hara", groups: ['dev', 'ops'] },
};
const ZOFIE: Credentials = { type: 'impersonation', identity: { type: 'user', name: 'Žofie', groups: [] } };
const account = (token?: string): Credentials => ({ type: 'token', namespace: 'shop', name: 'robot', token });

const OPTIONS: SnippetOptions = {
  baseUrl: 'https://here',
  token: 'secret',
  credentials: ADMIN,
  namespace: undefined,
  discovery: discoveryOf('k8s.io'),
};
const textOf = (title: string, given: Partial<SnippetOptions> = {}): string =>
  connectSnippets({ ...OPTIONS, ...given }).find((snippet) => snippet.title === title)?.text ?? '';

describe('the headers', () => {
  it('of the administrator are only the token', () => {
    expect(credentialHeaders('secret', ADMIN)).toEqual([['Authorization', 'Bearer secret']]);
  });
  it('of other users impersonate with that token', () => {
    expect(credentialHeaders('secret', ANN)).toEqual([
      ['Authorization', 'Bearer secret'],
      ['Impersonate-Group', 'dev, ops'],
      ['Impersonate-User', "ann o'hara"],
    ]);
  });
  it('show names as they are written', () => {
    expect(credentialHeaders('secret', ZOFIE)).toContainEqual(['Impersonate-User', 'Žofie']);
  });
  it('of a service account are its own token or a placeholder', () => {
    expect(credentialHeaders('secret', account('jwt'))).toEqual([['Authorization', 'Bearer jwt']]);
    expect(credentialHeaders('secret', account())).toEqual([['Authorization', 'Bearer <token>']]);
  });
});

describe('the snippets', () => {
  it('are for fetch, lists, watches and kubectl', () => {
    expect(connectSnippets(OPTIONS).map(({ title }) => title)).toEqual(['Fetch', 'Paginated list', 'Watch', 'kubectl']);
  });

  it("call the namespace's address, correctly quoted", () => {
    expect(textOf('Fetch', { credentials: ANN, namespace: 'shop' })).toBe(`const headers = {
  Authorization: 'Bearer secret',
  'Impersonate-Group': 'dev, ops',
  'Impersonate-User': 'ann o\\'hara',
};
const response = await fetch('https://here/api/v1/namespaces/shop/pods', { headers });
const answer = await response.json();
console.log(response.status, answer.items ?? answer.message);`);
  });

  it('call fetch with one byte in each character', () => {
    expect(textOf('Fetch', { credentials: ZOFIE })).toContain("'Impersonate-User': 'Å½ofie'");
    expect(textOf('kubectl', { credentials: ZOFIE })).toContain("--as 'Žofie'");
  });

  it.each(['k8s.io', 'cluster.io'])('use the group names of dialect %s', (suffix) => {
    const discovery = discoveryOf(suffix);
    expect(textOf('Paginated list', { discovery })).toContain(`/apis/rbac.authorization.${suffix}/v1/roles'`);
    const kubectl = textOf('kubectl', { discovery });
    expect(kubectl).toContain(`--dialect ${suffix === 'k8s.io' ? 'kubernetes' : 'cluster'} `);
    expect(kubectl).toContain(`get roles.rbac.authorization.${suffix} --all-namespaces`);
  });

  it('impersonate in kubectl too', () => {
    expect(textOf('kubectl')).not.toContain('--as');
    expect(textOf('kubectl', { credentials: ANN })).toContain(
      `--as 'ann o'\\''hara' --as-group dev --as-group ops get`,
    );
    expect(textOf('kubectl', { credentials: account(), namespace: 'shop' })).toMatch(
      /--as system:serviceaccount:shop:robot get \S+ --namespace shop$/,
    );
  });

  it('parse watch events', () => {
    expect(textOf('Watch')).toContain(`.split('\\n')`);
  });
});
