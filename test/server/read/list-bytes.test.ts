import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Claims } from '../../../src/server/objects/claims.ts';
import { ObjectStore } from '../../../src/server/objects/object-store.ts';
import { createReadServer } from '../read-server.ts';

const NAMESPACES = ['n', 'n2', 'n-'];

/** A write to one of 300 names, of which every other exists at first. */
const write = fc.record({
  place: fc.nat({ max: 299 }),
  text: fc.option(fc.constantFrom('red', 'ü', '😀'), { freq: 3 }),
});

const query = fc.record({
  path: fc.constantFrom('configmaps', ...NAMESPACES.map((name) => `namespaces/${name}/configmaps`)),
  selector: fc.constantFrom('', 'labelSelector=color!=red', 'fieldSelector=metadata.namespace!=n2'),
  page: fc.constantFrom('', 'limit=33', 'limit=50'),
  version: fc.constantFrom('newest', 'any', 'exact'),
});

const step = fc.record({ writes: fc.array(write, { maxLength: 4 }), queries: fc.array(query, { maxLength: 3 }) });

async function filledServer(dialect: 'cluster' | 'kubernetes') {
  const made = await createReadServer({ dialect });
  const { server, objects, storage } = made;
  const ask = (target: string) => made.fetch(new Request(`http://localhost/api/v1/${target}`));
  return {
    async write(place: number, text: string | null): Promise<void> {
      const namespace = NAMESPACES[place % 3] ?? '';
      const name = `item-${1000 + place}`;
      if (text === null) return made.remove('configmaps', namespace, name);
      const labels = { color: text === 'red' ? 'red' : 'other' };
      await made.put('configmaps', { metadata: { name, namespace, labels }, data: { text } });
    },
    revision: () => storage.revision(),
    /** Returns the text of a list by the server, and by one that has listed nothing before and encodes no runs. */
    async both(target: string): Promise<{ kept: string; fresh: string }> {
      const kept = await (await ask(target)).text();
      const parts = server as { objects: ObjectStore };
      parts.objects = await ObjectStore.open(storage, await Claims.open(storage));
      const indented = await (await ask(`${target}${target.includes('?') ? '&' : '?'}pretty=true`)).json();
      parts.objects = objects;
      return { kept, fresh: `${JSON.stringify(indented)}\n` };
    },
  };
}

test.each(['kubernetes', 'cluster'] as const)(
  'a list after any writes has the bytes of a server that keeps nothing (%s)',
  async (dialect) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
        const server = await filledServer(dialect);
        for (let place = 0; place < 300; place += 2) await server.write(place, 'red');
        const revisions = [await server.revision()];
        for (const { writes, queries } of steps) {
          for (const { place, text } of writes) await server.write(place, text);
          revisions.push(await server.revision());
          for (const { path, selector, page, version } of queries) {
            const exact = `resourceVersion=${revisions.at(-2)}&resourceVersionMatch=Exact`;
            const at = { newest: '', any: 'resourceVersion=0', exact }[version];
            let pages = 0;
            for (let rest = at; pages < 10; pages++) {
              const target = `${path}?${[selector, page, rest].filter((text) => text !== '').join('&')}`;
              const { kept, fresh } = await server.both(target);
              expect(kept).toBe(fresh);
              const token = JSON.parse(kept).metadata.continue;
              if (!token) break;
              rest = `continue=${token}`;
            }
            expect(pages).toBeLessThan(10);
          }
        }
      }),
      { numRuns: 15 },
    );
  },
  60_000,
);
