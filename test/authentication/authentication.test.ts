import { beforeAll, expect, test } from 'vitest';
import { kubernetesDialect } from '../../src/api/dialect.ts';
import type { ApiObject } from '../../src/api/object.ts';
import { DEFAULT_AUTHENTICATION_FLAGS } from '../../src/authentication/authentication-flags.ts';
import { AuthenticationError } from '../../src/authentication/authenticator.ts';
import { readBearerToken } from '../../src/authentication/bearer-token.ts';
import { createAuthenticator } from '../../src/authentication/index.ts';
import type { SigningKey } from '../../src/authentication/jwt.ts';
import { signServiceAccountToken } from '../../src/authentication/service-accounts/service-account-token.ts';
import { parseTokenFile } from '../../src/authentication/static-token.ts';
import { FakeReader } from '../authorization/fake-reader.ts';
import { accountKeys, ellipticKey } from './account-keys.ts';

const AUDIENCE = 'https://kubernetes.default.svc';
const NOW = Date.parse('2024-01-01T00:00:00Z');
let key: SigningKey;
beforeAll(async () => {
  key = await ellipticKey('k');
});

const clockAt = (now: number) => ({ now: () => now, after: () => () => undefined });
const sign = (given: object = {}, by = key) =>
  signServiceAccountToken(
    {
      issuer: AUDIENCE,
      namespace: 'x',
      serviceAccount: { name: 'robot', uid: 'u1' },
      audiences: [AUDIENCE],
      expirationSeconds: 600,
      ...given,
    },
    { key: by, dialect: kubernetesDialect, clock: clockAt(NOW) },
  );

const named = (name: string, uid: string) =>
  ({ apiVersion: 'v1', kind: '', metadata: { namespace: 'x', name, uid } }) as ApiObject;

/** Returns the user of an Authorization header, and the warnings. */
async function ask(
  authorization: string | undefined,
  given: { reader?: FakeReader; now?: number; anonymous?: boolean } = {},
) {
  const warnings: string[] = [];
  const authenticator = createAuthenticator({
    flags: {
      ...DEFAULT_AUTHENTICATION_FLAGS,
      'token-auth-file': 'alice-token,alice,alice-uid,"dev,ops"\nbob-token,bob,\n',
    },
    anonymous: given.anonymous ?? true,
    audiences: [AUDIENCE],
    serviceAccounts: {
      keys: accountKeys(key),
      issuers: [AUDIENCE, 'https://former.example'],
      lookup: true,
      labelSecret: async () => undefined,
    },
    fetch: () => Promise.reject(new Error('unexpected request')),
    reader: given.reader ?? new FakeReader({ serviceaccounts: [named('robot', 'u1')] }),
    dialect: kubernetesDialect,
    clock: clockAt(given.now ?? NOW),
  });
  const request = new Request('http://x/', authorization === undefined ? {} : { headers: { authorization } });
  const found = await authenticator.authenticate(request, {}, { warn: (text) => warnings.push(text) });
  return { user: found?.user, audiences: found?.audiences, warnings };
}
const problemsOf = (asked: Promise<unknown>) =>
  asked.then(
    () => [],
    (error: unknown) => (error instanceof AuthenticationError ? error.problems : Promise.reject(error)),
  );

test('a token file has quoted groups and at least three columns', () => {
  expect(parseTokenFile('t,"a ""b""",u,"g,h"\r\n\n,nobody,x\n')).toEqual(
    new Map([['t', { username: 'a "b"', uid: 'u', groups: ['g', 'h'] }]]),
  );
  expect(() => parseTokenFile('t,a')).toThrow(
    'token file must have at least 3 columns (token, user name, user uid), found 2',
  );
});

test.each([
  ['Bearer tok', { token: 'tok' }],
  ['bEARER tok more', { token: 'tok' }],
  ['Bearer', undefined],
  ['Bearer\ttok', undefined],
  ['Basic tok', undefined],
  ['tok', undefined],
  [null, undefined],
])('the header %j is read as %j', (header, expected) => {
  expect(readBearerToken(header)).toEqual(expected);
});

test('system:authenticated is the last group', async () => {
  expect(await ask('Bearer alice-token')).toMatchObject({
    user: { username: 'alice', uid: 'alice-uid', groups: ['dev', 'ops', 'system:authenticated'] },
    audiences: [AUDIENCE],
  });
});

