import { afterAll, beforeAll, expect, test } from 'vitest';
import { base64Text } from '../../../src/api/encoding/base64.ts';
import { answerConversion, answerWebhook } from '../../../src/simulation/kubelet/webhook-server.ts';
import { app, openSteeredPods, type SteeredPods } from '../pods/steered-pods.ts';

let pods: SteeredPods;
beforeAll(async () => {
  pods = await openSteeredPods();
});
afterAll(() => pods.close());

const waits: number[] = [];
const wait = async (milliseconds: number): Promise<void> => {
  waits.push(milliseconds);
};

/** Returns the decision of a webhook: whether the request is allowed, the message and the patch. */
async function decision(path: string, request: object) {
  const review = { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', request: { uid: 'u', ...request } };
  const sent = new Request(`https://10.1.0.7:8444${path}`, { method: 'POST', body: JSON.stringify(review) });
  const { response, ...type } = await (await answerWebhook(sent, wait)).json();
  expect({ ...type, uid: response.uid }).toEqual({ apiVersion: review.apiVersion, kind: review.kind, uid: 'u' });
  const patch = response.patch && JSON.parse(base64Text(response.patch));
  return [response.allowed, response.status?.message, ...(patch ? [patch] : [])];
}
const created = (object: object) => ({ operation: 'CREATE', object });
const MARKED = { 'webhook-e2e-test': 'webhook-disallow' };

test('A webhook of Kubernetes’ tests denies the requests that its path selects', async () => {
  expect(await decision('/always-deny', created({}))).toEqual([false, 'this webhook denies all requests']);
  const pod = { metadata: { labels: MARKED }, spec: { containers: [{ name: 'webhook-disallow' }] } };
  expect(await decision('/pods', created(pod))).toEqual([
    false,
    'the pod contains unwanted container name; the pod contains unwanted label; ',
  ]);
  expect(await decision('/pods', created({ spec: { containers: [{ name: 'a' }] } }))).toEqual([true, undefined]);
  const data = { data: MARKED };
  expect(await decision('/configmaps', created(data))).toEqual([
    false,
    'the configmap contains unwanted key and value',
  ]);
  expect(await decision('/custom-resource', created(data))).toEqual([
    false,
    'the custom resource contains unwanted data',
  ]);
  expect(await decision('/custom-resource', created({}))).toEqual([true, undefined]);
  expect(await decision('/crd', created({ metadata: { labels: MARKED } }))).toEqual([
    false,
    'the crd contains unwanted label',
  ]);
  expect((await decision('/pods/attach', { operation: 'CONNECT', name: 'to-be-attached-pod' }))[0]).toBe(false);
  expect((await decision('/pods/attach', { operation: 'CONNECT', name: 'other' }))[0]).toBe(true);
});

test('A webhook of Kubernetes’ tests denies the deletion of custom resources that are marked as not deletable', async () => {
  const deleted = (mark: string) => ({
    ...{ operation: 'DELETE', object: null },
    oldObject: { data: { 'webhook-e2e-test': mark } },
  });
  expect(await decision('/custom-resource', deleted('webhook-nondeletable'))).toEqual([
    ...[false, 'the custom resource cannot be deleted because it contains unwanted key and value'],
  ]);
  expect(await decision('/custom-resource', deleted('webhook-disallow'))).toEqual([true, undefined]);
});

test('A webhook of Kubernetes’ tests delays its answer when its path or the object requires it', async () => {
  expect((await decision('/always-allow-delay-5s', created({})))[0]).toBe(true);
  const waiting = { metadata: { labels: { 'webhook-e2e-test': 'wait-forever' } } };
  expect((await decision('/pods', created(waiting)))[0]).toBe(false);
  expect(waits).toEqual([5000, 60_000]);
});

test('A webhook of Kubernetes’ tests applies the patch that its path selects', async () => {
  const added = (path: string, value: unknown) => ({ op: 'add', path, value });
  expect(await decision('/add-label', created({ metadata: { labels: { a: 'b' } } }))).toEqual([
    ...[true, undefined],
    [added('/metadata/labels/added-label', 'yes')],
  ]);
  expect(await decision('/add-label', created({ metadata: {} }))).toEqual([
    ...[true, undefined],
    [added('/metadata/labels', { 'added-label': 'yes' })],
  ]);
  expect((await decision('/add-label', created({ metadata: { labels: { 'added-label': 'no' } } })))[2]).toBe(undefined);
  const stages = { data: { 'mutation-start': 'yes', 'mutation-stage-1': 'yes' } };
  expect((await decision('/mutating-custom-resource', created(stages)))[2]).toEqual([
    added('/data/mutation-stage-1', 'yes'),
    added('/data/mutation-stage-2', 'yes'),
  ]);
  const pod = await decision('/mutating-pods', created({ metadata: { name: 'webhook-to-be-mutated' } }));
  expect(pod[2]).toMatchObject([{ op: 'add', path: '/spec/initContainers' }]);
  expect((await decision('/mutating-pods', created({ metadata: { name: 'other' } })))[2]).toBe(undefined);
});

test('A webhook of Kubernetes’ tests reports readiness, and answers 404 to other paths', async () => {
  expect(await (await answerWebhook(new Request('https://10.1.0.7/readyz'), wait)).text()).toBe('ok');
  expect(await (await answerConversion(new Request('https://10.1.0.7/readyz'))).text()).toBe('ok');
  const post = (body: string) => new Request('https://10.1.0.7/other', { method: 'POST', body });
  expect((await answerWebhook(post('{"request":{}}'), wait)).status).toBe(404);
  expect((await answerConversion(post('no JSON'))).status).toBe(404);
});

test('The conversion webhook of Kubernetes’ tests splits and joins hosts and ports', async () => {
  const convert = async (desiredAPIVersion: string, ...objects: object[]) => {
    const body = JSON.stringify({ kind: 'ConversionReview', request: { uid: 'u', desiredAPIVersion, objects } });
    const sent = new Request('https://10.1.0.7/crdconvert', { method: 'POST', body });
    const { response } = await (await answerConversion(sent)).json();
    expect(response).toMatchObject({ uid: 'u', result: { status: 'Success' } });
    return response.convertedObjects;
  };
  const v1 = { apiVersion: 'stable.example.com/v1', kind: 'Test', hostPort: 'localhost:80' };
  const v2 = { apiVersion: 'stable.example.com/v2', kind: 'Test', host: 'localhost', port: '80' };
  expect(await convert('stable.example.com/v2', v1, v2)).toEqual([v2, v2]);
  expect(await convert('stable.example.com/v1', v2, v1)).toEqual([v1, v1]);
});

test('The server calls a webhook in a simulated pod', async () => {
  const { client } = pods.cluster;
  const image = 'registry.k8s.io/e2e-test-images/agnhost:2.45';
  await pods.create({ containers: [app({ image, args: ['webhook', '--port=8444'] })] });
  await pods.clock.advance(8000);
  const address = (resource: string) => ({ group: '', version: 'v1', resource, namespace: 'default' });
  await client.create(address('services'), { metadata: { name: 'hook' }, spec: { ports: [{ port: 443 }] } });
  const { podIP } = await pods.status();
  const subsets = [{ addresses: [{ ip: podIP }], ports: [{ port: 8444 }] }];
  await client.create(address('endpoints'), { metadata: { name: 'hook' }, subsets });
  const configurations = {
    group: 'admissionregistration.k8s.io',
    version: 'v1',
    resource: 'mutatingwebhookconfigurations',
  };
  await client.create(configurations, {
    metadata: { name: 'hook' },
    webhooks: [
      {
        name: 'stage-1.example.com',
        rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
        clientConfig: {
          service: { namespace: 'default', name: 'hook', path: '/mutating-configmaps' },
          caBundle: btoa('-----BEGIN CERTIFICATE-----\nMA==\n-----END CERTIFICATE-----\n'),
        },
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
      },
    ],
  });
  const start = { metadata: { name: 'start' }, data: { 'mutation-start': 'yes' } };
  expect(await client.create(address('configmaps'), start)).toMatchObject({
    data: { 'mutation-start': 'yes', 'mutation-stage-1': 'yes' },
  });
});
