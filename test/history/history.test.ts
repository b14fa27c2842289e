import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEtcdStorage } from '../../src/hosts/node/etcd/etcd-storage.ts';
import { systemClock, systemRandom } from '../../src/hosts/platform.ts';
import type { ServerOptions } from '../../src/server/server-options.ts';
import { EtcdProcess, hasEtcd } from '../helpers/etcd-process.ts';
import { repeatableRandom } from '../helpers/repeatable-random.ts';
import { Program, type ServedFolder } from '../hosts/node/data-dir-process.ts';
import { createWholeServer } from '../server/whole-server.ts';
import { SharedMedium } from '../storage/shared-medium.ts';
import { problemsOf } from './check-history.ts';
import type { GetRecord, History, ListRecord, Seen, WatchEvent, WatchRecord, WriteRecord } from './history.ts';
import { recordHistory, type Send } from './record-history.ts';

/** How often a server is killed. */
const KILLS = Number(process.env.TABPLANE_KILLS ?? 4);
/** Each round has a history of its own, because checks take the square of the length. */
const KILLS_OF_ROUND = 20;
const ROUNDS = Array.from({ length: Math.ceil(KILLS / KILLS_OF_ROUND) }, (_, index) => ({
  round: index + 1,
  kills: Math.min(KILLS_OF_ROUND, KILLS - index * KILLS_OF_ROUND),
}));

/** Milliseconds. */
const DAY = 86_400_000;

const SHAPE = { clients: 8, keys: 4, watches: 3 };

async function inProcess(options: Partial<ServerOptions> = {}): Promise<History> {
  const { send, server } = await createWholeServer({ clock: systemClock, random: systemRandom, ...options });
  const sent: Send = (method, path, body, contentType = 'application/json') =>
    send(method, path, body ? { body: JSON.stringify(body), headers: { 'content-type': contentType } } : {});
  const history = await recordHistory({ ...SHAPE, requests: 120, random: repeatableRandom(7), send: sent });
  await server.close();
  return history;
}

interface Faulty {
  readonly send: Send;
  /** Number of faults. */
  readonly count: number;
  /** Harms a server and repairs it. */
  readonly fault: (number: number) => Promise<void>;
  readonly seed: number;
}

/** Records a history with a fault after every 150 answers to clients. */
async function recordWithFaults({ send, count, fault, seed }: Faulty): Promise<History> {
  let answered = 0;
  let repaired: Promise<void> = Promise.resolve();
  let isRecorded = false;
  const counted: Send = async (method, path, ...rest) => {
    const response = await send(method, path, ...rest);
    // Watches are repeated until a server has the history that they need.
    if (!path.includes('watch=true')) answered += 1;
    return response;
  };
  const faults = (async () => {
    for (let number = 1; number <= count; number++) {
      while (answered < number * 150 && !isRecorded) await new Promise((resolve) => setTimeout(resolve, 1));
      repaired = fault(number);
      await repaired;
    }
  })();
  const recorded = recordHistory({
    ...{ ...SHAPE, requests: 25 * count, random: repeatableRandom(seed), send: counted },
    recovered: async () => {
      // The connection may break before the process has ended.
      await new Promise((resolve) => setTimeout(resolve, 10));
      await repaired;
    },
  });
  const history = await recorded.finally(() => {
    isRecorded = true;
  });
  await faults;
  return history;
}

