import {
  type Change,
  CompactedError,
  type Entry,
  FutureRevisionError,
  type Storage,
  type Write,
} from '../../src/storage/storage.ts';

/** One rule of the storage port. Needs no test framework, so that it also runs in a browser page. */
export interface ContractCase {
  readonly name: string;
  run(open: () => Promise<Storage>): Promise<void>;
}

function equal(actual: unknown, expected: unknown, what: string): void {
  const [found, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (found !== wanted) throw new Error(`${what}: expected ${wanted}, found ${found}`);
}

async function refuses(action: unknown, error: new (...parameters: never[]) => Error, what: string): Promise<void> {
  const outcome = await Promise.resolve(action).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(outcome instanceof error)) throw new Error(`${what}: expected ${error.name}, found ${String(outcome)}`);
}

const put = (key: string, value: string, expected = 0) => ({ key, value, expected });
const remove = (key: string, expected: number) => ({ key, value: null, expected });
const keysOf = (entries: readonly Entry[]): string[] => entries.map(({ key }) => key);
const valuesOf = (entries: readonly Entry[]): string[] => entries.map(({ value }) => value);
const shapeOf = ({ key, previous, current }: Change): unknown[] => [
  key,
  previous?.value ?? null,
  current?.value ?? null,
];

/** Makes a commit that must succeed. Returns its revision. */
async function committed(storage: Storage, ...writes: Write[]): Promise<number> {
  const result = await storage.commit(writes);
  if (!result.committed) throw new Error(`the commit of ${result.key} was refused`);
  return result.revision;
}

/** Calls `listener` with the changes of each commit. Returns a function that stops it. */
const followAll = (storage: Storage, listener: (changes: readonly Change[]) => void) =>
  storage.follow('', { changed: listener });
const revisionsOf = (changes: readonly Change[]): number[] => [...new Set(changes.map(({ revision }) => revision))];
const byNumber = (one: number, other: number): number => one - other;
const isRising = (revisions: readonly number[]): boolean =>
  revisions.every((revision, index) => index === 0 || revision > (revisions[index - 1] ?? 0));

/** More revisions than a medium adds during a test. */
const FAR = 1_000_000;

/** Runs `use` with a new storage and its first revision, and closes the storage. */
const withStorage =
  (use: (storage: Storage, first: number) => Promise<void>): ContractCase['run'] =>
  async (open) => {
    const storage = await open();
    try {
      await use(storage, await storage.revision());
    } finally {
      await storage.close();
    }
  };

