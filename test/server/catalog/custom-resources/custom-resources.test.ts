import { afterEach, expect, test } from 'vitest';
import { compareVersions } from '../../../../src/server/catalog/compare-versions.ts';
import { createServer, type Server } from '../../../../src/server/create-server.ts';
import { createMemoryStorage } from '../../../../src/storage/memory-storage.ts';
import type { Storage } from '../../../../src/storage/storage.ts';

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const WIDGETS = '/apis/example.com/v1/namespaces/default/widgets';
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: { type: 'object', properties: { size: { type: 'integer', minimum: 0, default: 1 } } },
              status: { type: 'object', properties: { ready: { type: 'boolean' } } },
            },
          },
        },
      },
    ],
  },
};
const widget = (name: string, more: object = {}) => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name },
  spec: {},
  ...more,
});

const opened: Server[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
});

async function open(storage?: Storage) {
  const server = await createServer({
    storage: storage ?? (await createMemoryStorage({ firstRevision: 1 })),
    clock: { now: () => Date.now(), after: () => () => undefined },
    random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
    fetch: () => Promise.reject(new Error('nothing is outside')),
    flags: { dialect: 'kubernetes', 'token-auth-file': 'token,admin,uid,"system:masters"' },
  });
  opened.push(server);
  const ask = async (method: string, path: string, body?: unknown) => {
    const response = await server.fetch(
      new Request(`http://cluster${path}`, {
        method,
        headers: {
          authorization: 'Bearer token',
          'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
    );
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text.startsWith('{') ? JSON.parse(text) : text };
  };
  const until = async (path: string, status: number) => {
    await expect.poll(async () => (await ask('GET', path)).status, { interval: 5 }).toBe(status);
  };
  return { ask, until };
}

test('A definition is served with defaults, pruning and validation', async () => {
  const { ask, until } = await open();
  await ask('POST', DEFINITIONS, definition);
  await until('/apis/example.com/v1', 200);
  const created = await ask('POST', WIDGETS, widget('a', { spec: { shape: 'round' }, status: { ready: true } }));
  expect(created.body).toMatchObject({ kind: 'Widget', metadata: { generation: 1 }, spec: { size: 1 } });
  expect(created.body.status).toBeUndefined();
  expect(created.headers.get('warning')).toBe('299 - "unknown field \\"spec.shape\\""');
  const refused = await ask('POST', WIDGETS, widget('b', { spec: { size: -1 } }));
  expect(refused.body.message).toBe(
    'Widget.example.com "b" is invalid: spec.size: Invalid value: -1: spec.size in body should be greater than or equal to 0',
  );
  const list = await ask('GET', WIDGETS);
  expect(list.body).toMatchObject({ kind: 'WidgetList', metadata: { continue: '' }, items: [{ kind: 'Widget' }] });
});

test('Stored definitions are served from the start', async () => {
  const storage = await createMemoryStorage({ firstRevision: 1 });
  const first = await open(storage);
  await first.ask('POST', DEFINITIONS, definition);
  await first.until('/apis/example.com/v1', 200);
  await first.ask('POST', WIDGETS, widget('a'));
  const second = await open(storage);
  expect((await second.ask('GET', `${WIDGETS}/a`)).status).toBe(200);
});

test('A terminating definition waits for the finalizers of its objects and rejects new objects', async () => {
  const { ask, until } = await open();
  await ask('POST', DEFINITIONS, definition);
  await until('/apis/example.com/v1', 200);
  await ask('POST', WIDGETS, widget('a'));
  const held = await ask('POST', WIDGETS, widget('held', { metadata: { name: 'held', finalizers: ['x.io/hold'] } }));
  const deleted = await ask('DELETE', `${DEFINITIONS}/widgets.example.com`);
  expect(deleted.body.metadata.finalizers).toEqual(['customresourcecleanup.apiextensions.k8s.io']);
  await until(`${WIDGETS}/a`, 404);
  const refused = await ask('POST', WIDGETS, widget('new'));
  expect(refused.body.message).toBe('create not allowed while custom resource definition is terminating');
  const marked = await ask('GET', `${WIDGETS}/held`);
  expect(marked.body.metadata.uid).toBe(held.body.metadata.uid);
  await ask('PUT', `${WIDGETS}/held`, { ...marked.body, metadata: { ...marked.body.metadata, finalizers: [] } });
  await until('/apis/example.com', 404);
  await until(`${DEFINITIONS}/widgets.example.com`, 404);
});

test('Versions are ordered by maturity, then by number; other names come last', () => {
  const versions = ['blue', 'v1alpha1', 'v1beta2', 'v11beta1', 'v1', 'v2', 'v4', 'v10'];
  expect(versions.sort(compareVersions)).toEqual(['v10', 'v4', 'v2', 'v1', 'v11beta1', 'v1beta2', 'v1alpha1', 'blue']);
});

test('A definition in a group of Kubernetes reports its approval in its status', async () => {
  const { ask, until } = await open();
  const annotations = { 'api-approved.kubernetes.io': 'unapproved, an experiment' };
  await ask('POST', DEFINITIONS, {
    ...definition,
    metadata: { name: 'widgets.example.k8s.io', annotations },
    spec: { ...definition.spec, group: 'example.k8s.io' },
  });
  await until('/apis/example.k8s.io/v1', 200);
  const { body } = await ask('GET', `${DEFINITIONS}/widgets.example.k8s.io`);
  expect(body.status.conditions.map(({ type }: { type: string }) => type)).toContain(
    'KubernetesAPIApprovalPolicyConformant',
  );
  expect(body.status.conditions.at(-1)).toMatchObject({
    status: 'False',
    reason: 'UnapprovedAnnotation',
    message: 'not approved: "unapproved, an experiment"',
  });
});

test('Duplicates in a set do not fail updates of objects that already have duplicates', async () => {
  const { ask, until } = await open();
  const schemaWith = (list: object) => ({
    openAPIV3Schema: {
      type: 'object',
      properties: {
        spec: { type: 'object', properties: { tags: { type: 'array', items: { type: 'string' }, ...list } } },
      },
    },
  });
  const [version] = definition.spec.versions;
  const versions = (list: object) => [{ ...version, schema: schemaWith(list) }];
  await ask('POST', DEFINITIONS, { ...definition, spec: { ...definition.spec, versions: versions({}) } });
  await until('/apis/example.com/v1', 200);
  const { body } = await ask('POST', WIDGETS, widget('a', { spec: { tags: ['x', 'x'] } }));
  const live = (await ask('GET', `${DEFINITIONS}/widgets.example.com`)).body;
  await ask('PUT', `${DEFINITIONS}/widgets.example.com`, {
    ...live,
    spec: { ...live.spec, versions: versions({ 'x-kubernetes-list-type': 'set' }) },
  });
  await expect
    .poll(async () => (await ask('POST', WIDGETS, widget('b', { spec: { tags: ['x', 'x'] } }))).status, { interval: 5 })
    .toBe(422);
  const updated = await ask('PUT', `${WIDGETS}/a`, { ...body, spec: { tags: ['y', 'y'] } });
  expect(updated.status).toBe(200);
});

test('The replicas of a Scale must be 32-bit integers, and its selector must be a string', async () => {
  const { ask, until } = await open();
  const scale = {
    specReplicasPath: '.spec.replicas',
    statusReplicasPath: '.status.replicas',
    labelSelectorPath: '.status.selector',
  };
  const preserved = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec: preserved, status: preserved } } };
  const [version] = definition.spec.versions;
  const versions = [{ ...version, subresources: { scale }, schema }];
  await ask('POST', DEFINITIONS, { ...definition, spec: { ...definition.spec, versions } });
  await until('/apis/example.com/v1', 200);
  const refused = await ask(
    'POST',
    WIDGETS,
    widget('a', { spec: { replicas: 'many' }, status: { replicas: 2147483648, selector: { a: 'b' } } }),
  );
  expect(refused.body.message).toBe(
    'Widget.example.com "a" is invalid: [.spec.replicas: Invalid value: 0: .spec.replicas accessor error: many is of the type string, expected int64, .status.replicas: Invalid value: 2147483648: should be less than or equal to 2147483647, .status.selector: Invalid value: "": .status.selector accessor error: map[a:b] is of the type map[string]interface {}, expected string]',
  );
});

