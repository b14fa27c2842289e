import { expect, test } from 'vitest';
import type { WriteRecord } from '../../../src/api/debug/causes.ts';
import { type NewWrite, RecentWrites } from '../../../src/server/observe/causes/recent-writes.ts';
import type { EarlierBatch, TraceBatch, TraceLog } from '../../../src/server/observe/traces/trace-log.ts';
import { ManualClock } from '../../helpers/manual-clock.ts';

const CONTROLLER = 'system:serviceaccount:kube-system:replicaset-controller';

const write = (revision: number, user = CONTROLLER, time = 0): NewWrite => ({
  time,
  revision,
  effect: 'created',
  resource: 'pods',
  group: '',
  subresource: '',
  namespace: 'default',
  trace: undefined,
  cause: undefined,
  name: `p${revision}`,
  user,
});

/** A log in memory, as a host keeps it. */
class MemoryLog implements TraceLog<WriteRecord> {
  readonly batches = new Map<number, TraceBatch>();
  readonly newestNumber = 0;

  async read(): Promise<readonly EarlierBatch<WriteRecord>[]> {
    return [...this.batches.values()].map(({ number, traces }) => ({
      number,
      traces: traces.map(({ revision, json }) => ({ revision, trace: JSON.parse(json) as WriteRecord })),
    }));
  }

  async write(added: readonly TraceBatch[], removed: readonly number[]): Promise<void> {
    for (const batch of added) this.batches.set(batch.number, batch);
    for (const number of removed) this.batches.delete(number);
  }
}

test('the newest writes are kept, and those of components never displace those of users', async () => {
  const writes = new RecentWrites(new ManualClock());
  writes.add(write(1, 'alice'));
  for (let revision = 2; revision <= 4001; revision++) writes.add(write(revision));
  const kept = await writes.list();
  expect(kept).toHaveLength(3001);
  expect(kept.slice(0, 2).map(({ revision }) => revision)).toEqual(['1', '1002']);
});

test('the writes of an earlier server are read from its log, with their times and causes', async () => {
  const clock = new ManualClock();
  const log = new MemoryLog();
  const cause = { component: 'replicaset-controller', reasons: [{ type: 'retry', attempt: 2 } as const] };
  const earlier = new RecentWrites(clock, log);
  earlier.add({ ...write(1, 'alice'), trace: 't' });
  earlier.add({ ...write(2), cause });
  const before = await earlier.list();
  await earlier.close();
  await clock.advance(60_000);

  const later = new RecentWrites(clock, log);
  later.add(write(3));
  expect((await later.list()).slice(0, 2)).toEqual(before);
  expect(before[1]).toMatchObject({ revision: '2', cause, time: '1970-01-01T00:00:00.000000Z' });
  expect((await later.list()).map(({ revision }) => revision)).toEqual(['1', '2', '3']);
  await later.close();
});

test('a log contains no more writes than are kept', async () => {
  const clock = new ManualClock();
  const log = new MemoryLog();
  let writes = new RecentWrites(clock, log);
  let revision = 1;
  for (let server = 0; server < 5; server++) {
    for (let count = 0; count < 1000; count++) writes.add(write(revision++));
    await writes.close();
    writes = new RecentWrites(clock, log);
  }
  await writes.list();
  writes.add(write(revision));
  await writes.close();
  const logged = [...log.batches.values()].flatMap(({ traces }) => traces);
  // A batch is removed with the last of its writes.
  expect(logged.length).toBeLessThanOrEqual(4000);
  expect((await writes.list()).length).toBeLessThan(3100);
});
