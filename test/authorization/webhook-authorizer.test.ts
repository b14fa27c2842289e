import { expect, test } from 'vitest';
import { kubernetesDialect } from '../../src/api/dialect.ts';
import { createAuthorizer } from '../../src/authorization/index.ts';
import { createWebhookAuthorizer, type WebhookAuthorizerOptions } from '../../src/authorization/webhook-authorizer.ts';
import { FakeReader } from './fake-reader.ts';
import { pathRequest, request, user } from './fixtures.ts';

let now = 0;
const clock = { now: () => now, after: () => () => undefined };

/** Returns an authorizer whose service returns this answer, and the requests that the service received. */
function webhook(answer: object | Error, given: Partial<WebhookAuthorizerOptions> = {}) {
  const asked: { apiVersion: string; spec: object }[] = [];
  const options: WebhookAuthorizerOptions = {
    ask: async (review) => {
      asked.push(review as (typeof asked)[number]);
      if (answer instanceof Error) throw answer;
      return { status: answer };
    },
    version: 'v1',
    authorizedTtl: 300_000,
    unauthorizedTtl: 30_000,
    dialect: kubernetesDialect,
    clock,
    ...given,
  };
  return { authorizer: createWebhookAuthorizer(options), options, asked };
}

test('a request is sent as a SubjectAccessReview without empty fields', async () => {
  const { authorizer, asked } = webhook({ allowed: true });
  const ann = { ...user('ann', 'dev'), uid: 'u1', extra: { scope: ['a'] } };
  await authorizer.authorize(request(ann, { name: '' }));
  expect(asked[0]).toEqual({
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SubjectAccessReview',
    metadata: {},
    spec: {
      resourceAttributes: { namespace: 'x', verb: 'get', version: 'v1', resource: 'configmaps' },
      user: 'ann',
      groups: ['dev'],
      extra: { scope: ['a'] },
      uid: 'u1',
    },
    status: { allowed: false },
  });
});

test('paths have their own attributes, and v1beta1 names the groups field group', async () => {
  const { authorizer, asked } = webhook({ allowed: true }, { version: 'v1beta1' });
  await authorizer.authorize(pathRequest(user('ann', 'dev'), '/healthz'));
  expect(asked[0]?.apiVersion).toBe('authorization.k8s.io/v1beta1');
  expect(asked[0]?.spec).toEqual({
    nonResourceAttributes: { path: '/healthz', verb: 'get' },
    user: 'ann',
    group: ['dev'],
  });
});

test.each([
  [
    { allowed: true, reason: 'yes' },
    { decision: 'allow', reason: 'yes' },
  ],
  [{ allowed: false }, { decision: 'no-opinion', reason: '' }],
  [
    { allowed: false, denied: true, reason: 'no' },
    { decision: 'deny', reason: 'no' },
  ],
  [
    { allowed: true, denied: true },
    {
      decision: 'deny',
      reason: '',
      error: 'webhook subject access review returned both allow and deny response',
    },
  ],
])('the status %j leads to the decision %j', async (status, decision) => {
  expect(await webhook(status).authorizer.authorize(request(user('ann')))).toEqual(decision);
});

test('a failed call leads to no opinion and an error, and the next authorizer may still allow', async () => {
  const { options } = webhook(new Error('Post "https://hook": refused'));
  const authorizer = (...modes: string[]) =>
    createAuthorizer({ modes, reader: new FakeReader(), dialect: kubernetesDialect, webhook: options });
  expect(await authorizer('Webhook', 'RBAC').authorize(request(user('ann')))).toEqual({
    decision: 'no-opinion',
    reason: '',
    error: 'Post "https://hook": refused',
  });
  expect((await authorizer('Webhook', 'AlwaysAllow').authorize(request(user('ann')))).decision).toBe('allow');
});

test('answers are cached, and those that allow the request are cached longer', async () => {
  const { authorizer, asked } = webhook({ allowed: true });
  for (const at of [0, 299_999, 300_000]) {
    now = at;
    await authorizer.authorize(request(user('ann')));
  }
  expect(asked.length).toBe(2);
  now = 0;
  const refusing = webhook({ allowed: false });
  for (const at of [0, 29_999, 30_000]) {
    now = at;
    await refusing.authorizer.authorize(request(user('ann')));
  }
  expect(refusing.asked.length).toBe(2);
  now = 0;
});

test('failures and very long requests are not cached', async () => {
  const failing = webhook(new Error('refused'));
  const long = webhook({ allowed: true });
  for (let round = 0; round < 2; round++) {
    await failing.authorizer.authorize(request(user('ann')));
    await long.authorizer.authorize(request(user('ann'), { name: 'x'.repeat(10_000) }));
  }
  expect([failing.asked.length, long.asked.length]).toEqual([2, 2]);
});

test('the webhook authorizer does not list rules', async () => {
  expect(await webhook({}).authorizer.rulesFor(user('ann'), 'x')).toEqual({
    resourceRules: [],
    nonResourceRules: [],
    incomplete: true,
    evaluationError: 'webhook authorizer does not support user rule resolution',
  });
});

test('the mode Webhook requires a configuration', () => {
  expect(() => createAuthorizer({ modes: ['Webhook'], reader: new FakeReader(), dialect: kubernetesDialect })).toThrow(
    "authorization-mode Webhook's authorization config file not passed",
  );
});
