import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/hosts/platform.ts';
import { createMemoryStorage } from '../../src/storage/memory-storage.ts';
import { createWholeServer } from './whole-server.ts';

const COUNT = 6000;
const PATH = '/api/v1/namespaces/default/configmaps';
const TABLE = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };

/** Opens a server with many config maps, written directly to its storage. */
async function openFull() {
  const storage = await createMemoryStorage({ firstRevision: 300 });
  for (let index = 0; index < COUNT; index++) {
    const name = `c${index}`;
    const metadata = {
      name,
      namespace: 'default',
      uid: name,
      resourceVersion: '',
      creationTimestamp: '2024-01-01T00:00:00Z',
    };
    const value = JSON.stringify({ kind: 'ConfigMap', apiVersion: 'v1', metadata, data: { text: 'x'.repeat(200) } });
    await storage.commit([{ key: `/registry/configmaps/default/${name}`, value, expected: 0 }]);
  }
  // This clock advances on every read, regardless of the speed of the machine.
  let now = Date.UTC(2024, 0, 2);
  const clock = { now: () => now++, after: systemClock.after };
  return { storage, ...(await createWholeServer({ storage, clock })) };
}

/** Reads the first lines of a body. */
async function readLines(response: Response, count: number): Promise<string[]> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (text.split('\n').length <= count) {
    const chunk = await reader?.read();
    if (!chunk || chunk.done) break;
    text += chunk.value;
  }
  await reader?.cancel();
  return text.split('\n').slice(0, count);
}

describe('long requests', () => {
  let cluster: Awaited<ReturnType<typeof openFull>>;
  beforeAll(async () => {
    cluster = await openFull();
  });

  /** Counts how often a timer with the shortest delay fires during the work. */
  let turns = 0;
  let timer: ReturnType<typeof setInterval>;
  beforeEach(() => {
    turns = 0;
    timer = setInterval(() => turns++, 1);
  });
  afterEach(() => clearInterval(timer));

  it.each([
    ['a list', '', {}],
    ['a table', '', TABLE],
    ['a selection', '?labelSelector=none!=x', {}],
  ])('%s yields to other work', async (_, query, headers) => {
    await (await cluster.get(PATH + query, headers)).text();
    expect(turns).toBeGreaterThan(1);
  });

  it.each(['', '&allowWatchBookmarks=true'])('the start of a watch with "%s" yields to other work', async (query) => {
    const lines = await readLines(await cluster.get(`${PATH}?watch=1${query}`), COUNT);
    expect(new Set(lines.map((line) => JSON.parse(line).object.metadata.name)).size).toBe(COUNT);
    expect(turns).toBeGreaterThan(1);
  });

  it('the initial history of a watch yields to other work', async () => {
    const lines = await readLines(await cluster.get(`${PATH}?watch=1&resourceVersion=300`), COUNT);
    expect(new Set(lines.map((line) => JSON.parse(line).object.metadata.name)).size).toBe(COUNT);
    expect(turns).toBeGreaterThan(1);
  });

  it('the initial state of a watch waits for the client to read it', async () => {
    const { body } = await cluster.get(`${PATH}?watch=1`);
    const reader = body?.getReader();
    const first = await reader?.read();
    await expect.poll(() => turns).toBeGreaterThan(20);
    expect(new TextDecoder().decode(first?.value).split('\n').length).toBeLessThan(COUNT / 4);
    await reader?.cancel();
    await expect.poll(() => cluster.server.openStreams).toBe(0);
  });

  it('changes during the start of a watch are sent after it, each once', async () => {
    const { body } = await cluster.get(`${PATH}?watch=1`);
    await cluster.post(PATH, { metadata: { name: 'late' } });
    const lines = await readLines(new Response(body), COUNT + 1);
    const names = lines.map((line) => JSON.parse(line).object.metadata.name);
    expect(names.filter((name) => name === 'late')).toHaveLength(1);
    expect(new Set(names).size).toBe(COUNT + 1);
    await cluster.send('DELETE', `${PATH}/late`);
  });

  it('the deletion of a collection yields to other work', async () => {
    const { status } = await cluster.send('DELETE', PATH);
    expect(status).toBe(200);
    expect(turns).toBeGreaterThan(5);
    const { items } = (await (await cluster.get(PATH)).json()) as { items: unknown[] };
    expect(items).toEqual([]);
  });
});
