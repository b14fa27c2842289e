import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createReadServer } from '../read-server.ts';

interface Config {
  readonly metadata: { name: string; namespace: string; resourceVersion: string; labels?: Record<string, string> };
}
interface List {
  readonly items: Config[];
  readonly metadata: { resourceVersion: string; continue?: string; remainingItemCount?: number };
}
interface Event {
  readonly type: string;
  readonly object: Config;
}

/** Returns `namespace/name` with label and version. */
const nameOf = ({ metadata: { namespace, name } }: Config): string => `${namespace}/${name}`;
const textOf = (config: Config): string =>
  `${nameOf(config)} ${config.metadata.labels?.color ?? ''} ${config.metadata.resourceVersion}`;

interface Write {
  readonly namespace: string;
  readonly name: string;
  /** Null deletes the object. */
  readonly color: string | null;
}

/** Opens a server with a model: a copy of all objects at each revision. */
async function recordedServer() {
  const server = await createReadServer();
  const states = new Map<number, ReadonlyMap<string, Config>>([[200, new Map()]]);
  let revision = 200;
  return {
    states,
    get revision() {
      return revision;
    },
    async write({ namespace, name, color }: Write): Promise<void> {
      const state = new Map(states.get(revision));
      if (color === null) {
        if (!state.delete(`${namespace}/${name}`)) return;
        await server.remove('configmaps', namespace, name);
        revision++;
      } else if (state.get(`${namespace}/${name}`)?.metadata.labels?.color !== color) {
        const metadata = { name, namespace, labels: { color } };
        revision = await server.put('configmaps', { metadata });
        state.set(`${namespace}/${name}`, { metadata: { ...metadata, resourceVersion: String(revision) } });
      }
      states.set(revision, state);
    },
    fetch: (path: string) => server.fetch(new Request(`http://localhost${path}`)),
  };
}

const color = fc.constantFrom('red', 'green', 'blue');
const namespace = fc.constantFrom('n', 'n2', 'n-');
const write: fc.Arbitrary<Write> = fc.record({
  namespace,
  name: fc.constantFrom('a', 'a-', 'ab', 'b'),
  color: fc.option(color, { freq: 3 }),
});
const writes = (maxLength: number) => fc.array(write, { maxLength });

/** A selection as a query for the server and as a function for the model. */
const selection = fc
  .record({ namespace: fc.option(namespace), color: fc.option(color), isUnlike: fc.boolean() })
  .map(({ namespace, color, isUnlike }) => ({
    path: `/api/v1/${namespace === null ? '' : `namespaces/${namespace}/`}configmaps`,
    query: color === null ? '' : `&labelSelector=${encodeURIComponent(`color${isUnlike ? '!=' : '='}${color}`)}`,
    isEverything: color === null,
    /** The last object of a watch test, which every selection includes. */
    sentinel: {
      namespace: namespace ?? 'n',
      name: 'last',
      color: isUnlike && color !== null ? `un${color}` : (color ?? 'red'),
    },
    select: (state: ReadonlyMap<string, Config>): Config[] =>
      [...state.values()].filter(
        ({ metadata }) =>
          (namespace === null || metadata.namespace === namespace) &&
          (color === null || (metadata.labels?.color === color) !== isUnlike),
      ),
  }));

const byKey = (a: Config, b: Config): number => (nameOf(a) < nameOf(b) ? -1 : 1);

describe('lists', () => {
  test('in pages of any size equal the list at the version of the first page, regardless of later writes', async () => {
    const pages = fc.array(fc.record({ limit: fc.integer({ min: 1, max: 4 }), between: writes(2) }), {
      minLength: 20,
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(writes(20), pages, selection, async (before, each, { path, query, isEverything, select }) => {
        const server = await recordedServer();
        for (const one of before) await server.write(one);
        const expected = select(server.states.get(server.revision) ?? new Map()).sort(byKey);
        const version = server.revision;
        const found: Config[] = [];
        let token = '';
        for (const { limit, between } of each) {
          const response = await server.fetch(`${path}?limit=${limit}${query}&continue=${encodeURIComponent(token)}`);
          const { items, metadata } = (await response.json()) as List;
          found.push(...items);
          expect([items.length <= limit, metadata.resourceVersion]).toEqual([true, String(version)]);
          const remaining = expected.length - found.length;
          expect(metadata.remainingItemCount).toBe(isEverything && remaining > 0 ? remaining : undefined);
          token = metadata.continue ?? '';
          if (token === '') break;
          expect(items).toHaveLength(limit);
          for (const one of between) await server.write(one);
        }
        expect(found.map(textOf)).toEqual(expected.map(textOf));
      }),
      { numRuns: 150 },
    );
  });

  test('at an exact version have the state of that version', async () => {
    await fc.assert(
      fc.asyncProperty(writes(15), selection, async (all, { path, query, select }) => {
        const server = await recordedServer();
        for (const one of all) await server.write(one);
        for (const [version, state] of server.states) {
          const exact = `resourceVersion=${version}&resourceVersionMatch=Exact`;
          const { items } = (await (await server.fetch(`${path}?${exact}${query}`)).json()) as List;
          expect(items.map(textOf)).toEqual(select(state).sort(byKey).map(textOf));
        }
      }),
      { numRuns: 50 },
    );
  });
});

/** Follows a watch up to the object `last`. Every event must be consistent with earlier ones. */
async function follow(response: Response, start: number, seen: Map<string, Config>): Promise<void> {
  let version = start;
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (text + chunk).split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) {
      const { type, object } = JSON.parse(line) as Event;
      const name = nameOf(object);
      expect([type, seen.has(name)]).toEqual([type, type !== 'ADDED']);
      expect(Number(object.metadata.resourceVersion)).toBeGreaterThan(version);
      version = Number(object.metadata.resourceVersion);
      if (type === 'DELETED') seen.delete(name);
      else seen.set(name, object);
      if (object.metadata.name === 'last') return;
    }
  }
}

describe('watches', () => {
  test('from any version turn the list of that version into the current one', async () => {
    await fc.assert(
      fc.asyncProperty(writes(15), writes(8), fc.nat(20), selection, async (before, after, back, chosen) => {
        const server = await recordedServer();
        for (const one of before) await server.write(one);
        const start = Math.max(200, server.revision - back);
        const seen = new Map(chosen.select(server.states.get(start) ?? new Map()).map((each) => [nameOf(each), each]));
        const response = await server.fetch(`${chosen.path}?watch=1&resourceVersion=${start}${chosen.query}`);
        for (const one of [...after, chosen.sentinel]) await server.write(one);
        await follow(response, start, seen);
        const now = chosen.select(server.states.get(server.revision) ?? new Map());
        expect([...seen.values()].sort(byKey).map(textOf)).toEqual(now.sort(byKey).map(textOf));
      }),
      { numRuns: 150 },
    );
  });
});
