import { exportJWK, type JWK } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Fetch } from '../../src/api/environment.ts';
import { AuthenticationError } from '../../src/authentication/authenticator.ts';
import { type SigningKey, signJwt } from '../../src/authentication/jwt.ts';
import { type OidcOptions, oidcTokenAuthenticator } from '../../src/authentication/oidc-token.ts';
import { ellipticKey } from './account-keys.ts';

const ISSUER = 'https://issuer.example/tenant';
const NOW = Date.parse('2024-01-01T00:00:00Z');
const seconds = NOW / 1000;

const OPTIONS: OidcOptions = {
  issuerUrl: ISSUER,
  clientId: 'cluster',
  usernameClaim: 'sub',
  usernamePrefix: '',
  groupsClaim: '',
  groupsPrefix: '',
  requiredClaims: new Map(),
  signingAlgorithms: ['ES256'],
  certificateAuthorities: '',
};

let key: SigningKey;
let publicKey: JWK;
beforeAll(async () => {
  key = await ellipticKey('one');
  publicKey = { ...(await exportJWK(key.publicKey)), kid: 'one' };
});

/** Returns a provider whose keys can change, and that counts the requests for them. */
function provider(keys: readonly JWK[], issuer = ISSUER) {
  const state = { keys, asked: 0, isDown: false };
  const fetch: Fetch = async (request) => {
    if (state.isDown) throw new TypeError('dial tcp: connection refused');
    if (request.url === `${ISSUER}/.well-known/openid-configuration`)
      return Response.json({ issuer, jwks_uri: 'https://issuer.example/keys' });
    if (request.url !== 'https://issuer.example/keys') return new Response('', { status: 404 });
    state.asked++;
    return Response.json({ keys: state.keys });
  };
  return { state, fetch };
}

const authenticatorFor = (fetch: Fetch, given: Partial<OidcOptions> = {}) =>
  oidcTokenAuthenticator(
    { ...OPTIONS, ...given },
    { fetch, clock: { now: () => NOW, after: () => () => undefined }, audiences: ['api'] },
  );
const tokenOf = (claims: object, by = key) =>
  signJwt({ iss: ISSUER, aud: 'cluster', exp: seconds + 60, sub: 'jane', ...claims }, by);

async function ask(claims: object, given: Partial<OidcOptions> = {}, by = key) {
  const { fetch } = provider([publicKey]);
  try {
    return (await authenticatorFor(fetch, given).authenticateToken(await tokenOf(claims, by), ['api']))?.user;
  } catch (error) {
    if (error instanceof AuthenticationError) return error.problems[0];
    throw error;
  }
}

describe('an ID token', () => {
  it('takes the username from a claim, with a prefix', async () => {
    expect(await ask({})).toEqual({ username: 'jane' });
    expect(await ask({}, { usernamePrefix: 'oidc:' })).toEqual({ username: 'oidc:jane' });
    expect(await ask({ email: 'j@x', email_verified: true }, { usernameClaim: 'email' })).toEqual({ username: 'j@x' });
    expect(await ask({ email: 'j@x', email_verified: false }, { usernameClaim: 'email' })).toBe(
      'oidc: email not verified',
    );
    expect(await ask({}, { usernameClaim: 'name' })).toBe('oidc: parse username claims "name": claim not present');
  });

  it('takes groups from a claim, a list or a string, with a prefix', async () => {
    const options = { groupsClaim: 'roles', groupsPrefix: 'oidc:' };
    expect(await ask({ roles: ['a', 'b'] }, options)).toMatchObject({ groups: ['oidc:a', 'oidc:b'] });
    expect(await ask({ roles: 'a' }, options)).toMatchObject({ groups: ['oidc:a'] });
    expect(await ask({}, options)).toEqual({ username: 'jane' });
    expect(await ask({ roles: [1] }, options)).toContain('parse groups claim "roles"');
  });

  it('must have the required claims', async () => {
    const requiredClaims = new Map([['hd', 'example.com']]);
    expect(await ask({ hd: 'example.com' }, { requiredClaims })).toMatchObject({ username: 'jane' });
    expect(await ask({}, { requiredClaims })).toBe('oidc: required claim hd not present in ID token');
    expect(await ask({ hd: 'other' }, { requiredClaims })).toContain('value does not match');
  });

  it('must be for this client and currently valid', async () => {
    expect(await ask({ aud: ['other', 'cluster'] })).toMatchObject({ username: 'jane' });
    expect(await ask({ aud: 'other' })).toContain('expected audience "cluster" got ["other"]');
    expect(await ask({ exp: seconds - 1 })).toContain('token is expired');
    expect(await ask({ exp: undefined })).toContain('token is expired');
    expect(await ask({ nbf: seconds + 120 })).toContain('before the nbf');
  });

  it('is checked against the time of the platform, not of the cluster', async () => {
    const { fetch } = provider([publicKey]);
    const clock = { now: () => NOW + 86_400_000, elapsed: () => NOW, after: () => () => undefined };
    const authenticator = oidcTokenAuthenticator(OPTIONS, { fetch, clock, audiences: ['api'] });
    const authenticated = await authenticator.authenticateToken(await tokenOf({}), ['api']);
    expect(authenticated?.user).toEqual({ username: 'jane' });
  });

  it('is ignored when it is from another issuer', async () => {
    expect(await ask({ iss: 'https://other.example' })).toBeUndefined();
  });

  it('must be signed by the provider with an accepted algorithm', async () => {
    expect(await ask({}, {}, await ellipticKey('one'))).toContain('failed to verify id token signature');
    expect(await ask({}, { signingAlgorithms: ['RS256'] })).toContain('unsupported algorithm, expected ["RS256"]');
  });
});

describe('provider keys', () => {
  it('are cached, and fetched again for a token with an unknown key', async () => {
    const { state, fetch } = provider([publicKey]);
    const authenticator = authenticatorFor(fetch);
    const token = await tokenOf({});
    await Promise.all([1, 2, 3].map(() => authenticator.authenticateToken(token, ['api'])));
    expect(state.asked).toBe(1);
    const next = await ellipticKey('two');
    state.keys = [{ ...(await exportJWK(next.publicKey)), kid: 'two' }];
    expect((await authenticator.authenticateToken(await tokenOf({}, next), ['api']))?.user.username).toBe('jane');
    await expect(authenticator.authenticateToken(token, ['api'])).rejects.toThrow(AuthenticationError);
  });

  it('cause tokens to be rejected while they cannot be fetched', async () => {
    const { state, fetch } = provider([publicKey]);
    const authenticator = authenticatorFor(fetch);
    state.isDown = true;
    await expect(authenticator.authenticateToken(await tokenOf({}), ['api'])).rejects.toMatchObject({
      problems: [expect.stringContaining('connection refused')],
    });
    state.isDown = false;
    expect(await authenticator.authenticateToken(await tokenOf({}), ['api'])).toBeDefined();
  });

  it('are rejected when the provider states another issuer', async () => {
    const { fetch } = provider([publicKey], 'https://other.example');
    await expect(authenticatorFor(fetch).authenticateToken(await tokenOf({}), ['api'])).rejects.toMatchObject({
      problems: [expect.stringContaining('issuer did not match')],
    });
  });
});
