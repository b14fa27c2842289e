import { describe, expect, it } from 'vitest';
import { pods } from '../../../src/resources/core/pods.ts';
import { ValueIndexes } from '../../../src/server/objects/value-indexes.ts';
import type { Entry } from '../../../src/storage/storage.ts';
import { createReadServer } from '../read-server.ts';

const COUNT = 1200;
const PATH = '/api/v1/namespaces/n/pods';
const nameOf = (number: number): string => `pod-${String(number).padStart(4, '0')}`;

/** Creates 1,200 pods on nodes 0 to 9, of applications 0 to 99. */
async function serverWithPods() {
  const server = await createReadServer({ behaviors: [pods] });
  const put = (number: number, app: string, nodeName = `node-${number % 10}`, namespace = 'n') =>
    server.put('pods', { metadata: { name: nameOf(number), namespace, labels: { app } }, spec: { nodeName } });
  for (let number = 0; number < COUNT; number++) await put(number, `app-${number % 100}`);
  await put(0, 'app-7', 'node-0', 'other');
  const list = async (query: string, path = PATH) => {
    const response = await server.fetch(new Request(`http://localhost${path}?${query}`));
    const body = await response.json();
    const names: string[] = body.items?.map((item: { metadata: { name: string } }) => item.metadata.name);
    return { names, metadata: body.metadata };
  };
  return { ...server, put, list };
}

const numbers = (isSelected: (number: number) => boolean): string[] =>
  Array.from({ length: COUNT }, (_, number) => number)
    .filter(isSelected)
    .map(nameOf);

describe('a list of a large collection with a selector', () => {
  it('has the objects with the values of a label or field, in the order of their names', async () => {
    const { list } = await serverWithPods();
    expect((await list('labelSelector=app%3Dapp-7')).names).toEqual(numbers((number) => number % 100 === 7));
    expect((await list('labelSelector=app in (app-8,app-7)')).names).toEqual(
      numbers((number) => [7, 8].includes(number % 100)),
    );
    expect((await list('fieldSelector=spec.nodeName%3Dnode-3')).names).toEqual(numbers((number) => number % 10 === 3));
    const both = 'labelSelector=app in (app-3,app-4)&fieldSelector=spec.nodeName%3Dnode-3';
    expect((await list(both)).names).toEqual(numbers((number) => number % 100 === 3));
    expect((await list('labelSelector=app%3Dapp-7,app!%3Dapp-7')).names).toEqual([]);
    expect((await list('labelSelector=app%3Dapp-7', '/api/v1/pods')).names).toHaveLength(13);
  });

  it('has every change that was made before it', async () => {
    const { list, put, remove } = await serverWithPods();
    const app = async () => (await list('labelSelector=app%3Dapp-7')).names;
    const before = await app();
    await put(7, 'app-8');
    expect(await app()).toEqual(before.slice(1));
    await put(300, 'app-7');
    await remove('pods', 'n', nameOf(107));
    const { names, metadata } = await list('labelSelector=app%3Dapp-7');
    expect(names).toEqual(before.slice(2).concat(nameOf(300)).sort());
    const revision = await put(7, 'app-7');
    expect(Number(metadata.resourceVersion)).toBe(revision - 1);
    expect((await app())[0]).toBe(nameOf(7));
  });

  it('has every change after more changes than an index remembers, and while the index is built', async () => {
    const { list, put } = await serverWithPods();
    const first = list('labelSelector=app%3Dnew');
    const change = put(5, 'new');
    const [{ names, metadata }, revision] = await Promise.all([first, change]);
    expect(names).toEqual(Number(metadata.resourceVersion) >= revision ? [nameOf(5)] : []);
    for (let number = 0; number < COUNT; number++) await put(number, 'new');
    expect((await list('labelSelector=app%3Dnew')).names).toHaveLength(COUNT);
  });

  it('is divided into pages that continue at the revision of the first one', async () => {
    const { list, put } = await serverWithPods();
    const selector = 'labelSelector=app%3Dapp-7&limit=5';
    const first = await list(selector);
    await put(507, 'app-8');
    const second = await list(`${selector}&continue=${first.metadata.continue}`);
    const third = await list(`${selector}&continue=${second.metadata.continue}`);
    expect([first, second, third].flatMap(({ names }) => names)).toEqual(numbers((number) => number % 100 === 7));
    expect(third.metadata.continue).toBeUndefined();
  });

  it('reads no more objects than it selects, once the collection is indexed', async () => {
    const { list, objects } = await serverWithPods();
    await list('labelSelector=app%3Dapp-7');
    const { storage } = objects;
    const read: number[] = [];
    const whole = storage.list.bind(storage);
    storage.list = async (...parameters) => {
      const listing = await whole(...parameters);
      read.push(listing.entries.length);
      return listing;
    };
    expect((await list('labelSelector=app%3Dapp-8')).names).toHaveLength(12);
    expect(Math.max(...read)).toBe(1);
  });
});

describe('an index', () => {
  it('does not read a listed state that was replaced or deleted while it was built', async () => {
    const entry = (key: string, revision: number): Entry => ({ key, value: '', revision, createRevision: 1 }) as Entry;
    const indexes = new ValueIndexes();
    const read: string[] = [];
    let resume = (): void => undefined;
    const paused = new Promise<void>((resolve) => (resume = resolve));
    const select = indexes.prepare('/pods/', [{ name: 'field a', values: ['x'], readValue: () => 'x' }], {
      list: async () => ({ entries: [entry('/pods/a', 1), entry('/pods/b', 2), entry('/pods/c', 3)], revision: 3 }),
      objectOf: ({ key, revision }) => {
        read.push(`${key}@${revision}`);
        return { apiVersion: 'v1', kind: 'Pod', metadata: {} };
      },
      pause: () => paused,
    });
    indexes.follow([
      { key: '/pods/a', current: entry('/pods/a', 4) },
      { key: '/pods/b', current: undefined },
    ] as never);
    resume();
    expect((await select)(5)?.map(({ key, revision }) => `${key}@${revision}`)).toEqual(['/pods/a@4', '/pods/c@3']);
    expect(read.sort()).toEqual(['/pods/a@4', '/pods/c@3']);
  });
});
