import { beforeEach, expect, test } from 'vitest';
import type { AdmissionAttributes, AdmissionContext } from '../../../../src/admission/admission-plugin.ts';
import { imagePolicyWebhook } from '../../../../src/admission/plugins/pods/image-policy-webhook.ts';
import { kubernetesDialect } from '../../../../src/api/dialect.ts';
import type { ApiObject } from '../../../../src/api/object.ts';
import { pod } from '../../admission-harness.ts';

const kubeConfigFile = JSON.stringify({
  clusters: [{ name: 'c', cluster: { server: 'https://images/policy' } }],
  users: [{ name: 'u', user: { token: 'credential' } }],
});

let now: number;
let requests: { headers: Headers; review: { apiVersion: string; spec: object } }[];
let answer: () => Response;

beforeEach(() => {
  now = 0;
  requests = [];
  answer = () => Response.json({ status: { allowed: true } });
});

const context = {
  dialect: kubernetesDialect,
  clock: {
    now: () => now,
    after: (milliseconds: number, callback: () => void) => {
      if (milliseconds < 10_000) queueMicrotask(callback);
      return () => undefined;
    },
  },
  fetch: async (request: Request) => {
    requests.push({ headers: request.headers, review: (await request.json()) as { apiVersion: string; spec: object } });
    return answer();
  },
} as Partial<AdmissionContext> as AdmissionContext;

function pluginWith(imagePolicy: object) {
  const plugin = imagePolicyWebhook(context, { imagePolicy: { kubeConfigFile, ...imagePolicy } });
  const annotations: Record<string, string> = {};
  return {
    annotations,
    /** Returns the message of a denial. */
    async review(object: object): Promise<string> {
      const attributes = {
        ...{ operation: 'CREATE', kind: { group: '', version: 'v1', kind: 'Pod' }, subresource: '', name: 'p' },
        ...{ resource: { group: '', version: 'v1', resource: 'pods' }, namespace: 'x', object: object as ApiObject },
        annotate: (key: string, value: string) => {
          annotations[key] = value;
        },
      } as Partial<AdmissionAttributes> as AdmissionAttributes;
      try {
        await plugin.validate?.(attributes);
        return 'admitted';
      } catch (error) {
        return (error as Error).message;
      }
    },
  };
}

test('the backend receives the images, the namespace and the image policy annotations', async () => {
  const annotations = { 'mine.image-policy.k8s.io/ticket': '1', other: '2' };
  const object = pod({ initContainers: [{ name: 'i', image: 'first' }] }, { annotations });
  expect(await pluginWith({}).review(object)).toBe('admitted');
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer credential');
  expect(requests[0]?.review).toMatchObject({
    apiVersion: 'imagepolicy.k8s.io/v1alpha1',
    kind: 'ImageReview',
    spec: {
      containers: [{ image: 'i' }, { image: 'first' }],
      annotations: { 'mine.image-policy.k8s.io/ticket': '1' },
      namespace: 'x',
    },
  });
});

test('the backend denies with or without a reason', async () => {
  answer = () => Response.json({ status: { allowed: false, reason: 'too old' } });
  expect(await pluginWith({}).review(pod())).toBe(
    'pods "p" is forbidden: image policy webhook backend denied one or more images: too old',
  );
  answer = () => Response.json({ status: { allowed: false } });
  expect(await pluginWith({}).review(pod())).toBe(
    'pods "p" is forbidden: one or more images rejected by webhook backend',
  );
});

test('responses are cached for the configured times, in seconds', async () => {
  const { review } = pluginWith({ allowTTL: 10, denyTTL: -1 });
  await review(pod());
  now = 9_999;
  await review(pod());
  expect(requests).toHaveLength(1);
  now = 10_000;
  answer = () => Response.json({ status: { allowed: false } });
  await review(pod());
  await review(pod());
  expect(requests).toHaveLength(3);
});

test('a failing backend denies the pod unless defaultAllow is set', async () => {
  answer = () => new Response('broken', { status: 500, headers: { 'content-type': 'text/plain' } });
  expect(await pluginWith({}).review(pod())).toBe(
    'pods "p" is forbidden: an error on the server ("broken") has prevented the request from succeeding',
  );
  expect(requests).toHaveLength(5);
  const lenient = pluginWith({ defaultAllow: true });
  expect(await lenient.review(pod())).toBe('admitted');
  expect(lenient.annotations).toEqual({ 'imagepolicywebhook.image-policy.k8s.io/failed-open': 'true' });
});

test('an invalid configuration is rejected', () => {
  expect(() => imagePolicyWebhook(context, {})).toThrow('no config specified');
  expect(() => pluginWith({ allowTTL: 3600 })).toThrow('allowTTL must be between 1 and 1800, not 3600');
});
