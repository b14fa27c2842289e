import { beforeAll, expect, test } from 'vitest';
import { kubernetesDialect as dialect } from '../../src/api/dialect.ts';
import type { ApiObject } from '../../src/api/object.ts';
import { AuthenticationError } from '../../src/authentication/authenticator.ts';
import type { SigningKey } from '../../src/authentication/jwt.ts';
import {
  legacyServiceAccountTokenAuthenticator,
  signLegacyServiceAccountToken,
} from '../../src/authentication/service-accounts/legacy-service-account-token.ts';
import { FakeReader } from '../authorization/fake-reader.ts';
import { accountKeys, ellipticKey } from './account-keys.ts';

const NOW = Date.parse('2024-05-06T12:00:00Z');
const ACCOUNT = { namespace: 'x', secretName: 'robot-token', accountName: 'robot', accountUid: 'u1' };
let key: SigningKey;
let token: string;
beforeAll(async () => {
  key = await ellipticKey('k');
  token = await signLegacyServiceAccountToken(ACCOUNT, key, dialect);
});

const object = (name: string, rest: object = {}, metadata: object = {}): ApiObject => ({
  ...{ apiVersion: 'v1', kind: '' },
  metadata: { namespace: 'x', name, uid: 'u1', ...metadata },
  ...rest,
});

async function ask(given: { secret?: ApiObject; account?: ApiObject; lookup?: boolean; text?: string } = {}) {
  const warnings: string[] = [];
  const labels: string[] = [];
  const secret = given.secret ?? object('robot-token', { data: { token: btoa(token) } });
  const authenticator = legacyServiceAccountTokenAuthenticator({
    keys: accountKeys(key),
    issuers: [],
    audiences: ['api'],
    lookup: given.lookup ?? true,
    labelSecret: async (_secret, label, value) => void labels.push(`${label}=${value}`),
    reader: new FakeReader({ secrets: [secret], serviceaccounts: [given.account ?? object('robot')] }),
    dialect,
    clock: { now: () => NOW, after: () => () => undefined },
  });
  try {
    const warn = (text: string) => warnings.push(text);
    const found = await authenticator.authenticateToken(given.text ?? token, ['api'], warn);
    return { user: found?.user, warnings, labels };
  } catch (error) {
    if (error instanceof AuthenticationError) return { problem: error.problems[0] };
    throw error;
  }
}

test('a token is valid while its secret contains it, and its use is recorded', async () => {
  expect(await ask()).toEqual({
    user: {
      username: 'system:serviceaccount:x:robot',
      uid: 'u1',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:x'],
    },
    warnings: [],
    labels: ['kubernetes.io/legacy-token-last-used=2024-05-06'],
  });
});

test('the use of a token is recorded once a day', async () => {
  const usedOn = (day: string) =>
    object(
      'robot-token',
      { data: { token: btoa(token) } },
      { labels: { 'kubernetes.io/legacy-token-last-used': day } },
    );
  expect((await ask({ secret: usedOn('2024-05-06') })).labels).toEqual([]);
  expect((await ask({ secret: usedOn('2024-05-05') })).labels).toHaveLength(1);
});

test('an auto-generated token produces a warning', async () => {
  const { warnings } = await ask({ account: object('robot', { secrets: [{ name: 'robot-token' }] }) });
  expect(warnings).toEqual([
    'Use tokens from the TokenRequest API or manually created secret-based tokens instead of auto-generated secret-based tokens.',
  ]);
});

test.each<[string, Parameters<typeof ask>[0]]>([
  ['Token has been invalidated', { secret: object('other') }],
  ["Token does not match server's copy", { secret: object('robot-token', { data: { token: btoa('x') } }) }],
  ['serviceaccounts "robot" not found', { account: object('other') }],
  ['ServiceAccount UID (u9) does not match claim (u1)', { account: object('robot', {}, { uid: 'u9' }) }],
  ['ServiceAccount x/robot has been deleted', { account: object('robot', {}, { deletionTimestamp: 'now' }) }],
])('a token is rejected: %s', async (problem, given) => {
  expect(await ask(given)).toEqual({ problem });
});

test('a token that is marked invalid is rejected', async () => {
  const labels = { 'kubernetes.io/legacy-token-invalid-since': '2024-01-01' };
  const { problem } = await ask({ secret: object('robot-token', { data: { token: btoa(token) } }, { labels }) });
  expect(problem).toContain('has been marked invalid');
});

test('without lookup, a valid signature is required and sufficient', async () => {
  expect((await ask({ lookup: false, secret: object('other') })).user?.username).toBe('system:serviceaccount:x:robot');
  const foreign = await signLegacyServiceAccountToken(ACCOUNT, await ellipticKey('k'), dialect);
  expect((await ask({ lookup: false, text: foreign })).problem).toContain('cryptographic primitive');
});
