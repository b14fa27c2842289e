import {
  type Change,
  type CommitResult,
  CompactedError,
  type Entry,
  FutureRevisionError,
  type Storage,
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
    name: 'raises the revision by one per commit and stamps the entries with it',
    run: withStorage(async (storage, first) => {
      equal(
        await storage.commit([put('a', '1'), put('b', '1')]),
        { committed: true, revision: first + 1 },
        'first commit',
      );
      equal(
        await storage.commit([put('a', '2', first + 1)]),
        { committed: true, revision: first + 2 },
        'second commit',
      );
      equal(
        await storage.get('a'),
        { key: 'a', value: '2', createRevision: first + 1, revision: first + 2 },
        'entry written twice',
      );
      equal((await storage.get('b'))?.revision, first + 1, 'entry written once');
      equal(await storage.revision(), first + 2, 'newest revision');
    }),
  },
  {
    name: 'commits all writes or none, and returns the conflicting key',
    run: withStorage(async (storage, first) => {
      await storage.commit([put('b', '1')]);
      const result = await storage.commit([put('a', '1'), put('b', '2')]);
      equal(result.committed ? undefined : [result.key, result.found?.value], ['b', '1'], 'refused create');
      equal(await storage.get('a'), undefined, 'other key of the refused commit');
      equal((await storage.commit([put('c', '1', first + 1)])).committed, false, 'update of an absent key');
      equal((await storage.commit([remove('b', first)])).committed, false, 'delete of another revision');
      equal(await storage.revision(), first + 1, 'revision after refusals');
    }),
  },
  {
    name: 'deletes keys, and gives a recreated key a new create revision',
    run: withStorage(async (storage, first) => {
      await storage.commit([put('a', '1')]);
      await storage.commit([remove('a', first + 1)]);
      equal(await storage.get('a'), undefined, 'deleted key');
      await storage.commit([put('a', '2')]);
      equal((await storage.get('a'))?.createRevision, first + 3, 'createRevision');
    }),
  },
  {
    name: 'stores a JSON object as the text that Go writes for it, now and in the history',
    run: withStorage(async (storage, first) => {
      const announced: unknown[] = [];
      storage.onCommit((changes) => announced.push(...changes.map(({ current }) => current?.value)));
      const states = ['<a>', '<b>'].map((name) => ({
        name,
        items: Array.from({ length: 100 }, (_, index) => ({ index })),
      }));
      const texts = states.map((state) => JSON.stringify(state).replace('<', '\\u003c').replace('>', '\\u003e'));
      for (const [index, value] of states.entries())
        await storage.commit([{ key: '/a', value, expected: index && first + index }]);
      equal(announced, texts, 'announced values');
      equal((await storage.get('/a'))?.value, texts[1], 'newest value');
      equal((await storage.list('/', { revision: first + 1 })).entries[0]?.value, texts[0], 'past value');
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
      await storage.commit([put('/a', '1'), put('/b', '1')]);
      await storage.commit([put('/a', '2', first + 1), remove('/b', first + 1)]);
      await storage.commit([put('/b', '3')]);
      const at = async (revision: number) => valuesOf((await storage.list('/', { revision })).entries);
      equal(await at(first), [], 'before everything');
      equal(await at(first + 1), ['1', '1'], 'after the first commit');
      equal(await at(first + 2), ['2'], 'after the delete');
      equal(await at(first + 3), ['2', '3'], 'newest');
      await refuses(at(first + 4), FutureRevisionError, 'list of the future');
    }),
  },
  {
    name: 'returns every change since a revision with the previous entry',
    run: withStorage(async (storage, first) => {
      await storage.commit([put('/a', '1')]);
      await storage.commit([put('/a', '2', first + 1), put('/b', '1')]);
      await storage.commit([remove('/a', first + 2)]);
      const changes = await storage.changesSince(first + 1);
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
        changes.map(({ revision }) => revision - first),
        [2, 2, 3],
        'their revisions',
      );
      equal(await storage.changesSince(first + 3), [], 'nothing new');
      await refuses(storage.changesSince(first + 4), FutureRevisionError, 'changes of the future');
    }),
  },
  {
    name: 'compacts history but never the newest state',
    run: withStorage(async (storage, first) => {
      await storage.commit([put('/a', '1')]);
      await storage.commit([put('/a', '2', first + 1), put('/b', '1')]);
      await storage.commit([remove('/b', first + 2)]);
      await storage.compact(first + 2);
      await refuses(storage.changesSince(first + 1), CompactedError, 'compacted changes');
      await refuses(storage.list('/', { revision: first + 1 }), CompactedError, 'compacted list');
      equal((await storage.changesSince(first + 2)).map(shapeOf), [['/b', '1', null]], 'changes that are kept');
      equal(
        valuesOf((await storage.list('/', { revision: first + 2 })).entries),
        ['2', '1'],
        'the compacted revision itself',
      );
      await storage.compact(first + 3);
      equal(valuesOf((await storage.list('/')).entries), ['2'], 'newest state');
      await storage.compact(first + 1);
      await refuses(storage.changesSince(first + 2), CompactedError, 'compaction never goes back');
    }),
  },
  {
    name: 'announces each commit once, in order, before it is acknowledged',
    run: withStorage(async (storage, first) => {
      const heard: number[] = [];
      const stop = storage.onCommit((changes) => heard.push((changes[0]?.revision ?? 0) - first));
      const acknowledged = await Promise.all(
        ['a', 'b', 'c'].map(async (key) => {
          await storage.commit([put(key, '1')]);
          return heard.length;
        }),
      );
      equal(heard, [1, 2, 3], 'announcements');
      equal(
        acknowledged.every((count) => count >= 1),
        true,
        'announced before acknowledged',
      );
      stop();
      await storage.commit([put('d', '1')]);
      equal(heard.length, 3, 'after stopping');
    }),
  },
  {
    name: 'commits exactly one of many concurrent writes to a key',
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
      await storage.commit([put('/a/1', '1'), put('/b/1', '1')]);
      await storage.commit([put('/a/2', '1')]);
      await storage.commit([remove('/b/1', first + 1)]);
      const below = async (prefix: string, revision: number) =>
        (await storage.changesSince(revision, prefix)).map((change) => [change.key, change.revision - first]);
      equal(
        await below('/a/', first),
        [
          ['/a/1', 1],
          ['/a/2', 2],
        ],
        'changes below /a/',
      );
      equal(await below('/b/', first + 1), [['/b/1', 3]], 'changes below /b/');
      equal(await below('/none/', first), [], 'changes below a prefix without keys');
      await storage.compact(first + 1);
      await refuses(storage.changesSince(first, '/a/'), CompactedError, 'compacted changes');
      await refuses(storage.changesSince(first + 4, '/a/'), FutureRevisionError, 'changes of the future');
    }),
  },
  {
    name: 'rejects compaction at a future revision',
    run: withStorage(async (storage, first) => {
      await refuses(storage.compact(first + 1), FutureRevisionError, 'compaction of the future');
    }),
  },
  {
    name: 'announces all changes of a commit at once, in the order of its writes, when reads see them',
    run: withStorage(async (storage, first) => {
      const heard: string[][] = [];
      let reads: Promise<unknown[]> | undefined;
      storage.onCommit((changes) => {
        heard.push(changes.map(({ key }) => key));
        reads = Promise.all([storage.revision(), storage.get('/b'), storage.changesSince(first)]);
      });
      await storage.commit([put('/b', '1'), put('/a', '1')]);
      equal(heard, [['/b', '/a']], 'announcement');
      const [revision, entry, changes] = (await reads) as [number, Entry | undefined, readonly Change[]];
      equal([revision, entry?.value, changes.length], [first + 1, '1', 2], 'reads of the listener');
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
      storage.onCommit((changes) => heard.push(...changes));
      await storage.commit([put('/a', '1', 7)]);
      equal(heard.length, 0, 'announcements');
    }),
  },
  {
    name: 'acknowledges a commit although a listener throws, and announces it to the other listeners',
    run: withStorage(async (storage, first) => {
      const { error } = console;
      console.error = () => undefined;
      try {
        const heard: number[] = [];
        storage.onCommit(() => {
          throw new Error('a listener that throws');
        });
        storage.onCommit((changes) => heard.push((changes[0]?.revision ?? 0) - first));
        equal(await storage.commit([put('/a', '1')]), { committed: true, revision: first + 1 }, 'commit');
        equal(heard, [1], 'other listener');
      } finally {
        console.error = error;
      }
    }),
  },
  {
    name: 'announces a commit that a listener calls after the one that it hears',
    run: withStorage(async (storage, first) => {
      const heard: number[] = [];
      const results: unknown[] = [];
      storage.onCommit(([change]) => {
        if (change?.key !== '/a') return;
        for (const key of ['/b', '/a']) results.push(storage.commit([put(key, '2')]));
      });
      storage.onCommit((changes) => heard.push((changes[0]?.revision ?? 0) - first));
      equal(await storage.commit([put('/a', '1')]), { committed: true, revision: first + 1 }, 'commit');
      const [next, refused] = (await Promise.all(results)) as CommitResult[];
      equal(next, { committed: true, revision: first + 2 }, 'commit of the listener');
      equal(refused?.committed, false, 'a second one, for a key that exists');
      equal(heard, [1, 2], 'announcements');
    }),
  },
  {
    name: 'checks concurrent commits in the order of their calls',
    run: withStorage(async (storage, first) => {
      const results = await Promise.all([
        storage.commit([put('/a', '1')]),
        storage.commit([put('/a', '2', first + 1)]),
        storage.commit([put('/a', '3', first + 1), put('/b', '1')]),
        storage.commit([put('/b', '2')]),
      ]);
      equal(
        results.map(({ committed }) => committed),
        [true, true, false, true],
        'outcomes',
      );
      equal(await storage.revision(), first + 3, 'revision');
    }),
  },
  {
    name: 'finishes pending commits on close, and rejects later ones',
    async run(open) {
      const storage = await open();
      const first = await storage.revision();
      const early = storage.commit([put('/a', '1')]);
      await storage.close();
      equal(await early, { committed: true, revision: first + 1 }, 'commit before the close');
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

/** The rules of a durable storage. `reopen` closes the storage, as a dying process would, and opens it again. */
export const durableStorageContract: readonly ContractCase[] = [
  {
    name: 'keeps state, history and revision across a restart',
    run: async (open) => {
      const storage = await open();
      const first = await storage.revision();
      await storage.commit([put('/a', '1'), put('/b', '1')]);
      await storage.commit([put('/a', '2', first + 1), remove('/b', first + 1)]);
      await storage.commit([put('/a', '3', first + 2)]);
      await storage.compact(first + 1);
      await storage.compact(first);
      await storage.close();

      const again = await open();
      equal(await again.revision(), first + 3, 'revision');
      equal(await again.get('/a'), { key: '/a', value: '3', createRevision: first + 1, revision: first + 3 }, 'entry');
      equal(valuesOf((await again.list('/', { revision: first + 1 })).entries), ['1', '1'], 'state of the past');
      equal(
        (await again.changesSince(first + 1)).map(shapeOf),
        [
          ['/a', '1', '2'],
          ['/b', '1', null],
          ['/a', '2', '3'],
        ],
        'history',
      );
      await refuses(again.changesSince(first), CompactedError, 'compacted history');
      equal(await again.commit([put('/c', '1')]), { committed: true, revision: first + 4 }, 'next commit');
      await again.close();
    },
  },
];