describe('a history', () => {
  let history: History;
  beforeAll(async () => {
    history = await inProcess();
  });

  it('of an in-memory server is linearizable, and its watches deliver each change once and in order', () => {
    expect(problemsOf(history)).toEqual([]);
  });

  it('of a server whose storage is shared over a network is linearizable, and its watches deliver each change once', async () => {
    const medium = await SharedMedium.open({ firstRevision: 300 });
    const other = await medium.openStorage();
    expect(problemsOf(await inProcess({ storage: await medium.openStorage() }))).toEqual([]);
    await other.close();
  });

  it('of a server whose system clock jumps by hours in both directions is linearizable, and its watches go on', async () => {
    let offset = 0;
    const random = repeatableRandom(5);
    const clock = { ...systemClock, now: () => Date.now() + offset };
    const jumping = setInterval(() => {
      offset += Math.round((random() - 0.5) * DAY);
    }, 5);
    const recorded = await inProcess({ clock }).finally(() => clearInterval(jumping));
    expect(problemsOf(recorded)).toEqual([]);
    expect(offset).not.toBe(0);
  });

  it.skipIf(!hasEtcd)(
    'of two servers over one etcd is linearizable, whichever server a request is sent to',
    async () => {
      const etcd = await EtcdProcess.start();
      const open = () => openEtcdStorage({ servers: [etcd.url], prefix: '/cluster' });
      const storages = [await open(), await open()] as const;
      const parts = { clock: systemClock, random: systemRandom };
      const servers = [
        await createWholeServer({ ...parts, storage: storages[0] }),
        await createWholeServer({ ...parts, storage: storages[1] }),
      ] as const;
      const random = repeatableRandom(3);
      const sent: Send = (method, path, body, contentType = 'application/json') => {
        const { send } = servers[random() < 0.5 ? 0 : 1];
        return send(method, path, body ? { body: JSON.stringify(body), headers: { 'content-type': contentType } } : {});
      };
      const recorded = await recordHistory({ ...SHAPE, requests: 120, random: repeatableRandom(7), send: sent });
      for (const { server } of servers) await server.close();
      for (const storage of storages) await storage.close();
      await etcd.remove();
      expect(problemsOf(recorded)).toEqual([]);
    },
  );

  it('contains every kind of request and every outcome', () => {
    const outcomes = new Set(history.writes.map(({ kind, outcome }) => `${kind} ${outcome}`));
    const expected = ['create done', 'create exists', 'update done', 'update conflict', 'patch done', 'patch absent'];
    expect([...expected, 'delete done', 'delete absent'].filter((one) => !outcomes.has(one))).toEqual([]);
    expect(history.gets.some(({ seen }) => seen) && history.gets.some(({ seen }) => !seen)).toBe(true);
    expect(new Set(history.lists.map(({ mayBeStale }) => mayBeStale)).size).toBe(2);
  });

  /** Replaces the first matching element. */
  function replaced<T>(
    list: readonly T[],
    fits: (one: T, index: number) => boolean,
    by: (one: T, index: number) => readonly T[],
  ): T[] {
    const at = list.findIndex(fits);
    const found = list[at];
    if (found === undefined) throw new Error('the history has nothing that fits');
    return [...list.slice(0, at), ...by(found, at), ...list.slice(at + 1)];
  }
  const withGet = (fits: (get: GetRecord) => boolean, by: (get: GetRecord) => GetRecord): Partial<History> => ({
    gets: replaced(history.gets, fits, (get) => [by(get)]),
  });
  const withList = (fits: (list: ListRecord) => boolean, by: (list: ListRecord) => ListRecord): Partial<History> => ({
    lists: replaced(history.lists, fits, (list) => [by(list)]),
  });
  const withWrite = (
    fits: (write: WriteRecord) => boolean,
    by: (write: WriteRecord) => WriteRecord,
  ): Partial<History> => ({
    writes: replaced(history.writes, fits, (write) => [by(write)]),
  });
  /** Changes the events of the second watch, which the other watches saw unchanged. */
  const withEvents = (change: (events: readonly WatchEvent[]) => readonly WatchEvent[]): Partial<History> => {
    const [first, second, ...others] = history.watches as readonly [WatchRecord, WatchRecord, ...WatchRecord[]];
    return { watches: [first, { ...second, events: change(second.events) }, ...others] };
  };
  const withTimeline = (change: (events: readonly WatchEvent[]) => readonly WatchEvent[]): Partial<History> => {
    const [first, ...others] = history.watches;
    return { watches: [{ ...first, events: change(first.events) }, ...others] };
  };
  const events = () => history.watches[0].events;
  const isModified = ({ type }: WatchEvent): boolean => type === 'MODIFIED';
  /** The last state of a key before a revision. */
  const olderThan = (key: string, revision: number): WatchEvent | undefined =>
    events().findLast((event) => event.key === key && event.revision < revision && event.type !== 'DELETED');

  /** An object that was created and deleted before a get. */
  const deletedBefore = ({ key, began }: GetRecord): Seen | undefined =>
    history.writes.find(
      (create) =>
        create.key === key &&
        create.kind === 'create' &&
        history.writes.some(
          ({ kind, outcome, ...other }) =>
            [kind, outcome, other.key].join() === `delete,done,${key}` &&
            other.began > create.ended &&
            other.ended < began,
        ),
    )?.seen;

  const FAULTS: readonly (readonly [name: string, plant: () => Partial<History>, problem: RegExp])[] = [
    [
      'a lost write that was acknowledged',
      () => ({
        watches: history.watches.map(({ after, events: all }) => ({
          after,
          events: all.filter(({ revision }) => revision !== events().findLast(isModified)?.revision),
        })) as unknown as History['watches'],
      }),
      /was acknowledged and is lost/,
    ],
    [
      'a lost delete that was acknowledged',
      () => withTimeline((all) => all.filter((event) => event !== all.findLast(({ type }) => type === 'DELETED'))),
      /delete of .* was acknowledged and is lost|ADDED of .* follows/,
    ],
    [
      'an event delivered twice',
      () => withEvents((all) => replaced(all, isModified, (one) => [one, one])),
      /in place of/,
    ],
    ['a gap in a watch', () => withEvents((all) => replaced(all, isModified, () => [])), /in place of/],
    [
      'events in the wrong order',
      () => withEvents(([first, second, ...others]) => [second, first, ...others].filter((one) => one !== undefined)),
      /in place of/,
    ],
    [
      'an event of the wrong type',
      () => withTimeline((all) => replaced(all, isModified, (one) => [{ ...one, type: 'ADDED' }])),
      /ADDED of .* follows (ADDED|MODIFIED)/,
    ],
    [
      'a watch that continues after the last event',
      () => withEvents((all) => [...all, { ...(all.at(-1) as WatchEvent), revision: 10_000 }]),
      /more events/,
    ],
    [
      'a stale get after an acknowledged write',
      () =>
        withGet(
          ({ key, began, seen }) =>
            seen !== undefined &&
            olderThan(key, seen.revision) !== undefined &&
            history.writes.some((write) => write.seen?.revision === seen.revision && write.ended < began),
          (get) => ({ ...get, seen: olderThan(get.key, get.seen?.revision ?? 0) }),
        ),
      /get of .* returned/,
    ],
    [
      'a get of a state before its write',
      () =>
        withGet(
          ({ seen }) => seen !== undefined,
          (get) => ({ ...get, seen: events().findLast(({ key, type }) => key === get.key && type !== 'DELETED') }),
        ),
      /get of .* returned/,
    ],
    [
      'a get of a deleted object',
      () =>
        withGet(
          (get) => !get.seen && deletedBefore(get) !== undefined,
          (get) => ({ ...get, seen: deletedBefore(get) }),
        ),
      /get of .* returned/,
    ],
    [
      'a list that mixes revisions',
      () =>
        withList(
          ({ items }) => items.some(({ key, revision }) => olderThan(key, revision)),
          (list) => ({ ...list, items: list.items.map((item) => olderThan(item.key, item.revision) ?? item) }),
        ),
      /list at \d+ has key-/,
    ],
    [
      'a list that lacks an object',
      () =>
        withList(
          ({ items }) => items.length > 1,
          (list) => ({ ...list, items: list.items.slice(1) }),
        ),
      /list at \d+ has key-\d as absent/,
    ],
    [
      'a stale list after an acknowledged write',
      () =>
        withList(
          ({ mayBeStale, began }) => !mayBeStale && began > 200,
          (list) => ({ ...list, revision: events()[0]?.revision ?? 0, items: events().slice(0, 1) }),
        ),
      /list at \d+ is stale/,
    ],
    [
      'an update that overwrites a newer object',
      () =>
        withWrite(
          ({ kind, outcome }) => kind === 'update' && outcome === 'done',
          (write) => ({ ...write, expected: (write.expected ?? 0) - 1 }),
        ),
      /overwrote a newer object/,
    ],
    [
      'a conflict without another write',
      () =>
        withWrite(
          ({ kind, outcome, seen }) => kind === 'update' && outcome === 'done' && seen !== undefined,
          ({ seen: _, ...write }) => ({ ...write, outcome: 'conflict', ended: write.began + 0.5 }),
        ),
      /conflict without another write|nobody made/,
    ],
    [
      'a patch that drops the field of another write',
      () =>
        withTimeline((all) =>
          replaced(
            all,
            (one) => isModified(one) && !one.value.endsWith('/'),
            (one) => [{ ...one, value: `/${one.value.split('/')[1]}` }],
          ),
        ),
      /nobody made change/,
    ],
    [
      'a partial write',
      () =>
        withTimeline((all) => replaced(all, isModified, (one) => [{ ...one, value: one.value.replace(/\d+/, '') }])),
      /nobody made change/,
    ],
    [
      'revisions that contradict the order of the writes',
      () => {
        const [early, late] = [events()[0], events().at(-2)].map((one) => one?.revision);
        const swapped = (revision: number) => (revision === early ? late : revision === late ? early : revision) ?? 0;
        return withTimeline((all) =>
          all.map((one) => ({ ...one, revision: swapped(one.revision) })).sort((a, b) => a.revision - b.revision),
        );
      },
      /acknowledged before an older one was sent/,
    ],
    [
      'an answer that differs from the stored object',
      () =>
        withWrite(
          ({ kind, seen }) => kind === 'patch' && seen !== undefined,
          (write) => ({ ...write, ...(write.seen ? { seen: { ...write.seen, value: `other/${write.text}` } } : {}) }),
        ),
      /was answered with other/,
    ],
  ];

  it.each(FAULTS)('with %s is rejected', (_name, plant, problem) => {
    expect(problemsOf({ ...history, ...plant() }).join('\n')).toMatch(problem);
  });
});

