import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Fetch, OutgoingTrust } from '../../../src/api/environment.ts';
import type { ServerFlags } from '../../../src/server/flags/server-flags.ts';
import { createWholeServer } from '../whole-server.ts';

/** A year and a day after the start time of whole servers. */
const LATER = Date.UTC(2024, 10, 22) / 1000;
const NOW = Date.UTC(2023, 10, 20) / 1000;

let privateKey: CryptoKey;
let publicKey: CryptoKey;
beforeAll(async () => {
  ({ privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true }));
});

const signed = (claims: Record<string, unknown>): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k' }).setIssuedAt(NOW).sign(privateKey);

type Whole = Awaited<ReturnType<typeof createWholeServer>>;
const codeWith = async ({ server }: Whole, token: string): Promise<number> => {
  const request = new Request('http://cluster/api/v1/nodes', { headers: { authorization: `Bearer ${token}` } });
  return (await server.fetch(request)).status;
};

describe('tokens of service accounts', () => {
  const start = async (flags: Partial<ServerFlags>) => {
    const whole = await createWholeServer({ flags });
    await whole.post('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'robot' } });
    return whole;
  };
  const requestToken = async ({ post }: Whole, spec: object) => {
    const response = await post('/api/v1/namespaces/default/serviceaccounts/robot/token', { spec });
    const { spec: granted, status } = await response.json();
    const claims = JSON.parse(Buffer.from(status.token.split('.')[1], 'base64url').toString());
    return { audiences: granted.audiences, seconds: claims.exp - claims.iat };
  };

  test('--api-audiences sets their audiences', async () => {
    expect((await requestToken(await start({}), {})).audiences).toEqual(['https://kubernetes.default.svc']);
    const other = await start({ 'api-audiences': 'https://a,https://b' });
    expect((await requestToken(other, {})).audiences).toEqual(['https://a', 'https://b']);
  });

  test('--service-account-extend-token-expiration extends tokens of pods to a year', async () => {
    const secondsWith = async (flags: Partial<ServerFlags>) => {
      const whole = await start(flags);
      const spec = { serviceAccountName: 'robot', containers: [{ name: 'c', image: 'i' }] };
      await whole.post('/api/v1/namespaces/default/pods', { metadata: { name: 'p' }, spec });
      const boundObjectRef = { kind: 'Pod', apiVersion: 'v1', name: 'p' };
      return (await requestToken(whole, { expirationSeconds: 3607, boundObjectRef })).seconds;
    };
    expect(await secondsWith({})).toBe(365 * 24 * 3600);
    expect(await secondsWith({ 'service-account-extend-token-expiration': false })).toBe(3607);
  });

  test('--service-account-key-file adds keys, and --service-account-lookup rejects deleted tokens', async () => {
    const token = await signed({
      iss: 'kubernetes/serviceaccount',
      sub: 'system:serviceaccount:default:robot',
      'kubernetes.io/serviceaccount/namespace': 'default',
      'kubernetes.io/serviceaccount/secret.name': 'deleted',
      'kubernetes.io/serviceaccount/service-account.name': 'robot',
      'kubernetes.io/serviceaccount/service-account.uid': 'u',
    });
    const keys = { 'service-account-key-file': await exportSPKI(publicKey) };
    expect(await codeWith(await start({ 'service-account-lookup': false }), token)).toBe(401);
    expect(await codeWith(await start({ ...keys, 'service-account-lookup': false }), token)).toBe(403);
    expect(await codeWith(await start(keys), token)).toBe(401);
  });
});

describe('ID tokens', () => {
  const ISSUER = 'https://idp.example';
  const provider: Fetch = async ({ url }) =>
    url.endsWith('/keys')
      ? Response.json({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }] })
      : Response.json({ issuer: ISSUER, jwks_uri: `${ISSUER}/keys` });

  /** Returns the user of a token, or the status code of its rejection. */
  const userWith = async (flags: Partial<ServerFlags>) => {
    const oidc = { 'oidc-issuer-url': ISSUER, 'oidc-client-id': 'app', 'oidc-groups-claim': 'teams' };
    const { server } = await createWholeServer({ fetch: provider, flags: { ...oidc, ...flags } });
    const claims = { iss: ISSUER, sub: 's', aud: 'app', exp: LATER, name: 'ann', teams: ['red'], plan: 'free' };
    const request = new Request('http://cluster/apis/authentication.k8s.io/v1/selfsubjectreviews', {
      method: 'POST',
      headers: { authorization: `Bearer ${await signed(claims)}`, 'content-type': 'application/json' },
      body: '{}',
    });
    const response = await server.fetch(request);
    return response.status === 201 ? (await response.json()).status.userInfo : response.status;
  };

  test('--oidc-username-claim and --oidc-username-prefix set the user name', async () => {
    expect((await userWith({})).username).toBe(`${ISSUER}#s`);
    expect((await userWith({ 'oidc-username-claim': 'name' })).username).toBe(`${ISSUER}#ann`);
    expect((await userWith({ 'oidc-username-claim': 'name', 'oidc-username-prefix': 'idp:' })).username).toBe(
      'idp:ann',
    );
  });

  test('--oidc-groups-prefix is prepended to each group', async () => {
    expect((await userWith({})).groups).toEqual(['red', 'system:authenticated']);
    expect((await userWith({ 'oidc-groups-prefix': 'idp:' })).groups).toEqual(['idp:red', 'system:authenticated']);
  });

  test('--oidc-required-claim rejects tokens without the claim', async () => {
    expect(await userWith({ 'oidc-required-claim': 'plan=free' })).toMatchObject({ username: `${ISSUER}#s` });
    expect(await userWith({ 'oidc-required-claim': 'plan=paid' })).toBe(401);
  });
});

