import { expect, test } from 'vitest';
import { clusterDialect, kubernetesDialect } from '../../src/api/dialect.ts';
import { BOOTSTRAP_TOKEN_TYPE } from '../../src/api/kubernetes-names.ts';
import type { ApiObject } from '../../src/api/object.ts';
import { bootstrapTokenAuthenticator } from '../../src/authentication/bootstrap-token.ts';
import { FakeReader } from '../authorization/fake-reader.ts';

const TOKEN = 'abc123.0123456789abcdef';
const NOW = Date.parse('2024-01-01T00:00:00Z');

/** Returns the user of a token whose secret has the given data in addition to the required data. */
async function userOf(given: Record<string, string> = {}, secret: object = {}, dialect = kubernetesDialect) {
  const texts = {
    'token-id': 'abc123',
    'token-secret': '0123456789abcdef',
    'usage-bootstrap-authentication': 'true',
    ...given,
  };
  const data = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, btoa(text)]));
  const metadata = { namespace: 'kube-system', name: 'bootstrap-token-abc123' };
  const type = dialect.rename(BOOTSTRAP_TOKEN_TYPE);
  const stored: ApiObject & Record<string, unknown> = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata,
    type,
    data,
    ...secret,
  };
  const reader = new FakeReader({ secrets: [stored] });
  const clock = { now: () => NOW, after: () => () => undefined };
  const authenticator = bootstrapTokenAuthenticator({ reader, dialect, clock }, ['api']);
  return (await authenticator.authenticateToken(TOKEN, ['api']))?.user;
}

test('a stored token authenticates its id in the bootstrappers group', async () => {
  const user = { username: 'system:bootstrap:abc123', groups: ['system:bootstrappers'] };
  expect(await userOf()).toEqual(user);
  expect(await userOf({}, {}, clusterDialect)).toEqual(user);
  expect(await userOf({ expiration: '2024-01-01T00:00:01Z' })).toEqual(user);
});

test('extra groups are sorted', async () => {
  expect(await userOf({ 'auth-extra-groups': 'system:bootstrappers:z,system:bootstrappers:a' })).toMatchObject({
    groups: ['system:bootstrappers', 'system:bootstrappers:a', 'system:bootstrappers:z'],
  });
});

test.each([
  { 'token-id': 'abc124' },
  { 'token-secret': '0123456789abcdeg' },
  { 'usage-bootstrap-authentication': 'false' },
  { expiration: '2024-01-01T00:00:00Z' },
  { expiration: 'tomorrow' },
  { 'auth-extra-groups': 'system:masters' },
])('a token with %j is ignored', async (given) => {
  expect(await userOf(given)).toBeUndefined();
});

test('a secret that has another type or is being deleted is ignored', async () => {
  expect(await userOf({}, { type: 'Opaque' })).toBeUndefined();
  const metadata = { namespace: 'kube-system', name: 'bootstrap-token-abc123', deletionTimestamp: 'now' };
  expect(await userOf({}, { metadata })).toBeUndefined();
});
