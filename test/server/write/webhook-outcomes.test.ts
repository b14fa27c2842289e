import { beforeEach, describe, expect, test } from 'vitest';
import type { RequestTrace } from '../../../src/api/debug/request-trace.ts';
import {
  answers,
  auditEvents,
  HOOKS,
  type Hook,
  message,
  NAMESPACE,
  patch,
  type Review,
  register,
  reviews,
  rule,
  send,
  serveForEachTest,
} from './webhook-server.ts';

serveForEachTest();

const annotations = async (response: Response): Promise<Record<string, string>> =>
  ((await response.json()) as { metadata: { annotations: Record<string, string> } }).metadata.annotations;
describe('webhook reinvocation', () => {
  const append = (letter: string) => (review: Review) => {
    const { annotations: given = {} } = review.request.object.metadata as { annotations?: Record<string, string> };
    return patch({ op: 'add', path: '/metadata/annotations', value: { trace: `${given.trace ?? ''}${letter}` } });
  };
  const create = () => send('POST', `${NAMESPACE}/configmaps`, { metadata: { name: 'x' } });
  const mutating = (path: string, reinvocationPolicy: string): Hook => ({
    ...{ kind: 'mutating', path, reinvocationPolicy },
    ...rule('configmaps'),
  });
  beforeEach(() => {
    answers.set('/a', append('a')).set('/b', append('b'));
  });

  test('calls a webhook with the policy IfNeeded again after a later webhook changes the object', async () => {
    await register(mutating('/a', 'IfNeeded'), mutating('/b', 'Never'));
    expect(await annotations(await create())).toEqual({ trace: 'aba' });
  });

  test('calls both webhooks again when both have the policy IfNeeded', async () => {
    await register(mutating('/a', 'IfNeeded'), mutating('/b', 'IfNeeded'));
    expect(await annotations(await create())).toEqual({ trace: 'abab' });
  });

  test('calls neither webhook again when both have the policy Never', async () => {
    await register(mutating('/a', 'Never'), mutating('/b', 'Never'));
    expect(await annotations(await create())).toEqual({ trace: 'ab' });
  });

  test('calls a webhook again when a later one removes a default that the server restores', async () => {
    const asked = { kind: 'mutating', ...rule('services') } as const;
    await register({ ...asked, reinvocationPolicy: 'IfNeeded', path: '/count' }, { ...asked, path: '/remove' });
    let count = 0;
    answers.set('/count', () => {
      count += 1;
      return { allowed: true };
    });
    answers.set('/remove', () => patch({ op: 'remove', path: '/spec/sessionAffinity' }));
    const response = await send('POST', `${NAMESPACE}/services`, {
      metadata: { name: 'x' },
      spec: { ports: [{ port: 80 }] },
    });
    expect(await response.json()).toMatchObject({ spec: { sessionAffinity: 'None' } });
    expect(count).toBe(2);
  });

  test('does not call the last webhook again after its own change', async () => {
    await register(mutating('/a', 'Never'), mutating('/b', 'IfNeeded'));
    expect(await annotations(await create())).toEqual({ trace: 'ab' });
  });
});