test('requests without credentials are anonymous when anonymous requests are enabled', async () => {
  const anonymous = { username: 'system:anonymous', groups: ['system:unauthenticated'] };
  expect((await ask(undefined)).user).toEqual(anonymous);
  expect(await ask('Bearer  alice-token')).toMatchObject({
    user: anonymous,
    warnings: ['the provided Authorization header contains extra space before the bearer token, and is ignored'],
  });
  expect((await ask(undefined, { anonymous: false })).user).toBeUndefined();
});

test('an unknown token is rejected', async () => {
  expect(await problemsOf(ask('Bearer nobody'))).toEqual(['invalid bearer token']);
});

test('a service account token authenticates its account', async () => {
  expect((await ask(`Bearer ${await sign()}`)).user).toEqual({
    username: 'system:serviceaccount:x:robot',
    uid: 'u1',
    groups: ['system:serviceaccounts', 'system:serviceaccounts:x', 'system:authenticated'],
  });
});

test('a token bound to a pod identifies the pod and is invalid after its deletion', async () => {
  const token = `Bearer ${await sign({ pod: { name: 'p', uid: 'u2' } })}`;
  const accounts = { serviceaccounts: [named('robot', 'u1')] };
  expect((await ask(token, { reader: new FakeReader({ ...accounts, pods: [named('p', 'u2')] }) })).user?.extra).toEqual(
    {
      'authentication.kubernetes.io/pod-name': ['p'],
      'authentication.kubernetes.io/pod-uid': ['u2'],
    },
  );
  const problemsWith = (reader: FakeReader) => problemsOf(ask(token, { reader }));
  expect(await problemsWith(new FakeReader(accounts))).toContain('service account token has been invalidated');
  expect(await problemsWith(new FakeReader({ ...accounts, pods: [named('p', 'other')] }))).toContain(
    'pod UID (other) does not match service account pod ref claim (u2)',
  );
});

test('a token is invalid after the deletion of its account', async () => {
  const token = `Bearer ${await sign()}`;
  const problemsWith = (...accounts: ApiObject[]) =>
    problemsOf(ask(token, { reader: new FakeReader({ serviceaccounts: accounts }) }));
  expect(await problemsWith()).toEqual(['invalid bearer token', 'serviceaccounts "robot" not found']);
  expect(await problemsWith(named('robot', 'u9'))).toContain('service account UID (u9) does not match claim (u1)');
  const going = named('robot', 'u1');
  const deleted = (ago: number) => ({
    ...going,
    metadata: { ...going.metadata, deletionTimestamp: new Date(NOW - ago).toISOString() },
  });
  expect(await problemsWith(deleted(30_000))).toEqual([]);
  expect(await problemsWith(deleted(61_000))).toContain('service account x/robot has been deleted');
});

test('a token is valid for one more minute after it expires, because clocks differ', async () => {
  const token = `Bearer ${await sign()}`;
  expect(await problemsOf(ask(token, { now: NOW + 659_000 }))).toEqual([]);
  expect(await problemsOf(ask(token, { now: NOW + 661_000 }))).toContain('service account token has expired');
  expect(await problemsOf(ask(token, { now: NOW - 61_000 }))).toContain('service account token is not valid yet');
});

test('a token is rejected when it was modified, signed with another key, or issued for another audience', async () => {
  const token = await sign();
  const forged = ['invalid bearer token', 'square/go-jose: error in cryptographic primitive'];
  expect(await problemsOf(ask(`Bearer ${token.slice(0, -4)}AAAA`))).toEqual(forged);
  expect(await problemsOf(ask(`Bearer ${await sign({}, await ellipticKey('k'))}`))).toEqual(forged);
  expect(await problemsOf(ask(`Bearer ${await sign({ audiences: ['vault'] })}`))).toContain(
    `token audiences ["vault"] is invalid for the target audiences ["${AUDIENCE}"]`,
  );
});

test('only configured issuers are accepted, including former ones', async () => {
  expect(await problemsOf(ask(`Bearer ${await sign({ issuer: 'https://former.example' })}`))).toEqual([]);
  expect(await problemsOf(ask(`Bearer ${await sign({ issuer: 'https://other.example' })}`))).toEqual([
    'invalid bearer token',
  ]);
});
