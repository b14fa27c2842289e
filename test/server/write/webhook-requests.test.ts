import { beforeEach, describe, expect, test } from 'vitest';
import {
  ADMIN,
  answers,
  message,
  NAMESPACE,
  patch,
  register,
  reviews,
  rule,
  send,
  serveForEachTest,
} from './webhook-server.ts';

serveForEachTest();

const POD = {
  metadata: { name: 'p' },
  spec: { automountServiceAccountToken: false, containers: [{ name: 'c', image: 'i' }] },
};
const DEPLOYMENT = {
  metadata: { name: 'd' },
  spec: { selector: { matchLabels: { a: 'b' } }, template: { metadata: { labels: { a: 'b' } }, spec: POD.spec } },
};

describe('the request to a webhook', () => {
  test('for an update contains both objects and the options', async () => {
    await send('POST', `${NAMESPACE}/configmaps`, { metadata: { name: 'a' }, data: { k: 'v' } });
    await register({});
    const query = '?fieldManager=me&fieldValidation=Strict';
    await send('PATCH', `${NAMESPACE}/configmaps/a${query}`, { data: { k: 'w' } }, 'application/merge-patch+json');
    expect(reviews).toHaveLength(1);
    expect(Object.keys(reviews[0]?.request ?? {})).toEqual([
      ...['uid', 'kind', 'resource', 'requestKind', 'requestResource', 'name', 'namespace', 'operation', 'userInfo'],
      ...['object', 'oldObject', 'dryRun', 'options'],
    ]);
    expect(reviews[0]).toMatchObject({
      apiVersion: 'admission.k8s.io/v1',
      kind: 'AdmissionReview',
      request: {
        kind: { group: '', version: 'v1', kind: 'ConfigMap' },
        operation: 'UPDATE',
        userInfo: { username: 'admin', uid: 'u1', groups: ADMIN.groups },
        object: { apiVersion: 'v1', kind: 'ConfigMap', data: { k: 'w' } },
        oldObject: { data: { k: 'v' } },
        options: {
          kind: 'UpdateOptions',
          apiVersion: 'meta.k8s.io/v1',
          fieldManager: 'me',
          fieldValidation: 'Strict',
        },
      },
    });
  });

  test('for a delete contains the old object and the effective grace period', async () => {
    await send('POST', `${NAMESPACE}/pods`, POD);
    await register({});
    await send('DELETE', `${NAMESPACE}/pods/p`, {
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      propagationPolicy: 'Orphan',
    });
    expect(reviews[0]?.request).toMatchObject({
      operation: 'DELETE',
      name: 'p',
      object: null,
      oldObject: { kind: 'Pod' },
      options: {
        kind: 'DeleteOptions',
        apiVersion: 'meta.k8s.io/v1',
        propagationPolicy: 'Orphan',
        gracePeriodSeconds: 0,
      },
    });
  });

  test('for a deletecollection is sent for each object, without a name', async () => {
    for (const name of ['a', 'b']) await send('POST', `${NAMESPACE}/configmaps`, { metadata: { name } });
    await register(rule('configmaps'));
    await send('DELETE', `${NAMESPACE}/configmaps`);
    expect(reviews.map(({ request }) => [request.name, (request.oldObject as typeof POD).metadata.name])).toEqual([
      [undefined, 'a'],
      [undefined, 'b'],
    ]);
  });

  test('for an exec is a CONNECT with the exec options as the object', async () => {
    await register({ path: '/deny' });
    answers.set('/deny', () => ({ allowed: false, status: { message: 'no shells' } }));
    const response = await send('GET', `${NAMESPACE}/pods/p/exec?command=ls&command=-l&stdout=true&container=c`);
    expect(await message(response)).toBe('admission webhook "hook.example.com" denied the request: no shells');
    expect(reviews[0]?.request).toMatchObject({
      kind: { group: '', version: 'v1', kind: 'PodExecOptions' },
      resource: { group: '', version: 'v1', resource: 'pods' },
      subResource: 'exec',
      requestSubResource: 'exec',
      operation: 'CONNECT',
      name: 'p',
      object: { kind: 'PodExecOptions', apiVersion: 'v1', stdout: true, container: 'c', command: ['ls', '-l'] },
      oldObject: null,
      options: null,
    });
  });

  test('for a scale contains a Scale, and a patch of it takes effect', async () => {
    await send('POST', '/apis/apps/v1/namespaces/default/deployments', DEPLOYMENT);
    await register({ kind: 'mutating', path: '/three', ...rule('deployments/scale') });
    answers.set('/three', () => patch({ op: 'replace', path: '/spec/replicas', value: 3 }));
    const path = '/apis/apps/v1/namespaces/default/deployments/d';
    await send('PATCH', `${path}/scale`, { spec: { replicas: 9 } }, 'application/merge-patch+json');
    expect(reviews[0]?.request).toMatchObject({
      kind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
      subResource: 'scale',
      object: { kind: 'Scale', apiVersion: 'autoscaling/v1', spec: { replicas: 9 } },
      oldObject: { kind: 'Scale', spec: { replicas: 1 } },
    });
    const { spec } = (await (await send('GET', path)).json()) as { spec: { replicas: number } };
    expect(spec.replicas).toBe(3);
  });

  test('for an eviction is sent once, as a create of the subresource', async () => {
    await send('POST', `${NAMESPACE}/pods`, POD);
    await register({});
    await send('POST', `${NAMESPACE}/pods/p/eviction`, { metadata: { name: 'p' } });
    expect(reviews.map(({ request }) => [request.operation, request.subResource, request.kind])).toEqual([
      ['CREATE', 'eviction', { group: 'policy', version: 'v1', kind: 'Eviction' }],
    ]);
  });

  test('for a binding is sent once', async () => {
    await send('POST', `${NAMESPACE}/pods`, POD);
    await register({});
    await send('POST', `${NAMESPACE}/pods/p/binding`, { metadata: { name: 'p' }, target: { name: 'n', kind: 'Node' } });
    expect(reviews.map(({ request }) => [request.operation, request.subResource])).toEqual([['CREATE', 'binding']]);
  });

  test('for a binding contains the target, and a patch of it takes effect', async () => {
    await send('POST', `${NAMESPACE}/pods`, POD);
    await register({ kind: 'mutating', path: '/move', ...rule('pods/binding') });
    answers.set('/move', () => patch({ op: 'replace', path: '/target/name', value: 'other' }));
    await send('POST', `${NAMESPACE}/pods/p/binding`, { metadata: { name: 'p' }, target: { name: 'n', kind: 'Node' } });
    expect(await (await send('GET', `${NAMESPACE}/pods/p`)).json()).toMatchObject({ spec: { nodeName: 'other' } });
  });

  test('uses the first review version that both sides support', async () => {
    await register({ admissionReviewVersions: ['v7', 'v1beta1', 'v1'] });
    await send('POST', `${NAMESPACE}/configmaps`, { metadata: { name: 'a' } });
    expect(reviews[0]?.apiVersion).toBe('admission.k8s.io/v1beta1');
  });

  test('for a namespace has its name as the namespace', async () => {
    await register({ namespaceSelector: { matchLabels: { watched: 'yes' } }, ...rule('namespaces') });
    await send('POST', '/api/v1/namespaces', { metadata: { name: 'one', labels: { watched: 'yes' } } });
    await send('POST', '/api/v1/namespaces', { metadata: { name: 'two' } });
    expect(reviews.map(({ request }) => [request.name, request.namespace])).toEqual([['one', 'one']]);
  });
});

