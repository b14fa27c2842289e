import fc from 'fast-check';
import { expect } from 'vitest';
import { CompactedError, type Storage } from '../../src/storage/storage.ts';

type State = ReadonlyMap<string, { value: string; revision: number }>;

/** A model of a storage. Keeps a copy of the state after every commit. */
class Model {
  /** Oldest first. */
  readonly #commits: { readonly revision: number; readonly state: State }[];
  compacted: number;

  constructor(first: number) {
    this.#commits = [{ revision: first, state: new Map() }];
    this.compacted = first;
  }

  get revision(): number {
    return this.#commits.at(-1)?.revision ?? 0;
  }
  /** The revision a number of commits before the newest one. */
  before(commits: number): number {
    return this.#commits.at(-1 - Math.min(commits, this.#commits.length - 1))?.revision ?? 0;
  }
  at(revision: number): State {
    return this.#commits.findLast((commit) => commit.revision <= revision)?.state ?? new Map();
  }
  add(revision: number, state: State): void {
    this.#commits.push({ revision, state });
  }
  list(prefix: string, revision: number): string[] {
    const found = [...this.at(revision)].filter(([key]) => key.startsWith(prefix)).sort(([a], [b]) => (a < b ? -1 : 1));
    return found.map(([key, { value }]) => `${key}=${value}`);
  }
}

type Step = (storage: Storage, model: Model) => Promise<void>;

const key = fc.constantFrom('/a/1', '/a/2', '/a/2-', '/a/2/x', '/b/1', '/b', '/c');
const writes = fc.uniqueArray(fc.record({ key, value: fc.option(fc.string({ maxLength: 3 })), stale: fc.boolean() }), {
  selector: (write) => write.key,
  minLength: 1,
  maxLength: 3,
});

const commit = writes.map(
  (planned): Step =>
    async (storage, model) => {
      const live = model.at(model.revision);
      const made = planned.map(({ key, value, stale }) => ({
        key,
        value,
        expected: stale ? model.revision + 1_000_000 : (live.get(key)?.revision ?? 0),
      }));
      const result = await storage.commit(made);
      expect(result.committed).toBe(planned.every(({ stale }) => !stale));
      if (!result.committed) return;
      const next = new Map(live);
      for (const { key, value } of made) {
        if (value === null) next.delete(key);
        else next.set(key, { value, revision: result.revision });
      }
      expect(result.revision).toBeGreaterThan(model.revision);
      model.add(result.revision, next);
    },
);

const list = fc
  .record({ prefix: fc.constantFrom('', '/a/', '/a/2', '/b'), back: fc.nat(8), limit: fc.integer({ min: 1, max: 4 }) })
  .map(
    ({ prefix, back, limit }): Step =>
      async (storage, model) => {
        const revision = model.before(back);
        if (revision < model.compacted) {
          await expect(storage.list(prefix, { revision })).rejects.toThrow(CompactedError);
          return;
        }
        const paged: string[] = [];
        const expected = model.list(prefix, revision);
        for (let after: string | undefined; ; ) {
          const page = await storage.list(prefix, { revision, limit, ...(after === undefined ? {} : { after }) });
          paged.push(...page.entries.map(({ key, value }) => `${key}=${value}`));
          expect(page.remaining).toBe(expected.length - paged.length);
          if (page.remaining === 0) break;
          after = page.entries.at(-1)?.key;
        }
        expect(paged).toEqual(expected);
      },
  );

const compact = fc.nat(6).map(
  (back): Step =>
    async (storage, model) => {
      const revision = model.before(back);
      await storage.compact(revision);
      model.compacted = Math.max(model.compacted, revision);
    },
);

/** Checks that the changes since a revision, below a prefix, turn the state at that revision into the newest one. */
const replay = fc.record({ back: fc.nat(8), prefix: fc.constantFrom('', '/a/', '/a/2', '/b', '/none') }).map(
  ({ back, prefix }): Step =>
    async (storage, model) => {
      const revision = Math.max(model.compacted, model.before(back));
      const below = [...model.at(revision)].filter(([key]) => key.startsWith(prefix));
      const state = new Map(below.map(([key, { value }]) => [key, value]));
      for (const { key, previous, current } of await storage.changesSince(revision, prefix)) {
        expect(previous?.value).toBe(state.get(key));
        if (current) state.set(key, current.value);
        else state.delete(key);
      }
      const found = [...state].map(([key, value]) => `${key}=${value}`);
      expect(found.sort()).toEqual(model.list(prefix, model.revision).sort());
    },
);

/** Checks that a storage agrees with the model after any sequence of steps. */
export async function agreesWithModel(open: () => Promise<Storage>, numRuns: number): Promise<void> {
  const steps = fc.array(
    fc.oneof(
      { weight: 4, arbitrary: commit },
      { weight: 2, arbitrary: list },
      { weight: 1, arbitrary: compact },
      { weight: 1, arbitrary: replay },
    ),
    { maxLength: 30 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (chosen) => {
      const storage = await open();
      const model = new Model(await storage.revision());
      for (const step of chosen) await step(storage, model);
      await storage.close();
    }),
    { numRuns },
  );
}
