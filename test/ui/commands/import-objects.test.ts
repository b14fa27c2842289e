import { beforeEach, describe, expect, it } from 'vitest';
import type { ApiObject } from '../../../src/api/object.ts';
import { isTransient } from '../../../src/api/transient-objects.ts';
import { createApiClient } from '../../../src/client/api-client.ts';
import type { Discovery } from '../../../src/client/discovery.ts';
import { isServerCreated } from '../../../src/client/manifests/clean-objects.ts';
import { collectObjects } from '../../../src/client/manifests/collect-objects.ts';
import { findExisting, importObjects } from '../../../src/ui/commands/import-objects.ts';
import type { WriteContext } from '../../../src/ui/commands/write-context.ts';
import type { PlatformPort } from '../../../src/ui/platform-port.ts';
import { createDiscoveryStore } from '../../../src/ui/state/stores/discovery-store.ts';
import type { ImportOutcome } from '../../../src/ui/state/stores/import-store.ts';
import { isOfOtherDialect, planImport } from '../../../src/ui/views/import/plan-import.ts';
import { readImport } from '../../../src/ui/views/import/read-import.ts';
import { eagerClock } from '../../client/scripted-server.ts';
import { ADMIN, createWholeServer } from '../../server/whole-server.ts';

const NAMESPACE = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n';
const configMap = (name: string, colour = 'blue'): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name}, namespace: shop }\ndata: { colour: ${colour} }\n`;
const ROLE = 'apiVersion: rbac.authorization.cluster.io/v1\nkind: Role\nmetadata: { name: reader, namespace: shop }\n';

describe('an import', () => {
  let context: WriteContext;
  let discovery: Discovery;

  beforeEach(async () => {
    const { server } = await createWholeServer();
    const client = createApiClient({
      baseUrl: 'http://cluster',
      fetch: (request) => server.fetch(request, { user: ADMIN }),
    });
    const store = createDiscoveryStore(client);
    await store.getState().refresh();
    discovery = store.getState().discovery ?? { resources: [], failed: [] };
    context = { client, discovery: store, platform: { clock: eagerClock() } as unknown as PlatformPort };
  });

  const run = async (texts: readonly string[], updatesExisting = false): Promise<(ImportOutcome | undefined)[]> => {
    const entries = planImport(readImport(texts.join('---\n')), discovery, undefined);
    const objects = new Map(entries.flatMap(({ object }, index) => (object ? [[index, object] as const] : [])));
    const outcomes = new Map<number, ImportOutcome>();
    const existing = await findExisting(context.client, discovery, [...objects.values()]);
    await importObjects(context, objects, {
      namespace: 'default',
      existing,
      updatesExisting,
      onOutcome: (index, outcome) => outcomes.set(index, outcome),
    });
    return texts.map((_, index) => outcomes.get(index));
  };
  const statusesOf = async (...parameters: Parameters<typeof run>) =>
    (await run(...parameters)).map((outcome) => outcome?.status);

  it('stores all valid objects and reports the reasons of failures', async () => {
    const outcomes = await run([configMap('one'), configMap('NOT'), configMap('two'), NAMESPACE]);
    expect(outcomes.map((outcome) => outcome?.status)).toEqual(['created', 'refused', 'created', 'created']);
    expect(outcomes[1]).toMatchObject({ message: expect.stringContaining('RFC 1123') });
  });

  it('keeps or updates existing objects', async () => {
    await run([NAMESPACE, configMap('one')]);
    const changed = [configMap('one', 'red'), configMap('two')];
    expect(await statusesOf(changed)).toEqual(['kept', 'created']);
    // The import now owns the fields of the object that it created.
    expect(await statusesOf(changed, true)).toEqual(['updated', 'updated']);
    expect(await statusesOf(changed, true)).toEqual(['unchanged', 'unchanged']);
  });

  it('sends no request for objects that are kept', async () => {
    await run([NAMESPACE, configMap('one')]);
    const { create } = context.client;
    const created: string[] = [];
    const client = {
      ...context.client,
      create: ((address, object, options) => {
        created.push((object as ApiObject).metadata.name ?? '');
        return create(address, object, options);
      }) as typeof create,
    };
    context = { ...context, client };
    expect(await statusesOf([NAMESPACE, configMap('one'), configMap('two')])).toEqual(['kept', 'kept', 'created']);
    expect(created).toEqual(['two']);
  });

  it('drops server-written fields', async () => {
    const exact = `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: exact, resourceVersion: "7", uid: x, generation: 3 }\n`;
    expect(await statusesOf([exact])).toEqual(['created']);
  });

  it('exports nothing from a new cluster', async () => {
    const { objects, unreadable } = await collectObjects(context.client, discovery);
    expect(unreadable).toEqual([]);
    expect(objects.length).toBeGreaterThan(50);
    const added = objects.filter(({ object }) => !isServerCreated(object) && !isTransient(object));
    expect(added.map(({ object }) => `${object.kind} ${object.metadata.name}`)).toEqual([]);
  });

  it('recognizes names of the other dialect and rewrites them', () => {
    const entries = readImport([NAMESPACE, ROLE].join('---\n'));
    expect(isOfOtherDialect(entries, discovery, 'kubernetes')).toBe(true);
    expect(planImport(entries, discovery, undefined)[1]?.problem).toMatch(/no Role in rbac.authorization.cluster.io/);
    const [, role] = planImport(entries, discovery, 'kubernetes');
    expect(role).toMatchObject({ object: { apiVersion: 'rbac.authorization.k8s.io/v1' } });
    expect(role?.problem).toBeUndefined();
    expect(isOfOtherDialect(readImport(NAMESPACE), discovery, 'kubernetes')).toBe(false);
  });
});

describe('a text to import', () => {
  const namesIn = (text: string) => readImport(text).map(({ object, line }) => [object?.metadata.name, line]);

  it('reports the line of each document', () => {
    expect(namesIn(`# shop\n${NAMESPACE}---\n${configMap('one')}`)).toEqual([
      ['shop', 2],
      ['one', 6],
    ]);
  });

  it('splits Lists', () => {
    const items = ['a', 'b'].map((name): ApiObject => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } }));
    expect(namesIn(JSON.stringify({ apiVersion: 'v1', kind: 'List', items }))).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
  });

  it('reports invalid documents and keeps the others', () => {
    const entries = readImport(`kind: Nothing\n---\n- a list\n---\n${configMap('one')}---\na: [\n`);
    expect(entries.map(({ problem }) => problem !== undefined)).toEqual([true, true, false, true]);
    expect(entries[0]?.problem).toBe('Missing apiVersion and metadata.name.');
  });
});