describe('matchPolicy', () => {
  const autoscaler = {
    metadata: { name: 'a' },
    spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' } },
  };
  const create = () => send('POST', '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers', autoscaler);
  const V1_ONLY = rule('horizontalpodautoscalers', { group: 'autoscaling', version: 'v1' });

  test('Equivalent sends the object in the version of the rule', async () => {
    await register(V1_ONLY);
    await create();
    expect(reviews[0]?.request).toMatchObject({
      kind: { group: 'autoscaling', version: 'v1', kind: 'HorizontalPodAutoscaler' },
      resource: { group: 'autoscaling', version: 'v1', resource: 'horizontalpodautoscalers' },
      requestKind: { version: 'v2' },
      requestResource: { version: 'v2' },
      object: { apiVersion: 'autoscaling/v1', spec: { maxReplicas: 3 } },
    });
  });

  test('Equivalent applies the patch to the object in the version of the request', async () => {
    await register({ kind: 'mutating', path: '/five', ...V1_ONLY });
    answers.set('/five', () => patch({ op: 'replace', path: '/spec/maxReplicas', value: 5 }));
    expect(await (await create()).json()).toMatchObject({ apiVersion: 'autoscaling/v2', spec: { maxReplicas: 5 } });
  });

  test('Exact matches only the version of the request', async () => {
    await register({ matchPolicy: 'Exact', ...V1_ONLY });
    await create();
    expect(reviews).toEqual([]);
  });
});

