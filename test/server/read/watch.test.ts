import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createReadServer } from '../read-server.ts';

interface Event {
  type: string;
  object: { kind: string; metadata: Record<string, unknown>; message?: string; code?: number };
}

/** Returns a function that reads the events of a stream one at a time; undefined at its end. */
function eventsOf(response: Response): () => Promise<Event | undefined> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  return async () => {
    while (!rest.includes('\n')) {
      const chunk = await reader?.read();
      if (!chunk || chunk.done) return undefined;
      rest += chunk.value;
    }
    const end = rest.indexOf('\n');
    const line = rest.slice(0, end);
    rest = rest.slice(end + 1);
    return JSON.parse(line);
  };
}

async function watching(query: string, path = '/api/v1/namespaces/n/configmaps') {
  const server = await createReadServer();
  const config = (name: string, labels: Record<string, string> = {}) =>
    server.put('configmaps', { metadata: { name, namespace: 'n', labels } });
  const open = async (more = query, headers: Record<string, string> = {}) =>
    eventsOf(await server.fetch(new Request(`http://localhost${path}?watch=1${more}`, { headers })));
  return { ...server, config, open };
}
const brief = (event: Event | undefined) =>
  event && [event.type, event.object.metadata.name, Number(event.object.metadata.resourceVersion)];

describe('a watch', () => {
  test('without a version starts with the existing objects and continues with every change', async () => {
    const { config, open, remove } = await watching('');
    await config('a');
    const next = await open();
    await config('b');
    await config('b', { x: 'y' });
    await remove('configmaps', 'n', 'b');
    expect([brief(await next()), brief(await next()), brief(await next()), brief(await next())]).toEqual([
      ['ADDED', 'a', 201],
      ['ADDED', 'b', 202],
      ['MODIFIED', 'b', 203],
      ['DELETED', 'b', 204],
    ]);
  });

  test('from a version replays the changes after it', async () => {
    const { config, open } = await watching('');
    await config('a');
    await config('b');
    const next = await open('&resourceVersion=201');
    await config('c');
    expect([brief(await next()), brief(await next())]).toEqual([
      ['ADDED', 'b', 202],
      ['ADDED', 'c', 203],
    ]);
  });

  test('of a selection adds and deletes objects as their labels change, with their last selected state', async () => {
    const { config, open } = await watching('');
    await config('a', { in: 'yes' });
    const next = await open('&resourceVersion=201&labelSelector=in=yes');
    await config('a', { in: 'no' });
    await config('a', { in: 'yes' });
    const left = await next();
    expect([left?.type, left?.object.metadata.labels]).toEqual(['DELETED', { in: 'yes' }]);
    expect(brief(left)?.[2]).toBe(202);
    expect(brief(await next())).toEqual(['ADDED', 'a', 203]);
  });

  test('from a compacted version gets one ERROR and ends', async () => {
    const next = await (await watching('&resourceVersion=1')).open();
    expect(await next()).toMatchObject({
      type: 'ERROR',
      object: { kind: 'Status', code: 410, message: 'too old resource version: 1 (200)' },
    });
    expect(await next()).toBeUndefined();
  });

  test('with sendInitialEvents marks the end of the initial state with a bookmark', async () => {
    const { config, open } = await watching('');
    await config('a');
    const next = await open('&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true');
    expect(brief(await next())).toEqual(['ADDED', 'a', 201]);
    expect(await next()).toEqual({
      type: 'BOOKMARK',
      object: {
        kind: 'ConfigMap',
        apiVersion: 'v1',
        metadata: {
          resourceVersion: '201',
          creationTimestamp: null,
          annotations: { 'k8s.io/initial-events-end': 'true' },
        },
      },
    });
  });

  test('on the deprecated path of one object returns only that object', async () => {
    const { config, fetch } = await watching('');
    await config('a');
    const next = eventsOf(await fetch(new Request('http://localhost/api/v1/watch/namespaces/n/configmaps/b')));
    await config('b');
    expect(brief(await next())).toEqual(['ADDED', 'b', 202]);
  });

  test('as a Table has its columns only in the first event', async () => {
    const { config, open } = await watching('');
    const next = await open('', { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' });
    await config('a');
    await config('b');
    const columns = [await next(), await next()].map((event) => Object(event?.object).columnDefinitions?.length);
    expect(columns).toEqual([2, undefined]);
  });

  test('of a slow client ends without an error, so the client continues from the last event', async () => {
    const { config, fetch } = await watching('');
    const response = await fetch(new Request('http://localhost/api/v1/namespaces/n/configmaps?watch=1'));
    for (let index = 0; index < 10_050; index++) await config('a', { n: String(index) });
    const next = eventsOf(response);
    const received: Event[] = [];
    for (let event = await next(); event; event = await next()) received.push(event);
    expect(received.map(({ type }) => type)).not.toContain('ERROR');
    expect(received.length).toBeLessThan(10_050);
    const last = Object(received.at(-1)?.object).metadata.resourceVersion;
    const more = eventsOf(
      await fetch(new Request(`http://localhost/api/v1/namespaces/n/configmaps?watch=1&resourceVersion=${last}`)),
    );
    expect(brief(await more())?.[2]).toBe(Number(last) + 1);
  });
});

describe('the end of a watch', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('follows timeoutSeconds, with bookmarks every minute and before it', async () => {
    const { open } = await watching('');
    const next = await open('&allowWatchBookmarks=true&timeoutSeconds=90');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(brief(await next())).toEqual(['BOOKMARK', undefined, 200]);
    await vi.advanceTimersByTimeAsync(28_000);
    expect(brief(await next())).toEqual(['BOOKMARK', undefined, 200]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await next()).toBeUndefined();
  });

  test('follows when the server closes its streams, and releases all watches', async () => {
    const { open, server } = await watching('');
    const next = await open();
    expect(server.watches.size).toBe(1);
    server.watches.closeAll();
    expect(await next()).toBeUndefined();
    expect(server.watches.size).toBe(0);
  });

  test('follows when the client disconnects', async () => {
    const { fetch, server } = await watching('');
    const leave = new AbortController();
    const watch = (signal?: AbortSignal) =>
      fetch(new Request('http://localhost/api/v1/configmaps?watch=1', signal ? { signal } : {}));
    const [cancelled] = [await watch(), await watch(leave.signal)];
    await cancelled?.body?.cancel();
    leave.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(server.watches.size).toBe(0);
  });
});
