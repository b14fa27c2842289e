import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { http } from 'msw';
import { type SetupServer, setupServer } from 'msw/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clusterHandlers } from '../../src/hosts/msw/msw.ts';
import { systemClock, systemRandom } from '../../src/hosts/platform.ts';
import { createServer, type Server } from '../../src/server/create-server.ts';
import { createMemoryStorage } from '../../src/storage/memory-storage.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const ORIGIN = 'https://cluster.example';

/** A front end as a user of the package might write it, with only an address, a token and fetch. */
class GuestBook {
  readonly #url = `${ORIGIN}/api/v1/namespaces/default/configmaps`;
  readonly #headers = { authorization: 'Bearer secret', 'content-type': 'application/json' };

  async sign(name: string, words: string): Promise<void> {
    const body = JSON.stringify({ metadata: { name, labels: { book: 'guests' } }, data: { words } });
    const response = await fetch(this.#url, { method: 'POST', headers: this.#headers, body });
    if (!response.ok) throw new Error((await response.json()).message);
  }

  async guests(): Promise<string[]> {
    const response = await fetch(`${this.#url}?labelSelector=book%3Dguests`, { headers: this.#headers });
    const { items } = await response.json();
    return items.map((item: { metadata: { name: string } }) => item.metadata.name);
  }

  /** Calls `welcome` for every new entry until the signal aborts. */
  async follow(signal: AbortSignal, welcome: (name: string) => void): Promise<void> {
    const response = await fetch(`${this.#url}?watch=1&labelSelector=book%3Dguests`, {
      headers: this.#headers,
      signal,
    });
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      for (const line of decoder.decode(chunk).split('\n').filter(Boolean)) {
        const { type, object } = JSON.parse(line);
        if (type === 'ADDED') welcome(object.metadata.name);
      }
    }
  }
}

describe('a front end under test with MSW', () => {
  let network: SetupServer;
  let cluster: Promise<Server>;
  const book = new GuestBook();

  beforeAll(async () => {
    cluster = createServer({
      storage: await createMemoryStorage(),
      clock: systemClock,
      random: systemRandom,
      fetch: () => Promise.reject(new Error('no outgoing requests in this test')),
      flags: { 'token-auth-file': 'secret,admin,admin,"system:masters"\n' },
    });
    network = setupServer(
      ...clusterHandlers(cluster, { origin: ORIGIN }),
      ...clusterHandlers(cluster, { origin: 'https://console.example', prefix: '/k8s/clusters/a/' }),
      http.all('https://console.example/*', () => new Response('the console itself')),
    );
    network.listen({ onUnhandledRequest: 'error' });
  });
  afterAll(() => network.close());

  it('reads the objects that it wrote', async () => {
    await book.sign('ada', 'hello');
    expect(await book.guests()).toEqual(['ada']);
  });

  it('receives the errors of a real server', async () => {
    await expect(book.sign('ada', 'again')).rejects.toThrow('configmaps "ada" already exists');
    await expect(book.sign('Not A Name', '')).rejects.toThrow('ConfigMap "Not A Name" is invalid: metadata.name');
  });

  it('receives changes as they happen', async () => {
    const abort = new AbortController();
    const welcomed: string[] = [];
    const following = book.follow(abort.signal, (name) => welcomed.push(name));
    await expect.poll(() => welcomed).toEqual(['ada']);
    await book.sign('grace', 'hello, too');
    await expect.poll(() => welcomed).toEqual(['ada', 'grace']);
    abort.abort();
    await following.catch(({ name }) => expect(name).toBe('AbortError'));
    await expect.poll(async () => (await cluster).openStreams).toBe(0);
  });

  it('ends a watch with its signal, also after a garbage collection', async () => {
    const abort = new AbortController();
    let guests = 0;
    const following = book.follow(abort.signal, () => guests++);
    await expect.poll(() => guests).toBe(2);
    for (let turn = 0; turn < 5; turn++) {
      collectGarbage();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    abort.abort();
    await following.catch(({ name }) => expect(name).toBe('AbortError'));
    await expect.poll(async () => (await cluster).openStreams).toBe(0);
  });

  it('reaches a cluster below a prefix, and other handlers of the host', async () => {
    const ask = async (path: string): Promise<string> => (await fetch(`https://console.example${path}`)).text();
    expect(await ask('/k8s/clusters/a/version')).toContain('"gitVersion"');
    expect(await ask('/k8s/clusters/a/nothing')).toContain('"kind":"Status"');
    expect(await ask('/version')).toBe('the console itself');
    expect(await ask('/k8s/clusters/ab/version')).toBe('the console itself');
  });
});
