import { beforeEach, describe, expect, test } from 'vitest';
import type { ApiObject } from '../../../src/api/object.ts';
import { type ApiClient, createApiClient } from '../../../src/client/api-client.ts';
import type { WriteContext } from '../../../src/ui/commands/write-context.ts';
import { type WriteObjectsOptions, writeObjects } from '../../../src/ui/commands/write-objects.ts';
import type { PlatformPort } from '../../../src/ui/platform-port.ts';
import { isStored } from '../../../src/ui/state/objects/write-result.ts';
import { createDiscoveryStore } from '../../../src/ui/state/stores/discovery-store.ts';
import { eagerClock } from '../../client/scripted-server.ts';
import { ADMIN, createWholeServer } from '../../server/whole-server.ts';

const OPTIONS: WriteObjectsOptions = { action: 'create', fieldManager: 'test', namespace: 'default' };

const configMap = (name: string, data: Record<string, string> = {}, namespace?: string): ApiObject =>
  ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...(namespace ? { namespace } : {}) }, data }) as ApiObject;

const definition = (plural: string, kind: string): ApiObject =>
  ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: 'example.com',
      names: { plural, kind, singular: kind.toLowerCase() },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
    },
  }) as unknown as ApiObject;

const custom = (kind: string): ApiObject => ({ apiVersion: 'example.com/v1', kind, metadata: { name: 'first' } });

describe('a list of objects', () => {
  let context: WriteContext;
  let client: ApiClient;
  const write = (objects: readonly ApiObject[], options: Partial<WriteObjectsOptions> = {}) =>
    writeObjects(context, objects, { ...OPTIONS, ...options });
  const statusesOf = async (objects: readonly ApiObject[], options: Partial<WriteObjectsOptions> = {}) =>
    (await write(objects, options)).map(({ status }) => status);

  beforeEach(async () => {
    const { server } = await createWholeServer();
    client = createApiClient({ baseUrl: 'http://cluster', fetch: (request) => server.fetch(request, { user: ADMIN }) });
    const discovery = createDiscoveryStore(client);
    await discovery.getState().refresh();
    context = { client, discovery, platform: { clock: eagerClock() } as unknown as PlatformPort };
  });

  test('is created', async () => {
    const [one] = await write([configMap('one')]);
    expect(one).toMatchObject({ status: 'created', resource: { resource: 'configmaps' } });
    expect(isStored(one) && one.object.metadata.namespace).toBe('default');
  });

  test('is created, configured and left unchanged by apply', async () => {
    await client.create({ group: '', version: 'v1', resource: 'configmaps', namespace: 'default' }, configMap('one'));
    await write([configMap('two', { a: '1' })], { action: 'apply' });
    const objects = [configMap('one', { a: '1' }), configMap('two', { a: '1' }), configMap('three')];
    expect(await statusesOf(objects, { action: 'apply' })).toEqual(['configured', 'unchanged', 'created']);
  });

  test('is patched with what differs from its base, so that other changes stay', async () => {
    const address = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' };
    const base = await client.create(address, configMap('one', { a: '1', b: '1' }));
    await client.patch({ ...address, name: 'one' }, 'merge', { data: { b: '2' } });
    const changed = { ...base, data: { a: '3', b: '1' } };
    expect(await statusesOf([changed], { action: 'patch', base })).toEqual(['configured']);
    expect(await client.get({ ...address, name: 'one' })).toMatchObject({ data: { a: '3', b: '2' } });
  });

  test('is patched item by item in the lists that its schema merges', async () => {
    const address = { group: '', version: 'v1', resource: 'services', namespace: 'default' };
    const service = (ports: readonly object[]) => ({ kind: 'Service', metadata: { name: 'web' }, spec: { ports } });
    const [http, admin] = [
      { name: 'http', port: 80 },
      { name: 'admin', port: 81 },
    ];
    const base = await client.create(address, { ...service([http]), apiVersion: 'v1' } as ApiObject);
    await client.patch({ ...address, name: 'web' }, 'strategic', service([admin]));
    const [port] = (base as unknown as { spec: { ports: object[] } }).spec.ports;
    const { spec } = base as unknown as { spec: object };
    const changed = { ...base, spec: { ...spec, ports: [{ ...port, targetPort: 8080 }] } } as ApiObject;
    expect(await statusesOf([changed], { action: 'patch', base })).toEqual(['configured']);
    expect(await client.get({ ...address, name: 'web' })).toMatchObject({
      spec: { ports: [{ name: 'admin' }, { name: 'http', targetPort: 8080 }] },
    });
  });

  test('stops at the first failure and reports skipped objects', async () => {
    const objects = [configMap('one'), configMap('Not a name'), configMap('three')];
    expect(await statusesOf(objects)).toEqual(['created', 'failed', 'skipped']);
    expect(await statusesOf(objects.slice(1), { continueAfterFailure: true })).toEqual(['failed', 'created']);
  });

  test('reports each object as it is written', async () => {
    const reported: string[] = [];
    await write([configMap('one'), configMap('two')], {
      onOutcome: (index, { status }) => reported.push(`${index} ${status}`),
    });
    expect(reported).toEqual(['0 created', '1 created']);
  });

  test('is written with dependencies first', async () => {
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'later' } };
    expect(
      await statusesOf([custom('Widget'), configMap('one', {}, 'later'), namespace, definition('widgets', 'Widget')]),
    ).toEqual(['created', 'created', 'created', 'created']);
  });

  test('waits until the kind of a definition is served', async () => {
    const outcomes = await write([definition('widgets', 'Widget'), custom('Widget')]);
    expect(outcomes[1]).toMatchObject({ status: 'created', resource: { resource: 'widgets' } });
  });

  test("fails with the reason when a definition's names are taken", async () => {
    await write([definition('widgets', 'Widget')]);
    const [, outcome] = await write([definition('gadgets', 'Widget'), custom('Widget')]);
    expect(outcome).toMatchObject({
      status: 'failed',
      error: {
        message: expect.stringMatching(
          /^CustomResourceDefinition gadgets\.example\.com does not serve Widget: .*already in use/,
        ),
      },
    });
  });

  test('fails when the kind is not served', async () => {
    expect(await write([custom('Widget')])).toMatchObject([
      { status: 'failed', error: { message: 'The server has no Widget in example.com/v1.' } },
    ]);
  });

  test('stores nothing in a dry run, which skips objects of a new definition', async () => {
    const objects = [configMap('one'), definition('widgets', 'Widget'), custom('Widget')];
    expect(await write(objects, { dryRun: true })).toMatchObject([
      { status: 'created' },
      { status: 'created' },
      {
        status: 'skipped',
        reason: 'Widget cannot be dry-run before CustomResourceDefinition widgets.example.com exists.',
      },
    ]);
    expect(await statusesOf(objects)).toEqual(['created', 'created', 'created']);
  });

  test('requires a name for apply', async () => {
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { generateName: 'a-' } };
    expect(await write([object], { action: 'apply' })).toMatchObject([
      { status: 'failed', error: { message: expect.stringContaining('needs metadata.name') } },
    ]);
    expect(await statusesOf([object])).toEqual(['created']);
  });
});
