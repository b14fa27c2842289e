import { describe, expect, test } from 'vitest';
import {
  at,
  conversion,
  convert,
  DEFINITIONS,
  endpoint,
  NAME,
  openConversionServer,
  V1,
  V2,
} from './conversion-server.ts';

const A = endpoint('v1', 'a', { hostPort: 'localhost:80' });

describe('reads in another version', () => {
  test('return converted objects, and the stored version without a call', async () => {
    const { ask, reviews } = await openConversionServer();
    await ask('POST', at('v1'), A);
    expect((await ask('GET', at('v1', 'a'))).body.spec).toEqual({ hostPort: 'localhost:80' });
    expect(reviews).toEqual([]);
    const { body } = await ask('GET', at('v2', 'a'));
    expect(body).toMatchObject({ apiVersion: 'net.example.com/v2', spec: { host: 'localhost', port: '80' } });
    expect(body.metadata.managedFields).toMatchObject([{ apiVersion: 'net.example.com/v1' }]);
  });

  test('convert a list with one call, with the desired version and the review of the definition', async () => {
    const { ask, reviews } = await openConversionServer();
    for (const name of ['a', 'b', 'c']) await ask('POST', at('v1'), endpoint('v1', name, { hostPort: `${name}:1` }));
    const { body } = await ask('GET', at('v2'));
    expect(body.items.map(({ spec }: { spec: object }) => spec)).toEqual([
      { host: 'a', port: '1' },
      { host: 'b', port: '1' },
      { host: 'c', port: '1' },
    ]);
    expect(reviews).toMatchObject([
      {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'ConversionReview',
        request: {
          desiredAPIVersion: 'net.example.com/v2',
          objects: ['a', 'b', 'c'].map((name) => ({ apiVersion: 'net.example.com/v1', metadata: { name } })),
        },
        response: { uid: '', convertedObjects: null, result: { metadata: {} } },
      },
    ]);
  });

  test('show the columns of the version in tables', async () => {
    const column = (name: string, jsonPath: string) => [{ name, type: 'string', jsonPath }];
    const versions = [
      { ...V1, storage: true, additionalPrinterColumns: column('Address', '.spec.hostPort') },
      { ...V2, storage: false, additionalPrinterColumns: column('Host', '.spec.host') },
    ];
    const { ask, get } = await openConversionServer({ versions });
    await ask('POST', at('v1'), A);
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
    const table = await (await get(`${at('v2')}?includeObject=Object`, { accept })).json();
    expect(table.columnDefinitions.map(({ name }: { name: string }) => name)).toEqual(['Name', 'Host']);
    expect(table.rows).toMatchObject([{ cells: ['a', 'localhost'], object: { spec: { host: 'localhost' } } }]);
  });

  test('select by the labels that the webhook returns', async () => {
    const { ask, webhook } = await openConversionServer();
    await ask('POST', at('v1'), A);
    const { answer } = webhook;
    webhook.answer = (review) => {
      const { convertedObjects, ...rest } = answer(review) as { convertedObjects: (typeof A)[] };
      const labelled = convertedObjects.map((object) => ({
        ...object,
        metadata: { ...object.metadata, labels: { from: 'webhook' }, finalizers: ['ignored.example.com/x'] },
      }));
      return { ...rest, convertedObjects: labelled };
    };
    const { items } = (await ask('GET', `${at('v2')}?labelSelector=from=webhook`)).body;
    expect(items).toMatchObject([{ metadata: { name: 'a', labels: { from: 'webhook' } } }]);
    expect(items[0].metadata.finalizers).toBeUndefined();
    expect((await ask('GET', `${at('v1')}?labelSelector=from=webhook`)).body.items).toEqual([]);
  });
});