test.each([
  ['30s', 1],
  ['0s', 2],
])('--authorization-webhook-cache-unauthorized-ttl %s: two equal requests are sent %s times', async (ttl, times) => {
  let asked = 0;
  const deny: Fetch = async () => {
    asked += 1;
    return Response.json({ kind: 'SubjectAccessReview', status: { allowed: false } });
  };
  const { send } = await createWholeServer({
    fetch: deny,
    flags: {
      'authorization-mode': 'Webhook',
      'authorization-webhook-config-file': 'clusters: [{ name: hook, cluster: { server: "https://hook.example" } }]\n',
      'authorization-webhook-version': 'v1',
      'authorization-webhook-cache-unauthorized-ttl': ttl,
    },
  });
  const user = { username: 'ann', groups: [] };
  await send('GET', '/api/v1/nodes', { user });
  await send('GET', '/api/v1/nodes', { user });
  expect(asked).toBe(times);
});

describe('connections to kubelets', () => {
  const connectionWith = async (flags: Partial<ServerFlags>) => {
    const sent: { url: string; trust: OutgoingTrust | undefined }[] = [];
    const fetch: Fetch = async ({ url }, trust) => {
      sent.push({ url, trust });
      return new Response('ok');
    };
    const { post, get } = await createWholeServer({ fetch, flags });
    const addresses = [
      { type: 'Hostname', address: 'n1.example' },
      { type: 'InternalIP', address: '10.1.2.3' },
    ];
    await post('/api/v1/nodes', { metadata: { name: 'n1' }, status: { addresses } });
    await get('/api/v1/nodes/n1/proxy/metrics');
    return sent[0];
  };

  test('--kubelet-preferred-address-types selects the address', async () => {
    expect((await connectionWith({}))?.url).toBe('https://n1.example:10250/metrics');
    const numeric = await connectionWith({ 'kubelet-preferred-address-types': 'InternalIP,Hostname' });
    expect(numeric?.url).toBe('https://10.1.2.3:10250/metrics');
  });

  test('--kubelet-certificate-authority, --kubelet-client-certificate and -key configure TLS', async () => {
    expect((await connectionWith({}))?.trust).toEqual({ insecureSkipVerify: true });
    const secured = await connectionWith({
      'kubelet-certificate-authority': 'ca',
      'kubelet-client-certificate': 'certificate',
      'kubelet-client-key': 'key',
    });
    expect(secured?.trust).toEqual({
      certificateAuthorities: 'ca',
      clientCertificate: 'certificate',
      clientKey: 'key',
    });
  });
});