describe('custom resources', () => {
  const WIDGETS = '/apis/example.com/v1/namespaces/default/widgets';
  const properties = { spec: { type: 'object', properties: { size: { type: 'integer', default: 1 } } } };
  const version = (name: string, storage: boolean) => ({
    ...{ name, storage, served: true, subresources: { status: {} } },
    schema: { openAPIV3Schema: { type: 'object', properties } },
  });
  const widget = (kind: string, spec: object) => ({
    ...{ apiVersion: `example.com/${kind}`, kind: 'Widget' },
    ...{ metadata: { name: 'w' }, spec },
  });
  beforeEach(async () => {
    await send('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
      metadata: { name: 'widgets.example.com' },
      spec: {
        ...{ group: 'example.com', scope: 'Namespaced', names: { plural: 'widgets', kind: 'Widget' } },
        versions: [version('v1', true), version('v2', false)],
      },
    });
    await expect.poll(async () => (await send('GET', WIDGETS)).status).toBe(200);
  });

  test('are sent in their own version and can be patched', async () => {
    await register({ kind: 'mutating', path: '/five', ...rule('widgets', { group: 'example.com' }) });
    answers.set('/five', () => patch({ op: 'replace', path: '/spec', value: { size: 5, unknown: true } }));
    const response = await send('POST', WIDGETS, widget('v1', {}));
    expect(reviews[0]?.request).toMatchObject({
      kind: { group: 'example.com', version: 'v1', kind: 'Widget' },
      resource: { group: 'example.com', version: 'v1', resource: 'widgets' },
      object: { apiVersion: 'example.com/v1', kind: 'Widget', spec: { size: 1 } },
    });
    expect(response.status).toBe(201);
    expect(await (await send('GET', `${WIDGETS}/w`)).json()).toMatchObject({ spec: { size: 5 } });
  });

  test('are sent in another version when the rule names only that version', async () => {
    await register({ path: '/v2', ...rule('widgets', { group: 'example.com', version: 'v2' }) });
    await send('POST', WIDGETS, widget('v1', {}));
    expect(reviews[0]?.request).toMatchObject({
      kind: { version: 'v2' },
      requestKind: { version: 'v1' },
      object: { apiVersion: 'example.com/v2' },
    });
  });

  test('are validated against their schema after webhooks', async () => {
    await register({ kind: 'mutating', path: '/text', ...rule('widgets', { group: 'example.com' }) });
    answers.set('/text', () => patch({ op: 'replace', path: '/spec/size', value: 'large' }));
    const response = await send('POST', WIDGETS, widget('v1', {}));
    expect(await message(response)).toMatch(
      'spec.size: Invalid value: "string": spec.size in body must be of type integer',
    );
  });
});