describe('writes through another version', () => {
  test('are stored in the storage version and keep unpatched fields', async () => {
    const { ask, merge } = await openConversionServer();
    await ask('POST', at('v2'), endpoint('v2', 'a', { host: 'h', port: '1', size: 3 }));
    await merge(at('v2', 'a'), { spec: { port: '2' } });
    expect((await ask('GET', at('v1', 'a'))).body.spec).toEqual({ hostPort: 'h:2', size: 3 });
    await merge(at('v1', 'a'), { spec: { hostPort: 'other:3' } });
    const { body } = await ask('GET', at('v2', 'a'));
    expect(body.spec).toEqual({ host: 'other', port: '3', size: 3 });
    const { status } = await ask('PUT', at('v2', 'a'), { ...body, spec: { host: 'put', port: '4' } });
    expect(status).toBe(200);
    expect((await ask('GET', at('v1', 'a'))).body).toMatchObject({
      metadata: { generation: 4 },
      spec: { hostPort: 'put:4' },
    });
  });

  test('reach the status', async () => {
    const { ask, merge } = await openConversionServer();
    await ask('POST', at('v1'), A);
    await merge(at('v2', 'a/status'), { status: { ready: 2 }, spec: { port: 'ignored' } });
    const { body } = await ask('GET', at('v1', 'a'));
    expect([body.spec, body.status]).toEqual([{ hostPort: 'localhost:80' }, { ready: 2 }]);
  });

  test('reach the scale by the paths of the version', async () => {
    const scale = { specReplicasPath: '.spec.size', statusReplicasPath: '.status.ready' };
    const versions = [
      { ...V1, storage: true, subresources: { status: {}, scale } },
      { ...V2, storage: false, subresources: { status: {}, scale } },
    ];
    const { ask, merge } = await openConversionServer({ versions });
    await ask('POST', at('v1'), endpoint('v1', 'a', { hostPort: 'h:1', size: 1 }));
    const scaled = await merge(at('v2', 'a/scale'), { spec: { replicas: 5 } });
    expect(scaled.body.spec).toEqual({ replicas: 5 });
    expect((await ask('GET', at('v2', 'a/scale'))).body.spec).toEqual({ replicas: 5 });
    expect((await ask('GET', at('v1', 'a'))).body.spec).toEqual({ hostPort: 'h:1', size: 5 });
  });

  test('are converted in a dry run and not stored', async () => {
    const { ask } = await openConversionServer();
    const dry = await ask('POST', `${at('v2')}?dryRun=All`, endpoint('v2', 'a', { host: 'h', port: '1' }));
    expect(dry.body.spec).toEqual({ host: 'h', port: '1' });
    expect((await ask('GET', at('v1'))).body.items).toEqual([]);
  });

  test('delete objects one by one, and as a collection', async () => {
    const { ask } = await openConversionServer();
    for (const name of ['a', 'b', 'c']) await ask('POST', at('v1'), endpoint('v1', name, { hostPort: 'h:1' }));
    expect((await ask('DELETE', at('v2', 'a'))).status).toBe(200);
    const { body } = await ask('DELETE', at('v2'));
    expect(body.items).toMatchObject([{ spec: { host: 'h' } }, { spec: { host: 'h' } }]);
    expect((await ask('GET', at('v1'))).body.items).toEqual([]);
  });

  test('take fields from managers of the other version only when the converted field changes', async () => {
    const { ask, apply } = await openConversionServer();
    await apply(at('v1', 'a'), 'one', endpoint('v1', 'a', { hostPort: 'h:1' }));
    const sized = await apply(at('v2', 'a'), 'two', endpoint('v2', 'a', { size: 2 }));
    expect(sized.status).toBe(200);
    const managersOf = (object: { metadata: { managedFields: { manager: string }[] } }) =>
      object.metadata.managedFields.map(({ manager }) => manager).sort();
    expect(managersOf(sized.body)).toEqual(['one', 'two']);
    const contested = await apply(at('v2', 'a'), 'two', endpoint('v2', 'a', { size: 2, host: 'other' }));
    expect(contested.body.message).toBe('Apply failed with 1 conflict: conflict with "one": .spec.hostPort');
    const forced = await apply(at('v2', 'a'), 'two', endpoint('v2', 'a', { size: 2, host: 'other' }), true);
    expect(managersOf(forced.body)).toEqual(['two']);
    expect((await ask('GET', at('v1', 'a'))).body.spec).toEqual({ hostPort: 'other:1', size: 2 });
  });
});