export const storageContract: readonly ContractCase[] = [
  {
    name: 'increments the revision with each commit and stamps its entries with it',
    run: withStorage(async (storage, first) => {
      const one = await committed(storage, put('a', '1'), put('b', '1'));
      const two = await committed(storage, put('a', '2', one));
      equal(isRising([first, one, two]), true, 'rising revisions');
      equal(
        await storage.get('a'),
        { key: 'a', value: '2', createRevision: one, revision: two },
        'entry written twice',
      );
      equal((await storage.get('b'))?.revision, one, 'entry written once');
      equal((await storage.revision()) >= two, true, 'newest revision');
    }),
  },
  {
    name: 'commits all writes or none, and returns the conflicting key',
    run: withStorage(async (storage) => {
      const one = await committed(storage, put('b', '1'));
      const result = await storage.commit([put('a', '1'), put('b', '2')]);
      equal(result.committed ? undefined : [result.key, result.found?.value], ['b', '1'], 'refused create');
      equal(await storage.get('a'), undefined, 'other key of the refused commit');
      equal((await storage.commit([put('c', '1', one)])).committed, false, 'update of an absent key');
      equal((await storage.commit([remove('b', one - 1)])).committed, false, 'delete of another revision');
      equal(revisionsOf(await storage.changesSince(one - 1)), [one], 'commits after refusals');
    }),
  },
  {
    name: 'deletes keys, and gives a recreated key a new create revision',
    run: withStorage(async (storage) => {
      await committed(storage, remove('a', await committed(storage, put('a', '1'))));
      equal(await storage.get('a'), undefined, 'deleted key');
      const again = await committed(storage, put('a', '2'));
      equal((await storage.get('a'))?.createRevision, again, 'createRevision');
    }),
  },
  {
    name: 'stores a JSON object as the text that Go writes for it, also in the history',
    run: withStorage(async (storage, first) => {
      const announced: unknown[] = [];
      await followAll(storage, (changes) => announced.push(...changes.map(({ current }) => current?.value)));
      const states = ['<a>', '<b>'].map((name) => ({
        name,
        items: Array.from({ length: 100 }, (_, index) => ({ index })),
      }));
      const texts = states.map((state) => JSON.stringify(state).replace('<', '\\u003c').replace('>', '\\u003e'));
      const one = await committed(storage, { key: '/a', value: states[0] ?? '', expected: 0 });
      await committed(storage, { key: '/a', value: states[1] ?? '', expected: one });
      equal(announced, texts, 'announced values');
      equal((await storage.get('/a'))?.value, texts[1], 'newest value');
      equal((await storage.list('/', { revision: one })).entries[0]?.value, texts[0], 'past value');
      const changes = await storage.changesSince(first);
      equal(
        changes.map(({ current }) => current?.value),
        texts,
        'values of the history',
      );
    }),
  },
  {
    name: 'lists a prefix in the order of UTF-16 code units',
    run: withStorage(async (storage) => {
      await storage.commit(
        ['/p/b', '/p/a-', '/p/a/x', '/p/é', '/p/Z', '/q/a', '/o/z', '/p'].map((key) => put(key, '1')),
      );
      equal(keysOf((await storage.list('/p/')).entries), ['/p/Z', '/p/a-', '/p/a/x', '/p/b', '/p/é'], 'keys');
      equal(keysOf((await storage.list('/none/')).entries), [], 'empty prefix');
    }),
  },
  {
    name: 'pages through a prefix and counts the remaining entries',
    run: withStorage(async (storage) => {
      await storage.commit(['/p/a', '/p/b', '/p/c', '/p/d', '/q'].map((key) => put(key, '1')));
      const first = await storage.list('/p/', { limit: 2 });
      equal([keysOf(first.entries), first.remaining], [['/p/a', '/p/b'], 2], 'first page');
      const second = await storage.list('/p/', { limit: 2, after: '/p/b', revision: first.revision });
      equal([keysOf(second.entries), second.remaining], [['/p/c', '/p/d'], 0], 'second page');
      equal((await storage.list('/p/', { after: '/p/bb', limit: 1 })).remaining, 1, 'page after an absent key');
    }),
  },
  {
    name: 'lists the state at every retained revision',
    run: withStorage(async (storage, first) => {
      const one = await committed(storage, put('/a', '1'), put('/b', '1'));
      const two = await committed(storage, put('/a', '2', one), remove('/b', one));
      const three = await committed(storage, put('/b', '3'));
      const at = async (revision: number) => valuesOf((await storage.list('/', { revision })).entries);
      equal(await at(first), [], 'before everything');
      equal(await at(one), ['1', '1'], 'after the first commit');
      equal(await at(three - 1), ['2'], 'before the last commit');
      equal(await at(two), ['2'], 'after the delete');
      equal(await at(three), ['2', '3'], 'newest');
      await refuses(at((await storage.revision()) + FAR), FutureRevisionError, 'list of the future');
    }),
  },
  {
    name: 'returns every change since a revision with the previous entry',
    run: withStorage(async (storage) => {
      const one = await committed(storage, put('/a', '1'));
      const two = await committed(storage, put('/a', '2', one), put('/b', '1'));
      const three = await committed(storage, remove('/a', two));
      const changes = await storage.changesSince(one);
      equal(
        changes.map(shapeOf),
        [
          ['/a', '1', '2'],
          ['/b', null, '1'],
          ['/a', '2', null],
        ],
        'changes',
      );
      equal(
        changes.map(({ revision }) => revision),
        [two, two, three],
        'their revisions',
      );
      equal(await storage.changesSince(three), [], 'nothing new');
      await refuses(storage.changesSince(three + FAR), FutureRevisionError, 'changes of the future');
    }),
  },
  {
    name: 'compacts history but never the newest state',
    run: withStorage(async (storage) => {
      const one = await committed(storage, put('/a', '1'));
      const two = await committed(storage, put('/a', '2', one), put('/b', '1'));
      const three = await committed(storage, remove('/b', two));
      await storage.compact(two);
      await refuses(storage.changesSince(one), CompactedError, 'compacted changes');
      await refuses(storage.list('/', { revision: one }), CompactedError, 'compacted list');
      equal((await storage.changesSince(two)).map(shapeOf), [['/b', '1', null]], 'changes that are kept');
      equal(
        valuesOf((await storage.list('/', { revision: two })).entries),
        ['2', '1'],
        'the compacted revision itself',
      );
      await storage.compact(three);
      equal(valuesOf((await storage.list('/')).entries), ['2'], 'newest state');
      await storage.compact(one);
      await refuses(storage.changesSince(two), CompactedError, 'compaction never goes back');
    }),
  },
  {
    name: 'announces each commit once, in order, before it is acknowledged',
    run: withStorage(async (storage) => {
      const heard: number[] = [];
      const end = await followAll(storage, (changes) => heard.push(...revisionsOf(changes)));
      const acknowledged = await Promise.all(
        ['a', 'b', 'c'].map(async (key) => {
          const revision = await committed(storage, put(key, '1'));
          return { revision, isAnnounced: heard.includes(revision) };
        }),
      );
      equal(heard, acknowledged.map(({ revision }) => revision).sort(byNumber), 'announcements');
      equal(isRising(heard), true, 'announced in order');
      equal(
        acknowledged.every(({ isAnnounced }) => isAnnounced),
        true,
        'announced before acknowledged',
      );
      end();
      await committed(storage, put('d', '1'));
      equal(heard.length, 3, 'after the end');
    }),
  },
  {
    name: 'begins with the state below a prefix and announces only the commits that change it',
    run: withStorage(async (storage) => {
      const one = await committed(storage, put('/p/b', '1'), put('/q/a', '1'));
      const two = await committed(storage, put('/p/a', '1'));
      const heard: unknown[] = [];
      await storage.follow('/p/', {
        began: ({ entries, revision }) => void heard.push([keysOf(entries), revision >= two]),
        changed: (changes) => heard.push(changes.map(shapeOf)),
      });
      equal(heard, [[['/p/a', '/p/b'], true]], 'the state when the follower has begun');
      await committed(storage, put('/q/a', '2', one));
      await committed(storage, put('/q/b', '1'), put('/p/c', '1'), remove('/p/b', one));
      await committed(storage, put('/p', '1'));
      equal(
        heard.slice(1),
        [
          [
            ['/p/c', null, '1'],
            ['/p/b', '1', null],
          ],
        ],
        'announcements',
      );
    }),
  },
  {
    name: 'begins following between commits, so that a follower has each commit once',
    run: withStorage(async (storage) => {
      const states: Map<string, number>[] = [];
      const problems: string[] = [];
      const follow = async (): Promise<void> => {
        const state = new Map<string, number>();
        await storage.follow('/k/', {
          began: ({ entries }) => {
            for (const { key, revision } of entries) state.set(key, revision);
          },
          changed: (changes) => {
            for (const { key, previous, current } of changes) {
              if (state.get(key) !== previous?.revision) problems.push(`${key} was not at ${previous?.revision}`);
              if (current) state.set(key, current.revision);
              else state.delete(key);
            }
          },
        });
        states.push(state);
      };
      const write = async (key: string): Promise<void> => {
        const one = await committed(storage, put(key, '1'));
        const two = await committed(storage, put(key, '2', one));
        if (key.endsWith('0')) await committed(storage, remove(key, two));
      };
      await Promise.all(Array.from({ length: 40 }, (_, index) => (index % 4 ? write(`/k/${index}`) : follow())));
      equal(problems, [], 'changes that do not follow the state before');
      const newest = (await storage.list('/k/')).entries.map(({ key, revision }) => [key, revision]);
      for (const state of states) equal([...state].sort(), newest, 'state of a follower');
    }),
  },
  {
    name: 'does not announce a commit to a follower that begins with it',
    run: withStorage(async (storage) => {
      const heard: unknown[] = [];
      let begun: Promise<unknown> | undefined;
      await followAll(storage, () => {
        begun ??= storage.follow('/a', {
          began: ({ entries }) => heard.push(keysOf(entries)),
          changed: (changes) => heard.push(changes.map(shapeOf)),
        });
      });
      await committed(storage, put('/a', '1'));
      await begun;
      equal(heard, [['/a']], 'what the follower has taken');
    }),
  },
  {
    name: 'reports the revision to a follower when only other keys change, and never before their announcement',
    run: withStorage(async (storage) => {
      let reached = 0;
      let announced = 0;
      const problems: number[] = [];
      const reach = (revision: number): void => {
        if (revision <= reached) problems.push(revision);
        reached = revision;
      };
      await storage.follow('/p/', { changed: ([change]) => reach(change?.revision ?? 0), progressed: reach });
      await followAll(storage, (changes) => {
        announced = Math.max(announced, ...revisionsOf(changes));
      });
      const revisions = [];
      for (const key of ['/q/a', '/p/a', '/q/b', '/q/c']) {
        const revision = await committed(storage, put(key, '1'));
        revisions.push(revision);
        equal([reached >= revision, announced >= revision], [true, true], 'the reached revision');
      }
      equal(problems, [], 'revisions that do not rise');
      equal(isRising(revisions), true, 'rising revisions');
    }),
  },
  {
    name: 'commits exactly one of several concurrent writes to a key',
    run: withStorage(async (storage) => {
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, index) => storage.commit([put('a', String(index))])),
      );
      equal(results.filter(({ committed }) => committed).length, 1, 'winners');
      equal((await storage.get('a'))?.value, '0', 'the first one');
    }),
  },
  {
    name: 'returns only the changes below a prefix',
    run: withStorage(async (storage, first) => {
      const one = await committed(storage, put('/a/1', '1'), put('/b/1', '1'));
      const two = await committed(storage, put('/a/2', '1'));
      const three = await committed(storage, remove('/b/1', one));
      const below = async (prefix: string, revision: number) =>
        (await storage.changesSince(revision, prefix)).map((change) => [change.key, change.revision]);
      equal(
        await below('/a/', first),
        [
          ['/a/1', one],
          ['/a/2', two],
        ],
        'changes below /a/',
      );
      equal(await below('/b/', one), [['/b/1', three]], 'changes below /b/');
      equal(await below('/none/', first), [], 'changes below a prefix without keys');
      await storage.compact(one);
      await refuses(storage.changesSince(first, '/a/'), CompactedError, 'compacted changes');
      await refuses(storage.changesSince(three + FAR, '/a/'), FutureRevisionError, 'changes of the future');
    }),
  },
  {
    name: 'rejects compaction at a future revision',
    run: withStorage(async (storage, first) => {
      await refuses(storage.compact(first + FAR), FutureRevisionError, 'compaction of the future');
    }),
  },
  {
    name: 'announces all changes of a commit at once, in the order of its writes, when reads see them',
    run: withStorage(async (storage, first) => {
      const heard: string[][] = [];
      let reads: Promise<unknown[]> | undefined;
      await followAll(storage, (changes) => {
        heard.push(changes.map(({ key }) => key));
        reads = Promise.all([storage.revision(), storage.get('/b'), storage.changesSince(first)]);
      });
      const committedAt = await committed(storage, put('/b', '1'), put('/a', '1'));
      equal(heard, [['/b', '/a']], 'announcement');
      const [revision, entry, changes] = (await reads) as [number, Entry | undefined, readonly Change[]];
      equal([revision >= committedAt, entry?.value, changes.length], [true, '1', 2], 'reads of the follower');
      equal(
        changes.map(({ key }) => key),
        ['/b', '/a'],
        'order in the history',
      );
    }),
  },
  {
    name: 'announces nothing for a rejected commit',
    run: withStorage(async (storage) => {
      const heard: Change[] = [];
      await followAll(storage, (changes) => heard.push(...changes));
      await storage.commit([put('/a', '1', 7)]);
      equal(heard.length, 0, 'announcements');
    }),
  },
  {
    name: 'acknowledges a commit when a follower throws, and announces it to the other followers',
    run: withStorage(async (storage) => {
      const { error } = console;
      console.error = () => undefined;
      try {
        const heard: number[] = [];
        await followAll(storage, () => {
          throw new Error('a follower that throws');
        });
        await followAll(storage, (changes) => heard.push(...revisionsOf(changes)));
        equal(heard, [], 'announcements before the commit');
        equal([await committed(storage, put('/a', '1'))], heard, 'other follower');
      } finally {
        console.error = error;
      }
    }),
  },
  {
    name: 'announces a commit that a follower makes after the one that it was notified of',
    run: withStorage(async (storage) => {
      const heard: number[] = [];
      const results: (ReturnType<Storage['commit']> | undefined)[] = [];
      await followAll(storage, ([change]) => {
        if (change?.key !== '/a') return;
        for (const key of ['/b', '/a']) results.push(storage.commit([put(key, '2')]));
      });
      await followAll(storage, (changes) => heard.push(...revisionsOf(changes)));
      const first = await committed(storage, put('/a', '1'));
      const [next, refused] = await Promise.all(results);
      equal(next?.committed, true, 'commit of the follower');
      equal(refused?.committed, false, 'a second one, for a key that exists');
      equal(heard, [first, next?.committed && next.revision], 'announcements');
    }),
  },
  {
    name: 'checks concurrent commits of one key in the order of their calls',
    run: withStorage(async (storage) => {
      const results = await Promise.all(
        ['1', '2', '3'].flatMap((value) => [
          storage.commit([put('/a', value)]),
          storage.commit([put(`/${value}`, value)]),
        ]),
      );
      equal(
        results.map((result) => result.committed),
        [true, true, false, true, false, true],
        'outcomes',
      );
      equal((await storage.get('/a'))?.value, '1', 'value of the first commit');
      const revisions = results.flatMap((result) => (result.committed ? result.revision : []));
      equal(isRising(revisions.sort(byNumber)) && new Set(revisions).size, 4, 'revisions of their own');
    }),
  },
  {
    name: 'finishes pending commits on close, and rejects later ones',
    async run(open) {
      const storage = await open();
      const early = storage.commit([put('/a', '1')]);
      await storage.close();
      equal((await early).committed, true, 'commit before the close');
      await refuses(storage.commit([put('/b', '1')]), Error, 'commit after the close');
    },
  },
  {
    name: 'stores values of one million characters',
    run: withStorage(async (storage) => {
      const value = 'é'.repeat(1_000_000);
      await storage.commit([put('big', value)]);
      equal((await storage.get('big'))?.value.length, value.length, 'length');
    }),
  },
];

