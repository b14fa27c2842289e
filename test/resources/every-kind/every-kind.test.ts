import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { dialectNamed } from '../../../src/api/dialect.ts';
import { behaviors } from '../../../src/resources/index.ts';
import { createSchemaRegistry } from '../../../src/schema/schema-registry.ts';
import { yamlToJson } from '../../../src/schema/yaml/yaml-to-json.ts';
import { ResourceTable } from '../../../src/server/catalog/resource-table.ts';
import type { ServedResource } from '../../../src/server/catalog/served-resource.ts';
import { conformanceFlags } from '../../conformance/scenarios.ts';
import { createWholeServer } from '../../server/whole-server.ts';
import { generateStatus } from './generate-object.ts';
import { hints } from './hints.ts';
import { KindClient, PATCH_TYPES, type StoredObject } from './kind-client.ts';
import { lostFields } from './lost-fields.ts';
import { sampleObject } from './sample-object.ts';

/** Removes nulls, and the apiVersion and kind of embedded claims, which Protobuf lacks. */
const withoutNulls = (object: unknown): unknown =>
  JSON.parse(
    JSON.stringify(object, (key, value) => {
      if (value === null) return undefined;
      if (key !== 'volumeClaimTemplates') return value;
      return value.map(({ apiVersion, kind, ...claim }: StoredObject) => claim);
    }),
  );

/** Returns an object with the owners of its fields in the order of their names, not of their times. */
function withoutTimes({ metadata, ...object }: StoredObject) {
  const managers = (metadata.managedFields ?? []).map((entry) => JSON.stringify({ ...entry, time: undefined }));
  return { ...object, metadata: { ...metadata, managedFields: managers.sort() } };
}

const content = ({ metadata, ...object }: StoredObject) => object;

const versionOf = ({ metadata }: { metadata?: unknown }): unknown =>
  (metadata as { resourceVersion?: string }).resourceVersion;

/** Kinds that the real server writes even without changes. */
const WRITTEN_UNCHANGED: ReadonlySet<string> = new Set(['persistentvolumeclaims', 'persistentvolumes']);

