import { expect, test } from 'vitest';
import type { ServerFlags } from '../../../src/server/flags/server-flags.ts';
import { createWholeServer } from '../whole-server.ts';

type Whole = Awaited<ReturnType<typeof createWholeServer>>;

const MAPS = '/api/v1/namespaces/default/configmaps';
const ALICE = { username: 'alice', groups: ['system:authenticated'] };
const json = async (whole: Whole, path: string) => (await whole.get(path)).json();
/** Returns the status code of a request with its own credentials, if any. */
const codeFor = async ({ server }: Whole, headers: Record<string, string> = {}) =>
  (await server.fetch(new Request('http://cluster/api/v1/nodes', { headers }))).status;
const tolerationOf = (kind: string) => async (whole: Whole) => {
  const spec = { containers: [{ name: 'c', image: 'i' }] };
  const pod = await (await whole.post('/api/v1/namespaces/default/pods', { metadata: { name: 'p' }, spec })).json();
  return pod.spec.tolerations.find(({ key }: { key: string }) => key.endsWith(kind)).tolerationSeconds;
};
const discovered = async (whole: Whole) => json(whole, '/.well-known/openid-configuration');
/** Pods need no service account in these servers. */
const NO_ACCOUNTS = { 'disable-admission-plugins': 'ServiceAccount' };

interface Row {
  /** The flags; the first one is tested. */
  readonly flags: Partial<ServerFlags>;
  observe(whole: Whole): Promise<unknown>;
  /** The observed values with the first flag at its default, and as set. */
  readonly before: unknown;
  readonly after: unknown;
}

const ROWS: readonly Row[] = [
  {
    flags: { dialect: 'cluster' },
    observe: async (whole) =>
      (await whole.get('/apis/apps.k8s.io')).status + (await whole.get('/apis/rbac.authorization.cluster.io')).status,
    before: 808,
    after: 604,
  },
  {
    flags: { 'token-auth-file': 'secret,admin,uid,"system:masters"\n' },
    observe: (whole) => codeFor(whole, { authorization: 'Bearer secret' }),
    before: 401,
    after: 200,
  },
  { flags: { 'anonymous-auth': false }, observe: (whole) => codeFor(whole), before: 403, after: 401 },
  {
    flags: { 'authorization-mode': 'AlwaysAllow' },
    observe: async (whole) => (await whole.send('GET', MAPS, { user: ALICE })).status,
    before: 403,
    after: 200,
  },
  {
    flags: { 'enable-admission-plugins': 'AlwaysDeny' },
    observe: async (whole) => (await whole.post(MAPS, { metadata: { name: 'a' } })).status,
    before: 201,
    after: 403,
  },
  {
    flags: { 'disable-admission-plugins': 'NamespaceLifecycle' },
    observe: async (whole) =>
      (await whole.post('/api/v1/namespaces/missing/configmaps', { metadata: { name: 'a' } })).status,
    before: 404,
    after: 201,
  },
  {
    flags: { 'default-not-ready-toleration-seconds': 7, ...NO_ACCOUNTS },
    observe: tolerationOf('not-ready'),
    before: 300,
    after: 7,
  },
  {
    flags: { 'default-unreachable-toleration-seconds': 8, ...NO_ACCOUNTS },
    observe: tolerationOf('unreachable'),
    before: 300,
    after: 8,
  },
  {
    flags: { 'runtime-config': 'apps/v1=false' },
    observe: async (whole) => (await whole.get('/apis/apps/v1')).status,
    before: 200,
    after: 404,
  },
  {
    flags: { 'feature-gates': 'WatchList=true' },
    observe: async (whole) =>
      (await (await whole.get('/metrics')).text()).match(/feature_enabled\{name="WatchList",stage="ALPHA"\} (\d)/)?.[1],
    before: '0',
    after: '1',
  },
  {
    flags: { 'advertise-address': '10.0.2.15' },
    observe: async (whole) =>
      (await json(whole, '/api/v1/namespaces/default/endpoints/kubernetes')).subsets[0].addresses,
    before: [{ ip: '192.0.2.1' }],
    after: [{ ip: '10.0.2.15' }],
  },
  {
    flags: { 'service-cluster-ip-range': '10.8.0.0/24' },
    observe: async (whole) => (await json(whole, '/api/v1/namespaces/default/services/kubernetes')).spec.clusterIP,
    before: '10.96.0.1',
    after: '10.8.0.1',
  },
  {
    flags: { 'service-account-issuer': 'https://issuer.example' },
    observe: async (whole) => (await discovered(whole)).issuer,
    before: 'https://kubernetes.default.svc',
    after: 'https://issuer.example',
  },
  {
    flags: { 'service-account-jwks-uri': 'https://keys.example/jwks' },
    observe: async (whole) => (await discovered(whole)).jwks_uri,
    before: 'http://cluster/openid/v1/jwks',
    after: 'https://keys.example/jwks',
  },
];

test.each(ROWS.map((row) => [Object.keys(row.flags)[0] ?? '', row] as const))(
  '--%s has an effect',
  async (flag, { flags, observe, before, after }) => {
    const others = Object.fromEntries(Object.entries(flags).filter(([name]) => name !== flag));
    expect(await observe(await createWholeServer({ flags: others }))).toEqual(before);
    expect(await observe(await createWholeServer({ flags }))).toEqual(after);
  },
);