/** The rules of a durable storage. `reopen` closes the storage as a dying process would, and opens it again. */
export const durableStorageContract: readonly ContractCase[] = [
  {
    name: 'keeps state, history and revision across a restart',
    run: async (open) => {
      const storage = await open();
      const one = await committed(storage, put('/a', '1'), put('/b', '1'));
      const two = await committed(storage, put('/a', '2', one), remove('/b', one));
      const three = await committed(storage, put('/a', '3', two));
      await storage.compact(one);
      await storage.compact(one - 1);
      await storage.close();

      const again = await open();
      equal(await again.revision(), three, 'revision');
      equal(await again.get('/a'), { key: '/a', value: '3', createRevision: one, revision: three }, 'entry');
      equal(valuesOf((await again.list('/', { revision: one })).entries), ['1', '1'], 'state of the past');
      equal(
        (await again.changesSince(one)).map(shapeOf),
        [
          ['/a', '1', '2'],
          ['/b', '1', null],
          ['/a', '2', '3'],
        ],
        'history',
      );
      await refuses(again.changesSince(one - 1), CompactedError, 'compacted history');
      equal((await committed(again, put('/c', '1'))) > three, true, 'revision of the next commit');
      await again.close();
    },
  },
];

/** The rules of storages that commit to one medium. `openTwo` opens two on a new medium. */
export const sharedStorageContract: readonly {
  readonly name: string;
  run(openTwo: () => Promise<readonly [Storage, Storage]>): Promise<void>;
}[] = [
  {
    name: 'announces the commit of another writer before the conflicting one is refused',
    run: async (openTwo) => {
      const [one, other] = await openTwo();
      const heard: unknown[] = [];
      await followAll(other, (changes) => heard.push(changes.map(shapeOf)));
      const revision = await committed(one, put('/a', '1'));
      const refused = await other.commit([put('/a', '2')]);
      equal(refused.committed ? undefined : refused.found?.value, '1', 'the refusal');
      equal(heard, [[['/a', null, '1']]], 'announcements before the refusal');
      equal((await other.get('/a'))?.revision, revision, 'revision with which the writer retries');
      await committed(one, remove('/a', revision));
      const gone = await other.commit([put('/a', '3', revision)]);
      equal(gone.committed || gone.found, undefined, 'an update of a key that the other writer has deleted');
      equal(await other.get('/a'), undefined, 'the deleted key');
      await Promise.all([one.close(), other.close()]);
    },
  },
  {
    name: 'loses no increment of a counter when both writers retry from the announced value',
    run: async (openTwo) => {
      const storages = await openTwo();
      const raise = async (storage: Storage): Promise<void> => {
        for (;;) {
          const live = await storage.get('/counter');
          const value = String(Number(live?.value ?? 0) + 1);
          if ((await storage.commit([put('/counter', value, live?.revision ?? 0)])).committed) return;
        }
      };
      const announced = storages.map((): string[] => []);
      for (const [index, storage] of storages.entries())
        await storage.follow('/counter', {
          changed: (changes) => announced[index]?.push(...changes.map(({ current }) => current?.value ?? '')),
        });
      await Promise.all(storages.flatMap((storage) => Array.from({ length: 10 }, () => raise(storage))));
      // A commit delivers the last write of the other storage.
      for (const [index, storage] of storages.entries()) await committed(storage, put(`/end/${index}`, 'end'));
      const counted = Array.from({ length: 20 }, (_, index) => String(index + 1));
      equal(announced, [counted, counted], 'announced values');
      await Promise.all(storages.map((storage) => storage.close()));
    },
  },
  {
    name: 'has the commits of another writer once it has caught up',
    run: async (openTwo) => {
      const [one, other] = await openTwo();
      let revision = 0;
      for (let value = 1; value <= 20; value++) {
        revision = await committed(one, put('/a', `${value}`, revision));
        if (!other.catchUp) break;
        await other.catchUp();
        equal((await other.list('/a')).entries[0]?.value, `${value}`, 'the state after catching up');
      }
      await committed(one, remove('/a', revision));
      await other.catchUp?.();
      if (other.catchUp) equal((await other.list('/a')).entries, [], 'the state after a delete');
      await Promise.all([one.close(), other.close()]);
    },
  },
];
