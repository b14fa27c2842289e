import { expect, test } from 'vitest';
import { clusterDialect } from '../../src/api/dialect.ts';
import { AuthenticationError } from '../../src/authentication/authenticator.ts';
import { webhookTokenAuthenticator } from '../../src/authentication/webhook-token.ts';

const API_VERSION = 'authentication.cluster.io/v1beta1';

/** Returns an authenticator whose service returns these statuses in turn. */
function asking(...answers: (object | Error)[]) {
  const questions: object[] = [];
  let now = 0;
  const authenticator = webhookTokenAuthenticator(
    {
      ask: async (review) => {
        questions.push(review);
        const answer = answers[questions.length - 1];
        if (answer instanceof Error) throw answer;
        return { apiVersion: API_VERSION, kind: 'TokenReview', status: answer };
      },
      version: 'v1beta1',
      cacheTtl: 1000,
    },
    { dialect: clusterDialect, clock: { now: () => now, after: () => () => undefined }, audiences: ['api'] },
  );
  return {
    questions,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    ask: (token = 'secret', audiences = ['api']) => authenticator.authenticateToken(token, audiences),
  };
}

test('an external service authenticates the token', async () => {
  const user = { username: 'jane', uid: '42', groups: ['dev'], extra: { team: ['a'] } };
  const { ask, questions } = asking({ authenticated: true, user });
  expect(await ask()).toEqual({ user, audiences: ['api'] });
  expect(questions).toEqual([
    { kind: 'TokenReview', apiVersion: API_VERSION, metadata: {}, spec: { token: 'secret', audiences: ['api'] } },
  ]);
});

test('answers are cached, except denials with a reason', async () => {
  const yes = { authenticated: true, user: { username: 'jane' } };
  const { ask, questions, pass } = asking(yes, { authenticated: false, error: 'revoked' }, { authenticated: false });
  await ask();
  await ask();
  expect(questions).toHaveLength(1);
  pass(1001);
  await expect(ask()).rejects.toMatchObject({ problems: ['revoked'] });
  expect(await ask()).toBeUndefined();
  expect(await ask()).toBeUndefined();
  expect(questions).toHaveLength(3);
});

test('a token is valid for the returned audiences, which default to those of the server', async () => {
  const user = { username: 'jane' };
  const vault = { authenticated: true, user, audiences: ['vault'] };
  expect(await asking(vault).ask('secret', ['vault', 'other'])).toMatchObject({ audiences: ['vault'] });
  expect(await asking(vault).ask()).toBeUndefined();
  expect(await asking({ authenticated: true, user }).ask('secret', ['vault'])).toBeUndefined();
});

test('an answer that is missing, has another version or lacks the username is an error', async () => {
  await expect(asking(new Error('Post "https://x": EOF')).ask()).rejects.toMatchObject({
    problems: ['Post "https://x": EOF'],
  });
  const other = webhookTokenAuthenticator(
    { ask: async () => ({ apiVersion: 'authentication.cluster.io/v1' }), version: 'v1beta1', cacheTtl: 0 },
    { dialect: clusterDialect, clock: { now: () => 0, after: () => () => undefined }, audiences: ['api'] },
  );
  await expect(other.authenticateToken('t', ['api'])).rejects.toThrow(AuthenticationError);
  await expect(asking({ authenticated: true, user: {} }).ask()).rejects.toThrow(AuthenticationError);
});