describe('the audit event of a write', () => {
  const annotations = () => auditEvents.at(-1)?.annotations;
  const label = { value: { a: '<b>' }, path: '/metadata/labels', op: 'add' };

  test('includes the patch of each webhook at level Request', async () => {
    await register(
      { kind: 'mutating', path: '/label', ...rule('configmaps') },
      { kind: 'mutating', ...rule('configmaps') },
    );
    answers.set('/label', () => patch(label));
    await send('POST', `${NAMESPACE}/configmaps`, { metadata: { name: 'x' } });
    expect(annotations()).toMatchObject({
      'mutation.webhook.admission.k8s.io/round_0_index_0':
        '{"configuration":"h0","webhook":"hook.example.com","mutated":true}',
      'patch.webhook.admission.k8s.io/round_0_index_0':
        '{"configuration":"h0","webhook":"hook.example.com","patch":[{"op":"add","path":"/metadata/labels","value":{"a":"\\u003cb\\u003e"}}],"patchType":"JSONPatch"}',
      'mutation.webhook.admission.k8s.io/round_0_index_1':
        '{"configuration":"h1","webhook":"hook.example.com","mutated":false}',
    });
    expect(annotations()).not.toHaveProperty(['patch.webhook.admission.k8s.io/round_0_index_1']);
  });

  test('includes no patches at level Metadata', async () => {
    await register({ kind: 'mutating', path: '/label', ...rule('services') });
    answers.set('/label', () => patch(label));
    await send('POST', `${NAMESPACE}/services`, { metadata: { name: 'x' }, spec: { ports: [{ port: 80 }] } });
    expect(annotations()).toHaveProperty(['mutation.webhook.admission.k8s.io/round_0_index_0']);
    expect(annotations()).not.toHaveProperty(['patch.webhook.admission.k8s.io/round_0_index_0']);
  });
});

describe('a webhook call', () => {
  const create = (query = '') => send('POST', `${NAMESPACE}/configmaps${query}`, { metadata: { name: 'x' } });
  const service = { namespace: 'default', name: 'hooks', path: '/mutate' };

  test('fails the request with the error of a real server when the service does not exist', async () => {
    await register({ clientConfig: { service }, ...rule('configmaps') });
    const response = await create();
    expect(response.status).toBe(500);
    expect(await message(response)).toBe(
      'Internal error occurred: failed calling webhook "hook.example.com": failed to call webhook: Post "https://hooks.default.svc:443/mutate?timeout=10s": service "hooks" not found',
    );
  });

  test('does not fail the request when its failurePolicy is Ignore', async () => {
    await register({ failurePolicy: 'Ignore', clientConfig: { service }, ...rule('configmaps') });
    expect((await create()).status).toBe(201);
  });

  test('fails when the service does not have the port', async () => {
    await send('POST', `${NAMESPACE}/services`, { metadata: { name: 'hooks' }, spec: { ports: [{ port: 80 }] } });
    await register({ clientConfig: { service }, ...rule('configmaps') });
    expect(await message(await create())).toMatch(/: no service port 443 found for service "hooks"$/);
  });

  test('fails when the caBundle contains no certificate', async () => {
    await register({ clientConfig: { url: 'https://hook/', caBundle: btoa('nonsense') }, ...rule('configmaps') });
    expect(await message(await create())).toBe(
      'Internal error occurred: failed calling webhook "hook.example.com": could not get REST client: unable to load root certificates: unable to parse bytes as PEM block',
    );
  });

  test('fails when it patches a delete', async () => {
    await create();
    await register({ kind: 'mutating', path: '/p', ...rule('configmaps', { operations: ['DELETE'] }) });
    answers.set('/p', () => patch({ op: 'add', path: '/data', value: {} }));
    expect(await message(await send('DELETE', `${NAMESPACE}/configmaps/x`))).toBe(
      'Internal error occurred: admission webhook "hook.example.com" attempted to modify the object, which is not supported for this operation',
    );
  });

  test('is made for access reviews but not for webhook configurations', async () => {
    await register({});
    await send('POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
      spec: { resourceAttributes: { verb: 'get', resource: 'pods' } },
    });
    await send('DELETE', `${HOOKS}/validatingwebhookconfigurations/h0`);
    expect(reviews.map(({ request }) => (request.kind as { kind: string }).kind)).toEqual(['SelfSubjectAccessReview']);
  });
});

test('metrics record the duration of each webhook call and whether it rejected the request', async () => {
  await register({ path: '/deny', ...rule('configmaps') }, { kind: 'mutating', path: '/allow', ...rule('configmaps') });
  answers.set('/deny', () => ({ allowed: false }));
  await send('POST', `${NAMESPACE}/configmaps`, { metadata: { name: 'x' } });
  const counted = (await (await send('GET', '/metrics')).text())
    .split('\n')
    .filter((line) => line.startsWith('apiserver_admission_webhook_admission_duration_seconds_count'));
  expect(counted).toEqual([
    expect.stringContaining('{name="hook.example.com",operation="CREATE",rejected="false",type="admit"} 1'),
    expect.stringContaining('{name="hook.example.com",operation="CREATE",rejected="true",type="validating"} 1'),
  ]);
});