describe('a failing webhook', () => {
  test('fails every request that needs it with 500 and leaves stored data unchanged', async () => {
    const { ask, merge, webhook } = await openConversionServer();
    await ask('POST', at('v1'), A);
    webhook.answer = () => ({ result: { status: 'Failed', message: 'not today' }, convertedObjects: [] });
    const failed = {
      status: 500,
      body: {
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Failure',
        message: 'conversion webhook for net.example.com/v1, Kind=Endpoint failed: not today',
        code: 500,
      },
    };
    expect(await ask('GET', at('v2', 'a'))).toEqual(failed);
    expect(await ask('GET', at('v2'))).toEqual(failed);
    expect(await merge(at('v2', 'a'), { spec: { port: '2' } })).toEqual(failed);
    expect(await ask('DELETE', at('v2', 'a'))).toEqual(failed);
    expect(await ask('DELETE', at('v2'))).toEqual(failed);
    expect(await ask('GET', at('v2', 'a/status'))).toEqual(failed);
    const created = await ask('POST', at('v2'), endpoint('v2', 'b', { host: 'h', port: '1' }));
    expect(created.body.message).toBe('conversion webhook for net.example.com/v2, Kind=Endpoint failed: not today');
    expect((await ask('GET', at('v1'))).body.items).toMatchObject([{ spec: { hostPort: 'localhost:80' } }]);
  });

  test('is identified by its URL when it is unreachable', async () => {
    const { ask } = await openConversionServer({}, { fetch: () => Promise.reject(new Error('connection refused')) });
    await ask('POST', at('v1'), A);
    expect((await ask('GET', at('v2', 'a'))).body.message).toBe(
      'conversion webhook for net.example.com/v1, Kind=Endpoint failed: Post "https://convert.example/crd?timeout=30s": connection refused',
    );
  });

  test('is counted in the metrics', async () => {
    const { ask, get, webhook } = await openConversionServer();
    await ask('POST', at('v1'), A);
    await ask('GET', at('v2', 'a'));
    webhook.answer = () => ({ result: { status: 'Success' }, convertedObjects: [] });
    expect((await ask('GET', at('v2', 'a'))).body.message).toBe(
      'conversion webhook for net.example.com/v1, Kind=Endpoint returned 0 objects, expected 1',
    );
    const metrics = await (await get('/metrics')).text();
    const labels = `crd_name="${NAME}",from_version="net.example.com/v1"`;
    expect(metrics).toContain(
      `apiserver_crd_webhook_conversion_duration_seconds_count{${labels},succeeded="false",to_version="net.example.com/v2"} 1`,
    );
    expect(metrics).toContain('apiserver_conversion_webhook_request_total{failure_type="",result="success"} 1');
  });

  test('blocks neither reads in the stored version nor the deletion of the definition', async () => {
    const { ask, until } = await openConversionServer({}, { fetch: () => Promise.reject(new Error('down')) });
    await ask('POST', at('v1'), A);
    await ask('DELETE', `${DEFINITIONS}/${NAME}`);
    await until(`${DEFINITIONS}/${NAME}`, (_, status) => status === 404);
  });
});

test('A terminating definition reports failed conversions, and is deleted once they succeed', async () => {
  let isDown = false;
  const { ask, merge, until, redefine } = await openConversionServer(
    {},
    {
      clock: { now: () => Date.now(), after: () => () => undefined },
      reportProblem: () => undefined,
      fetch: async (request) => {
        if (isDown) throw new Error('down');
        const { apiVersion, request: sent } = await request.json();
        const convertedObjects = sent.objects.map((object: unknown) => convert(object, sent.desiredAPIVersion));
        const response = { uid: sent.uid, result: { status: 'Success' }, convertedObjects };
        return Response.json({ apiVersion, kind: 'ConversionReview', response });
      },
    },
  );
  await ask('POST', at('v1'), A);
  await redefine({
    versions: [
      { ...V1, storage: false },
      { ...V2, storage: true },
    ],
  });
  await until(`${DEFINITIONS}/${NAME}`, (body) => body.status.storedVersions.length === 2);
  isDown = true;
  await ask('DELETE', `${DEFINITIONS}/${NAME}`);
  await until(`${DEFINITIONS}/${NAME}`, (body) => {
    const { reason, message } = body.status.conditions.at(-1);
    return (
      reason === 'InstanceDeletionFailed' && message.startsWith('could not list instances: conversion webhook for')
    );
  });
  isDown = false;
  await merge(`${DEFINITIONS}/${NAME}`, { metadata: { labels: { retry: 'now' } } });
  await until(`${DEFINITIONS}/${NAME}`, (_, status) => status === 404);
});

