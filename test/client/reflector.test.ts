import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../src/api/object.ts';
import { createApiClient } from '../../src/client/api-client.ts';
import { objectSource } from '../../src/client/object-source.ts';
import { Reflector, type ReflectorState } from '../../src/client/reflector.ts';
import {
  configMap,
  eagerClock,
  event,
  goneStatus,
  json,
  listOf,
  noRandom,
  scriptedFetch,
  stream,
} from './scripted-server.ts';

const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps' };
const versionOf = (object: ApiObject): string => object.metadata.resourceVersion ?? '';

/** Runs a reflector until the end of a script. Returns the changes, the requests, the states and the waits. */
async function reflect(script: readonly ((request: Request) => Response)[]) {
  const abort = new AbortController();
  const seen: string[] = [];
  const states: ReflectorState[] = [];
  const clock = eagerClock();
  let over: () => void = () => undefined;
  const scriptIsOver = new Promise<void>((resolve) => {
    over = resolve;
  });
  const server = scriptedFetch([
    ...script,
    () => {
      over();
      return stream([], { broken: true });
    },
  ]);
  const reflector = new Reflector<ApiObject>({
    source: objectSource(createApiClient({ fetch: server.fetch, baseUrl: 'http://server' }), CONFIG_MAPS),
    clock,
    random: noRandom,
    sink: {
      replace: (items, version) => seen.push(`LIST@${version} ${items.map((item) => item.metadata.name).join(' ')}`),
      change: (type, item) => seen.push(`${type} ${item.metadata.name}@${versionOf(item)}`),
      state: (state) => states.push(state),
    },
  });
  const running = reflector.run(abort.signal);
  await scriptIsOver;
  abort.abort();
  await running;
  const asked = server.asked.map(({ url }) => {
    const query = new URL(url).searchParams;
    return query.has('watch') ? `watch@${query.get('resourceVersion')}` : 'list';
  });
  return { seen, asked, states, waits: clock.waits };
}

describe('a reflector', () => {
  it("lists, then watches from the list's resource version", async () => {
    const { seen, asked } = await reflect([
      () => listOf(5, configMap('a', 3)),
      () => stream([event('ADDED', configMap('b', 6))]),
    ]);
    expect(seen).toEqual(['LIST@5 a', 'ADDED b@6']);
    expect(asked).toEqual(['list', 'watch@5', 'watch@6']);
  });

  it('resumes at the last resource version when the stream ends or breaks, without a new list', async () => {
    const { asked, seen } = await reflect([
      () => listOf(5),
      () => stream([event('ADDED', configMap('b', 6))], { broken: true }),
      () => stream([event('MODIFIED', configMap('b', 7))]),
    ]);
    expect(seen).toEqual(['LIST@5 ', 'ADDED b@6', 'MODIFIED b@7']);
    expect(asked).toEqual(['list', 'watch@5', 'watch@6', 'watch@7']);
  });

  it('drops a line that a broken connection truncates, and receives its event again', async () => {
    const cut = event('ADDED', configMap('c', 7)).slice(0, 30);
    const { seen, asked } = await reflect([
      () => listOf(5),
      () => stream([event('ADDED', configMap('b', 6)), cut], { broken: true }),
      () => stream([event('ADDED', configMap('c', 7))]),
    ]);
    expect(seen).toEqual(['LIST@5 ', 'ADDED b@6', 'ADDED c@7']);
    expect(asked).toEqual(['list', 'watch@5', 'watch@6', 'watch@7']);
  });

  it('advances with bookmarks', async () => {
    const { seen, asked } = await reflect([
      () => listOf(5),
      () => stream([event('BOOKMARK', { kind: 'ConfigMap', metadata: { resourceVersion: '90' } })]),
    ]);
    expect(seen).toEqual(['LIST@5 ']);
    expect(asked).toEqual(['list', 'watch@5', 'watch@90']);
  });

  it('lists again after a 410 event and after a 410 response', async () => {
    const { asked, seen } = await reflect([
      () => listOf(5),
      () => stream([event('ERROR', goneStatus)]),
      () => listOf(9, configMap('z', 9)),
      () => json(goneStatus, 410),
      () => listOf(12),
    ]);
    expect(seen).toEqual(['LIST@5 ', 'LIST@9 z', 'LIST@12 ']);
    expect(asked).toEqual(['list', 'watch@5', 'list', 'watch@9', 'list', 'watch@12']);
  });

  it('backs off after each failure, and waits as long as the server requests', async () => {
    const fail = () => new Response('down', { status: 503 });
    const { waits, states } = await reflect([
      fail,
      fail,
      () => new Response('later', { status: 429, headers: { 'retry-after': '7' } }),
      () => listOf(5),
    ]);
    expect(waits.slice(0, 3)).toEqual([200, 400, 7000]);
    expect(states[1]).toMatchObject({ phase: 'waiting', error: { status: { message: 'down' } }, milliseconds: 200 });
  });

  it('backs off when the server ends every watch immediately', async () => {
    const { waits } = await reflect([() => listOf(5), () => stream([]), () => stream([]), () => stream([])]);
    expect(waits.slice(0, 3)).toEqual([200, 400, 800]);
  });

  it('delivers every event once, wherever the connection breaks', async () => {
    const breaks = fc.array(fc.record({ length: fc.nat({ max: 400 }), broken: fc.boolean() }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(breaks, async (connections) => {
        const changes = Array.from({ length: 6 }, (_, index) => configMap(`n${index}`, index + 6));
        const text = (request: Request) => {
          const from = Number(new URL(request.url).searchParams.get('resourceVersion'));
          const rest = changes.filter((object) => Number(versionOf(object)) > from);
          return rest.map((object) => event('ADDED', object)).join('');
        };
        const { seen } = await reflect([
          () => listOf(5),
          ...connections.map(
            ({ length, broken }) =>
              (request: Request) =>
                stream([text(request).slice(0, length)], { broken }),
          ),
          (request) => stream([text(request)]),
        ]);
        expect(seen).toEqual([
          'LIST@5 ',
          ...changes.map((object) => `ADDED ${object.metadata.name}@${versionOf(object)}`),
        ]);
      }),
      { numRuns: 50 },
    );
  });
});