test('A write of a Scale changes the resourceVersion of an object even if its schema drops the replicas', async () => {
  const { ask, until } = await open();
  const scale = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };
  const [version] = definition.spec.versions;
  const versions = [{ ...version, subresources: { scale } }];
  await ask('POST', DEFINITIONS, { ...definition, spec: { ...definition.spec, versions } });
  await until('/apis/example.com/v1', 200);
  const { body: created } = await ask('POST', WIDGETS, widget('a'));
  const scaled = await ask('PATCH', `${WIDGETS}/a/scale`, { spec: { replicas: 2 } });
  expect(scaled.body.spec).toEqual({});
  const { body } = await ask('GET', `${WIDGETS}/a`);
  expect(body.spec).toEqual({ size: 1 });
  expect(body.metadata.generation).toBe(2);
  expect(body.metadata.resourceVersion).not.toBe(created.metadata.resourceVersion);
});

test('The error of a rejected patch shows the fields of the custom object in alphabetical order', async () => {
  const { ask, until } = await open();
  await ask('POST', DEFINITIONS, definition);
  await until('/apis/example.com/v1', 200);
  await ask('POST', WIDGETS, widget('a'));
  const { body } = await ask('PATCH', `${WIDGETS}/a`, { metadata: { annotations: 1 } });
  expect(body.message).toMatch(
    /^ "" is invalid: patch: Invalid value: "\{\\"apiVersion\\":\\"example.com\/v1\\",\\"kind\\":\\"Widget\\",\\"metadata\\":\{\\"annotations\\":1,\\"creationTimestamp\\"/,
  );
});

test('A new null or empty list in a custom object increments its generation', async () => {
  const { ask, until } = await open();
  const [version] = definition.spec.versions;
  const preserved = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const versions = [{ ...version, schema: { openAPIV3Schema: { type: 'object', properties: { spec: preserved } } } }];
  await ask('POST', DEFINITIONS, { ...definition, spec: { ...definition.spec, versions } });
  await until('/apis/example.com/v1', 200);
  const { body } = await ask('POST', WIDGETS, widget('a'));
  const withNull = await ask('PUT', `${WIDGETS}/a`, { ...body, spec: { a: null } });
  expect(withNull.body.metadata.generation).toBe(2);
  const withList = await ask('PUT', `${WIDGETS}/a`, { ...withNull.body, spec: { a: null, b: [] } });
  expect(withList.body.metadata.generation).toBe(3);
});