describe.each(['kubernetes', 'cluster'] as const)('in the %s dialect', (name) => {
  const dialect = dialectNamed(name);
  const table = new ResourceTable(dialect, createSchemaRegistry(dialect), behaviors, () => true);
  const rows = table.resources.filter(({ verbs }) => verbs.has('create') && verbs.has('get'));
  const titled = rows.map((resource) => ({
    title: `${resource.resource} of ${resource.group || 'core'}/${resource.version}`,
    resource,
  }));
  let server: Awaited<ReturnType<typeof createWholeServer>>;
  let lastIndex = 0;

  beforeAll(async () => {
    server = await createWholeServer({ flags: conformanceFlags(dialect) });
    await server.post('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } });
  });
  afterAll(() => server.server.close());

  const clientOf = (resource: ServedResource) => new KindClient(server, resource, dialect);
  const nextSample = (resource: ServedResource) => sampleObject(resource, ++lastIndex % 200, dialect);

  /** Calls a function with a stored object, and removes the object afterwards. */
  async function withObject(
    resource: ServedResource,
    run: (client: KindClient, created: StoredObject, sent: StoredObject) => Promise<void>,
  ): Promise<void> {
    const client = clientOf(resource);
    const sent = nextSample(resource);
    const created = await client.create(sent);
    await run(client, created, sent);
    await client.remove(created.metadata.name);
  }

  describe.each(titled)('$title', ({ resource }) => {
    test('stores every field, and is deleted', () =>
      withObject(resource, async (client, created, sent) => {
        expect(lostFields(sent, created)).toEqual([]);
        const read = await client.get(created.metadata.name);
        expect(lostFields(sent, read)).toEqual([]);
        expect(read.metadata).toMatchObject({ uid: expect.any(String), creationTimestamp: expect.any(String) });
      }));

    test('creates nothing in a dry run', async () => {
      const client = clientOf(resource);
      const sent = nextSample(resource);
      expect(lostFields(sent, await client.create(sent, '?dryRun=All'))).toEqual([]);
      expect((await client.send('GET', `/${sent.metadata.name}`)).status).toBe(404);
    });

    test('is listed and watched', () =>
      withObject(resource, async (client, { metadata: { name, labels } }) => {
        const list = await client.list(`?labelSelector=batch=${labels?.batch}`);
        expect(list.kind).toBe(resource.listKind);
        expect(list.items?.map(({ metadata }) => metadata.name)).toEqual([name]);
        const { type, object } = await client.firstEvent(`resourceVersion=0&fieldSelector=metadata.name=${name}`);
        expect([type, object.kind, object.metadata.name]).toEqual(['ADDED', resource.kind, name]);
      }));

    test('is shown as a table and as YAML', () =>
      withObject(resource, async (client, { metadata: { name } }) => {
        const accept = dialect.renameText('application/json;as=Table;v=v1;g=meta.k8s.io');
        const response = await client.send('GET', `/${name}`, { accept });
        const { kind, columnDefinitions, rows } = (await response.json()) as {
          kind: string;
          columnDefinitions: { name: string }[];
          rows: { cells: unknown[] }[];
        };
        expect(kind).toBe('Table');
        expect(columnDefinitions[0]?.name).toBe(resource.resource === 'events' ? 'Last Seen' : 'Name');
        expect(rows.map(({ cells }) => cells.length)).toEqual([columnDefinitions.length]);
        const yaml = await client.send('GET', `/${name}`, { accept: 'application/yaml' });
        expect(JSON.parse(yamlToJson(await yaml.text()).text)).toEqual(await client.get(name));
      }));

    test('is read and written as Protobuf', async () => {
      const client = clientOf(resource);
      const sent = nextSample(resource);
      const created = await client.createAsProtobuf(sent);
      expect(lostFields(sent, created)).toEqual([]);
      const { name } = sent.metadata;
      const read = async () => [await client.getAsProtobuf(name), await client.get(name)] as const;
      let [decoded, object] = await read();
      // The server may write a status between the two reads.
      while (versionOf(decoded) !== versionOf(object)) [decoded, object] = await read();
      expect(withoutNulls(decoded)).toEqual(withoutNulls(object));
      await client.remove(sent.metadata.name);
    });

    test('does not change when its current content is written', () =>
      withObject(resource, async (client, { metadata: { name } }) => {
        const { before, after } = await client.update(name, () => undefined);
        if (WRITTEN_UNCHANGED.has(resource.resource)) expect(content(after)).toEqual(content(before));
        else expect(after).toEqual(before);
        for (const type of ['merge', 'strategic'] as const)
          expect(content(await client.patch(name, type, content(before)))).toEqual(content(before));
      }));

    test('is updated and patched', () =>
      withObject(resource, async (client, { metadata: { name } }) => {
        const { after } = await client.update(name, ({ metadata }) => {
          metadata.labels = { ...metadata.labels, updated: 'put' };
        });
        expect(after.metadata.labels).toMatchObject({ sample: 'sample', updated: 'put' });
        const operations = [{ op: 'replace', path: '/metadata/labels/updated', value: 'json' }];
        expect((await client.patch(name, 'json', operations)).metadata.labels?.updated).toBe('json');
        for (const type of ['merge', 'strategic'] as const) {
          const patched = await client.patch(name, type, { metadata: { labels: { updated: type } } });
          expect(patched.metadata.labels?.updated).toBe(type);
          expect(content(patched)).toEqual(content(after));
        }
      }));

    test('is applied, and keeps its fields when it is applied again', async () => {
      const client = clientOf(resource);
      const sent = nextSample(resource);
      const { name } = sent.metadata;
      const response = await client.send(
        'PATCH',
        `/${name}?fieldManager=one`,
        { 'content-type': 'application/apply-patch+yaml' },
        JSON.stringify(sent),
      );
      const applied = (await response.json()) as StoredObject;
      expect(response.status, JSON.stringify(applied.message)).toBe(201);
      expect(lostFields(sent, applied)).toEqual([]);
      expect(applied.metadata.managedFields?.[0]).toMatchObject({ manager: 'one', operation: 'Apply' });
      const again = await client.patch(name, 'apply', sent, '?fieldManager=one');
      expect(lostFields(sent, again)).toEqual([]);
      const other = { ...sent, metadata: { ...sent.metadata, labels: { ...sent.metadata.labels, second: 'two' } } };
      const shared = await client.patch(name, 'apply', other, '?fieldManager=two&force=true');
      expect(lostFields(other, shared)).toEqual([]);
      expect(shared.metadata.managedFields?.map(({ manager }) => manager)).toEqual(
        expect.arrayContaining(['one', 'two']),
      );
      await client.remove(name);
    });

    test('is deleted with its collection', async () => {
      if (!resource.verbs.has('deletecollection')) return;
      const client = clientOf(resource);
      const { metadata } = await client.create(nextSample(resource));
      const selector = `?labelSelector=batch=${metadata.labels?.batch}&gracePeriodSeconds=0`;
      const response = await client.send('DELETE', selector);
      expect(response.status).toBe(200);
      const rest = (await client.list(selector)).items ?? [];
      expect(rest.filter(({ metadata }) => metadata.deletionTimestamp === undefined)).toEqual([]);
    });

    test('has a status that only its subresource can write', () =>
      withObject(resource, async (client, { metadata: { name } }) => {
        if (!resource.subresources.has('status')) return;
        const status = dialect.renameAll(generateStatus(resource, hints));
        const body = { apiVersion: (await client.get(name)).apiVersion, kind: resource.kind, status };
        const written = await client.patch(`${name}/status`, 'merge', body);
        expect(lostFields(status, written.status)).toEqual([]);
        expect(content({ ...written, status: undefined } as unknown as StoredObject)).toEqual(
          content({ ...(await client.get(name)), status: undefined } as unknown as StoredObject),
        );
        const { after } = await client.update(name, (draft) => {
          (draft as { status?: unknown }).status = {};
        });
        expect(lostFields(written.status, after.status)).toEqual([]);
      }));

    // A patch without metadata keeps the metadata and the spec of the live object, without new defaults.
    test('has the same status after a patch with metadata that only the server sets', () =>
      withObject(resource, async (client, { metadata: { name } }) => {
        if (!resource.subresources.has('status')) return;
        const statuses = [dialect.renameAll(generateStatus(resource, hints)), {}, null];
        for (let index = 0; index < statuses.length; ) {
          const trial = async (more: object) => {
            const headers = { 'content-type': PATCH_TYPES.strategic };
            const body = JSON.stringify({ status: statuses[index], ...more });
            const response = await client.send('PATCH', `/${name}/status?dryRun=All`, headers, body);
            return withoutTimes((await response.json()) as StoredObject);
          };
          const [alone, other] = [await trial({}), await trial({ metadata: { generation: 99 } })];
          // The server may have written conditions between the two patches.
          if (alone.metadata.resourceVersion !== other.metadata.resourceVersion) continue;
          expect(alone).toEqual(other);
          index++;
        }
      }));
  });

  const reviews = table.resources.filter(({ verbs, kind }) => !verbs.has('get') && kind.endsWith('Review'));
  test.each(reviews)('$kind of $version returns a status', async (resource) => {
    const { metadata, ...sent } = sampleObject(resource, 1, dialect);
    const { status } = await clientOf(resource).create(sent);
    expect(status).toEqual(expect.any(Object));
  });

  test('a binding assigns a pod to a node', async () => {
    const pods = clientOf(table.find('', 'v1', 'pods') as ServedResource);
    const spec = { containers: [{ name: 'sample', image: 'sample' }] };
    await pods.create({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'bound' }, spec });
    const binding = { metadata: { name: 'bound' }, target: { kind: 'Node', name: 'here' } };
    await clientOf(table.find('', 'v1', 'bindings') as ServedResource).create(binding);
    expect((await pods.get('bound')).spec).toMatchObject({ nodeName: 'here' });
  });

  test('only reviews, bindings and component statuses have no stored objects', () => {
    const others = table.resources.filter((resource) => !rows.includes(resource) && !reviews.includes(resource));
    expect(others.map(({ resource }) => resource)).toEqual(['bindings', 'componentstatuses']);
  });

  const conversions = titled.flatMap(({ title, resource }) =>
    titled
      .filter((other) => other.resource !== resource && other.resource.keyPrefix === resource.keyPrefix)
      .map((other) => ({ title, resource, other: other.title, target: other.resource })),
  );

  test.each(conversions)('$title lose no fields when they are written as $other', async ({ resource, target }) => {
    await withObject(resource, async (client, created) => {
      const { name } = created.metadata;
      const before = await client.get(name);
      const asTarget = clientOf(target);
      const { after } = await asTarget.update(name, ({ metadata }) => {
        metadata.labels = { ...metadata.labels, written: target.version };
      });
      expect(after.apiVersion).toBe(target.group ? `${target.group}/${target.version}` : target.version);
      expect(content(await client.get(name))).toEqual(content(before));
    });
  });
});