test('A local service converts objects', async () => {
  const { sandboxForTests } = await import('../../../local-services/sandbox-for-tests.ts');
  const service = { namespace: 'default', name: 'converter', path: '/convert', port: 443 };
  const { ask } = await openConversionServer(
    { conversion: conversion({ clientConfig: { service } }) },
    { sandbox: sandboxForTests },
  );
  await ask('POST', at('v1'), A);
  expect((await ask('GET', at('v2', 'a'))).body.message).toBe(
    'conversion webhook for net.example.com/v1, Kind=Endpoint failed: Post "https://converter.default.svc:443/convert?timeout=30s": service "converter" not found',
  );
  const core = '/api/v1/namespaces/default';
  const annotations = { 'tabplane.dev/local-service': 'converter' };
  await ask('POST', `${core}/services`, {
    metadata: { name: 'converter', annotations },
    spec: { ports: [{ port: 443 }] },
  });
  const code = `export default ({ desiredAPIVersion, objects }) =>
    objects.map((object) => ({ ...object, apiVersion: desiredAPIVersion, spec: { host: object.spec.hostPort } }))`;
  await ask('POST', `${core}/configmaps`, { metadata: { name: 'converter' }, data: { 'handler.js': code } });
  expect((await ask('GET', at('v2', 'a'))).body.spec).toEqual({ host: 'localhost:80' });
});

test('Responses to v1beta1 reviews may have any uid', async () => {
  const { ask, webhook, reviews } = await openConversionServer({
    conversion: conversion({ conversionReviewVersions: ['v9', 'v1beta1', 'v1'] }),
  });
  await ask('POST', at('v1'), A);
  const { answer } = webhook;
  webhook.answer = (review) => ({ ...answer(review), uid: 'another' });
  expect((await ask('GET', at('v2', 'a'))).body.spec).toEqual({ host: 'localhost', port: '80' });
  expect(reviews[0]?.apiVersion).toBe('apiextensions.k8s.io/v1beta1');
});

test('Objects stored in an older version are converted by reads and migrated by writes', async () => {
  const { ask, merge, until, redefine, reviews } = await openConversionServer();
  await ask('POST', at('v1'), A);
  const hash = (body: { resources: { storageVersionHash: string }[] }) => body.resources[0]?.storageVersionHash;
  const before = hash((await ask('GET', '/apis/net.example.com/v1')).body);
  await redefine({
    versions: [
      { ...V1, storage: false },
      { ...V2, storage: true },
    ],
  });
  await until('/apis/net.example.com/v1', (body) => hash(body) !== before);
  expect((await ask('GET', at('v2', 'a'))).body.spec).toEqual({ host: 'localhost', port: '80' });
  await merge(at('v1', 'a'), { metadata: { labels: { touched: 'yes' } } });
  const { length } = reviews;
  expect((await ask('GET', at('v2', 'a'))).body).toMatchObject({
    metadata: { generation: 1, labels: { touched: 'yes' } },
    spec: { host: 'localhost', port: '80' },
  });
  expect(reviews).toHaveLength(length);
});

test('Admission webhooks receive objects in the version of their rule', async () => {
  const seen: unknown[] = [];
  const { ask, webhook } = await openConversionServer();
  const convertObjects = webhook.answer;
  webhook.answer = (review) => {
    if (review.apiVersion.startsWith('apiextensions')) return convertObjects(review);
    seen.push((review.request as unknown as { object: { apiVersion: string; spec: object } }).object.spec);
    return { allowed: false, status: { message: 'seen' } };
  };
  const rule = { apiGroups: ['net.example.com'], apiVersions: ['v1'], resources: ['endpoints'], operations: ['*'] };
  await ask('POST', '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations', {
    metadata: { name: 'see' },
    webhooks: [
      {
        ...{ name: 'see.example.com', sideEffects: 'None', admissionReviewVersions: ['v1'], rules: [rule] },
        ...{ clientConfig: { url: 'https://see.example' }, failurePolicy: 'Fail' },
      },
    ],
  });
  await ask('POST', at('v2'), endpoint('v2', 'a', { host: 'h', port: '1' }));
  expect(seen).toEqual([{ hostPort: 'h:1' }]);
});
