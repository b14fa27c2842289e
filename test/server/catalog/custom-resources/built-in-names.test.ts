import { expect, test } from 'vitest';
import { type DialectName, dialectNamed } from '../../../../src/api/dialect.ts';
import { API_EXTENSIONS_GROUP } from '../../../../src/api/kubernetes-names.ts';
import { createWholeServer } from '../../whole-server.ts';

const GROUP = '/apis/example.com/v1';

const definition = (plural: string, kind: string) => ({
  metadata: { name: `${plural}.example.com` },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural, kind },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
});

async function openWith(plural: string, kind: string, dialect: DialectName = 'kubernetes') {
  const cluster = await createWholeServer({ flags: { dialect } });
  const group = dialectNamed(dialect).rename(API_EXTENSIONS_GROUP);
  await cluster.post(`/apis/${group}/v1/customresourcedefinitions`, definition(plural, kind));
  await expect.poll(async () => (await cluster.get(`${GROUP}/${plural}`)).status, { interval: 5 }).toBe(200);
  return {
    ...cluster,
    create: (path: string, name: string, metadata: object = {}) =>
      cluster.post(`${GROUP}/${path}`, {
        apiVersion: 'example.com/v1',
        kind,
        metadata: { name, ...metadata },
        spec: 1,
      }),
  };
}

test.each([
  ['bindings', 'Binding'],
  ['tokenreviews', 'TokenReview'],
  ['subjectaccessreviews', 'SubjectAccessReview'],
  ['componentstatuses', 'ComponentStatus'],
])('Custom resources named %s are stored and listed like any other', async (plural, kind) => {
  const { create, get } = await openWith(plural, kind);
  const path = `namespaces/default/${plural}`;
  expect((await create(path, 'one')).status).toBe(201);
  expect(await (await get(`${GROUP}/${path}/one`)).json()).toMatchObject({ kind, spec: 1, metadata: { name: 'one' } });
  const { items } = (await (await get(`${GROUP}/${path}`)).json()) as { items: { metadata: { name: string } }[] };
  expect(items.map(({ metadata }) => metadata.name)).toEqual(['one']);
});

test('The deletion of a custom resource named serviceaccounts with a finalizer returns a Status', async () => {
  const { create, send } = await openWith('serviceaccounts', 'ServiceAccount', 'cluster');
  const path = 'namespaces/default/serviceaccounts';
  await create(path, 'one', { finalizers: ['example.com/hold'] });
  const deleted = await send('DELETE', `${GROUP}/${path}/one`);
  expect(await deleted.json()).toMatchObject({ kind: 'Status', status: 'Success' });
});

test('A custom resource of the kind Namespace has paths within namespaces, and finalizers in its spec do not hold it', async () => {
  const { post, get, send } = await openWith('namespaces', 'Namespace');
  const path = `${GROUP}/namespaces/default/namespaces`;
  await post(path, {
    apiVersion: 'example.com/v1',
    kind: 'Namespace',
    metadata: { name: 'one' },
    spec: { finalizers: ['example.com/hold'] },
  });
  expect((await get(`${path}/one`)).status).toBe(200);
  await send('DELETE', `${path}/one`);
  expect((await get(`${path}/one`)).status).toBe(404);
  expect(await (await get(path)).json()).toMatchObject({ items: [] });
});