describe('the history of a data folder', () => {
  let program: Program;
  const root = mkdtempSync(join(tmpdir(), 'tabplane-history-'));
  beforeAll(async () => {
    program = await Program.build();
  });
  afterAll(() => {
    program.close();
    rmSync(root, { recursive: true, force: true });
  });

  it.each(ROUNDS)(
    'is linearizable, and its watches resume, when its server is killed $kills times during writes (round $round)',
    {
      timeout: KILLS_OF_ROUND * 60_000,
    },
    async ({ round, kills: count }) => {
      const folder = join(root, `folder-${round}`);
      let served: ServedFolder = await program.serve(folder);
      const send: Send = (method, path, body, contentType = 'application/json') => {
        const request = { method, headers: { 'content-type': contentType } };
        return served.send(path, body ? { ...request, body: JSON.stringify(body) } : request);
      };
      const kill = async (): Promise<void> => {
        await served.end('SIGKILL');
        served = await program.serve(folder);
      };
      const history = await recordWithFaults({ send, count, fault: kill, seed: 10 + round });
      await served.end('SIGTERM');
      expect(problemsOf(history)).toEqual([]);
      expect(history.writes.some(({ outcome }) => outcome === 'unknown')).toBe(true);
    },
  );
});

describe.skipIf(!hasEtcd)('the history of three servers over one etcd', () => {
  let program: Program;
  beforeAll(async () => {
    program = await Program.build();
  });
  afterAll(() => program.close());

  it.each(ROUNDS)(
    'is linearizable, and its watches resume, when servers and etcd are killed and paused $kills times during writes (round $round)',
    {
      timeout: KILLS_OF_ROUND * 60_000,
    },
    async ({ round, kills: count }) => {
      const etcd = await EtcdProcess.start();
      const start = () => program.start(['--etcd-servers', etcd.url]);
      const servers = await Promise.all([start(), start(), start()]);
      const random = repeatableRandom(4 + round);
      const chosen = () => Math.floor(random() * servers.length);
      const send: Send = async (method, path, body, contentType = 'application/json') => {
        const request = { method, headers: { 'content-type': contentType } };
        const served = servers[chosen()];
        if (!served) throw new Error('there is no server');
        const response = await served.send(path, body ? { ...request, body: JSON.stringify(body) } : request);
        // Without etcd, servers refuse requests at once, and clients would end before the next fault.
        if (response.status >= 500) throw new Error(`a server answered with ${response.status}`);
        return response;
      };
      const pause = async (signal: (name: NodeJS.Signals) => void): Promise<void> => {
        signal('SIGSTOP');
        await new Promise((resolve) => setTimeout(resolve, 500));
        signal('SIGCONT');
      };
      const faults = [
        async () => {
          const index = chosen();
          await servers[index]?.end('SIGKILL');
          servers[index] = await start();
        },
        async () => {
          await etcd.end();
          await etcd.start();
        },
        () => {
          const paused = servers[chosen()]?.process;
          return pause((name) => void paused?.kill(name));
        },
        () => pause((name) => etcd.signal(name)),
      ];
      const fault = async (number: number): Promise<void> => faults[(number - 1) % faults.length]?.();
      const history = await recordWithFaults({ send, count, fault, seed: 12 + round });
      await Promise.all(servers.map((served) => served.end('SIGTERM')));
      await etcd.remove();
      expect(problemsOf(history)).toEqual([]);
      expect(history.writes.some(({ outcome }) => outcome === 'unknown')).toBe(true);
    },
  );
});
