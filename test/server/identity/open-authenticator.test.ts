import { expect, test } from 'vitest';
import { createWholeServer } from '../whole-server.ts';

const KUBECONFIG = '{"clusters":[{"cluster":{"server":"https://x"}}]}';

test.each<[Record<string, string>, string]>([
  [{ 'client-ca-file': 'nothing' }, '--client-ca-file: data does not contain any valid certificates'],
  [{ 'requestheader-username-headers': 'X-Remote-User' }, 'must be set together'],
  [{ 'oidc-client-id': 'x' }, '--oidc-issuer-url and --oidc-client-id should be specified together'],
  [{ 'oidc-client-id': 'x', 'oidc-issuer-url': 'http://x' }, '--oidc-issuer-url must be an https URL, not http://x'],
  [
    { 'oidc-client-id': 'x', 'oidc-issuer-url': 'https://x', 'oidc-signing-algs': 'HS256' },
    'unsupported signing alg: "HS256"',
  ],
  [
    { 'authentication-token-webhook-config-file': KUBECONFIG, 'authentication-token-webhook-version': 'v2' },
    '--authentication-token-webhook-version must be v1 or v1beta1, not v2',
  ],
  [
    { 'authentication-token-webhook-config-file': KUBECONFIG, 'authentication-token-webhook-cache-ttl': 'soon' },
    'takes a duration like 2m0s, not soon',
  ],
  [{ 'token-auth-file': 'a,b' }, 'token file must have at least 3 columns'],
])('the flags %j are rejected: %s', async (flags, message) => {
  await expect(createWholeServer({ flags })).rejects.toThrow(message);
});

test('with AlwaysAllow, anonymous requests are disabled', async () => {
  const { server } = await createWholeServer({ flags: { 'authorization-mode': 'AlwaysAllow' } });
  expect((await server.fetch(new Request('http://cluster/api/v1/secrets'))).status).toBe(401);
});

test('the issuer publishes its discovery document and keys according to its flags', async () => {
  const { server, get, post } = await createWholeServer({
    flags: { 'service-account-issuer': 'https://a,https://b', 'service-account-jwks-uri': 'https://a/keys' },
  });
  const description = await get('/.well-known/openid-configuration');
  expect(description.headers.get('cache-control')).toBe('public, max-age=3600');
  expect(await description.json()).toMatchObject({
    issuer: 'https://a',
    jwks_uri: 'https://a/keys',
    id_token_signing_alg_values_supported: ['RS256'],
  });
  expect((await post('/.well-known/openid-configuration', {})).status).toBe(405);
  expect((await get('/openid/v1/jwks/x')).status).toBe(404);
  const keys = await get('/openid/v1/jwks', { accept: 'application/jwk-set+json' });
  expect(keys.headers.get('content-type')).toBe('application/jwk-set+json');
  expect((await keys.json()).keys).toEqual([
    { use: 'sig', kty: 'RSA', alg: 'RS256', e: 'AQAB', kid: expect.any(String), n: expect.any(String) },
  ]);
  await server.close();
});

test('token reviews do not return metadata that only the server may set', async () => {
  const { post } = await createWholeServer();
  const metadata = { uid: 'x', creationTimestamp: '2020-01-01T00:00:00Z', selfLink: '/x', labels: { a: 'b' } };
  const response = await post('/apis/authentication.k8s.io/v1/tokenreviews', { metadata, spec: { token: 'nobody' } });
  expect((await response.json()).metadata).toEqual({
    creationTimestamp: null,
    labels: { a: 'b' },
    managedFields: expect.any(Array),
  });
});

test('tokens are limited to the maximum lifetime, and those of pods are extended', async () => {
  const { post } = await createWholeServer({ flags: { 'service-account-max-token-expiration': '2h' } });
  const namespace = '/api/v1/namespaces/default';
  await post(`${namespace}/serviceaccounts`, { metadata: { name: 'robot' } });
  const pod = {
    metadata: { name: 'p' },
    spec: { serviceAccountName: 'robot', containers: [{ name: 'c', image: 'i' }] },
  };
  expect((await post(`${namespace}/pods`, pod)).status).toBe(201);
  const request = async (spec: object) => {
    const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec };
    const response = await post(`${namespace}/serviceaccounts/robot/token`, body);
    const answer = await response.json();
    return { warning: response.headers.get('warning'), answer, claims: claimsOf(answer.status.token) };
  };
  const long = await request({ expirationSeconds: 90_000 });
  expect(long.warning).toBe('299 - "requested expiration of 90000 seconds shortened to 7200 seconds"');
  expect(long.answer.spec.expirationSeconds).toBe(7200);
  expect(long.claims.exp - long.claims.iat).toBe(7200);
  const boundObjectRef = { apiVersion: 'v1', kind: 'Pod', name: 'p' };
  const projected = await request({ expirationSeconds: 3607, boundObjectRef });
  expect(projected.claims.exp - projected.claims.iat).toBe(365 * 86_400);
  expect(projected.claims['kubernetes.io'].warnafter - projected.claims.iat).toBe(3607);
  expect((await request({ expirationSeconds: 3607 })).claims['kubernetes.io'].warnafter).toBeUndefined();
  const vault = await request({ expirationSeconds: 3607, boundObjectRef, audiences: ['vault'] });
  expect(vault.claims.exp - vault.claims.iat).toBe(3607);
});

const claimsOf = (token: string) =>
  JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')));