describe('the request trace', () => {
  /** Returns the webhook steps in the trace of a request. */
  async function stepsOf(response: Response) {
    const path = `/apis/debug.tabplane.dev/v1alpha1/requesttraces/${response.headers.get('audit-id')}`;
    const { admission } = (await (await send('GET', path)).json()) as RequestTrace;
    return admission.filter(({ name }) => name !== undefined);
  }
  const create = () => send('POST', `${NAMESPACE}/configmaps`, { metadata: { name: 'x' } });
  const patched = { op: 'add', path: '/metadata/labels', value: { a: 'b' } };

  test('records each call: webhook, request, response and changes', async () => {
    await register({ kind: 'mutating', path: '/label', ...rule('configmaps') });
    answers.set('/label', () => ({ ...patch(patched), warnings: ['careful'], auditAnnotations: { seen: 'yes' } }));
    const [step] = await stepsOf(await create());
    expect(step).toMatchObject({
      ...{ plugin: 'MutatingAdmissionWebhook', phase: 'mutate', name: 'h0/hook.example.com' },
      ...{ matched: true, decision: 'allowed', patch: [patched], warnings: ['careful'] },
      auditAnnotations: { seen: 'yes' },
      review: { request: { request: { operation: 'CREATE' } }, response: { response: { allowed: true } } },
    });
  });

  test('records why a webhook was not called', async () => {
    await register(
      { objectSelector: { matchLabels: { a: 'b' } } },
      rule('secrets'),
      { namespaceSelector: { matchLabels: { a: 'b' } } },
      { matchConditions: [{ name: 'never', expression: 'false' }] },
    );
    expect((await stepsOf(await create())).map(({ decision, why }) => [decision, why])).toEqual([
      ['skipped', 'objectSelector does not match the labels of the object'],
      ['skipped', 'no rule matches the request'],
      ['skipped', 'namespaceSelector does not match the labels of the namespace'],
      ['skipped', 'matchCondition "never" is false'],
    ]);
  });

  test('distinguishes denials, failures and ignored failures', async () => {
    await register({ path: '/deny' }, { path: '/mute' }, { path: '/mute', failurePolicy: 'Ignore' });
    answers.set('/deny', () => ({ allowed: false }));
    answers.set('/mute', () => ({ uid: 'another' }));
    expect((await stepsOf(await create())).map(({ decision }) => decision)).toEqual([
      'denied',
      'failed',
      'failed-open',
    ]);
  });

  test('marks the reinvocation of a webhook', async () => {
    const asked = { kind: 'mutating', ...rule('configmaps') } as const;
    await register({ ...asked, reinvocationPolicy: 'IfNeeded' }, { ...asked, path: '/label' });
    answers.set('/label', () => patch(patched));
    expect((await stepsOf(await create())).map(({ name, reinvocation }) => [name, reinvocation])).toEqual([
      ['h0/hook.example.com', undefined],
      ['h1/hook.example.com', undefined],
      ['h0/hook.example.com', true],
    ]);
  });

  test('redacts secrets', async () => {
    await register({ kind: 'mutating', path: '/hush', ...rule('secrets') });
    answers.set('/hush', () => patch({ op: 'add', path: '/data/more', value: btoa('hush-2') }));
    const response = await send('POST', `${NAMESPACE}/secrets`, {
      metadata: { name: 's' },
      data: { k: btoa('hush-1') },
    });
    expect(response.status).toBe(201);
    const text = JSON.stringify(await stepsOf(response));
    expect(text).toContain('<redacted>');
    for (const secret of ['hush-1', 'hush-2']) expect(text).not.toContain(btoa(secret));
    expect(text).not.toContain(btoa(JSON.stringify([{ op: 'add', path: '/data/more' }])).slice(0, 30));
  });
});
