import { beforeEach, describe, expect, test } from 'vitest';
import { ADMIN, answers, message, NAMESPACE, patch, register, reviews, rule, send } from './webhook-server.ts';

const POD = {
  metadata: { name: 'p' },
  spec: { automountServiceAccountToken: false, containers: [{ name: 'c', image: 'i' }] },
};
const DEPLOYMENT = {
  metadata: { name: 'd' },
  spec: { selector: { matchLabels: { a: 'b' } }, template: { metadata: { labels: { a: 'b' } }, spec: POD.spec } },
};

describe('what a webhook is asked', () => {
  test('an update is sent with both objects and its options', async () => {
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

  test('a delete is sent with the old object, and with the grace period that it is going to have', async () => {
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

  test('a deletion of a collection asks about each object, but names none', async () => {
    for (const name of ['a', 'b']) await send('POST', `${NAMESPACE}/configmaps`, { metadata: { name } });
    await register(rule('configmaps'));
    await send('DELETE', `${NAMESPACE}/configmaps`);
    expect(reviews.map(({ request }) => [request.name, (request.oldObject as typeof POD).metadata.name])).toEqual([
      [undefined, 'a'],
      [undefined, 'b'],
    ]);
  });

  test('exec is a CONNECT with its options as the object', async () => {
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

  test('a scale is sent as a Scale, and what a webhook makes of it counts', async () => {
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

  test('an eviction is asked about once, as a create of its subresource', async () => {
    await send('POST', `${NAMESPACE}/pods`, POD);
    await register({});
    await send('POST', `${NAMESPACE}/pods/p/eviction`, { metadata: { name: 'p' } });
    expect(reviews.map(({ request }) => [request.operation, request.subResource, request.kind])).toEqual([
      ['CREATE', 'eviction', { group: 'policy', version: 'v1', kind: 'Eviction' }],
    ]);
  });

  test('a binding is asked about once', async () => {
    await send('POST', `${NAMESPACE}/pods`, POD);
    await register({});
    await send('POST', `${NAMESPACE}/pods/p/binding`, { metadata: { name: 'p' }, target: { name: 'n', kind: 'Node' } });
    expect(reviews.map(({ request }) => [request.operation, request.subResource])).toEqual([['CREATE', 'binding']]);
  });

  test('what a webhook makes of a binding counts', async () => {
    await send('POST', `${NAMESPACE}/pods`, POD);
    await register({ kind: 'mutating', path: '/move', ...rule('pods/binding') });
    answers.set('/move', () => patch({ op: 'replace', path: '/target/name', value: 'other' }));
    await send('POST', `${NAMESPACE}/pods/p/binding`, { metadata: { name: 'p' }, target: { name: 'n', kind: 'Node' } });
    expect(await (await send('GET', `${NAMESPACE}/pods/p`)).json()).toMatchObject({ spec: { nodeName: 'other' } });
  });

  test('the first version of a review that both know is spoken', async () => {
    await register({ admissionReviewVersions: ['v7', 'v1beta1', 'v1'] });
    await send('POST', `${NAMESPACE}/configmaps`, { metadata: { name: 'a' } });
    expect(reviews[0]?.apiVersion).toBe('admission.k8s.io/v1beta1');
  });

  test('a namespace is in itself', async () => {
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

  test('Equivalent sends the object in the version that the rule names', async () => {
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

  test('what it patches there is in the object of the request', async () => {
    await register({ kind: 'mutating', path: '/five', ...V1_ONLY });
    answers.set('/five', () => patch({ op: 'replace', path: '/spec/maxReplicas', value: 5 }));
    expect(await (await create()).json()).toMatchObject({ apiVersion: 'autoscaling/v2', spec: { maxReplicas: 5 } });
  });

  test('Exact asks about the version of the request only', async () => {
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

  test('are sent as what they are, and patched as anything else', async () => {
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

  test('are sent in another of their versions where a rule names only that', async () => {
    await register({ path: '/v2', ...rule('widgets', { group: 'example.com', version: 'v2' }) });
    await send('POST', WIDGETS, widget('v1', {}));
    expect(reviews[0]?.request).toMatchObject({
      kind: { version: 'v2' },
      requestKind: { version: 'v1' },
      object: { apiVersion: 'example.com/v2' },
    });
  });

  test('are held to their schema after webhooks', async () => {
    await register({ kind: 'mutating', path: '/text', ...rule('widgets', { group: 'example.com' }) });
    answers.set('/text', () => patch({ op: 'replace', path: '/spec/size', value: 'large' }));
    const response = await send('POST', WIDGETS, widget('v1', {}));
    expect(await message(response)).toMatch(
      'spec.size: Invalid value: "string": spec.size in body must be of type integer',
    );
  });
});
