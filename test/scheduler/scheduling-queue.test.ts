import { describe, expect, it } from 'vitest';
import { Heap } from '../../src/scheduler/queue/heap.ts';
import { SchedulingQueue } from '../../src/scheduler/queue/scheduling-queue.ts';
import { ManualClock } from '../helpers/manual-clock.ts';
import { podNamed, seededRandom } from './fake-cluster.ts';

const opened = () => {
  const clock = new ManualClock();
  const queue = new SchedulingQueue(clock, () => undefined);
  const pop = () => queue.pop()?.info.pod.metadata.name;
  return { clock, queue, pop };
};
const NODE_ADDED = { resource: 'Node', action: 'add' } as const;

describe('the scheduling queue', () => {
  it('pops the pod with the highest priority, then the one that has waited longest', async () => {
    const { clock, queue, pop } = opened();
    queue.set(podNamed('first'));
    await clock.advance(1);
    queue.set(podNamed('second'));
    queue.set(podNamed('urgent', { priority: 10 }));
    expect([pop(), pop(), pop(), pop()]).toEqual(['urgent', 'first', 'second', undefined]);
  });

  it('holds an unschedulable pod until a change may help it, and longer after each attempt', async () => {
    const { clock, queue, pop } = opened();
    queue.set(podNamed('p'));
    for (const wait of [1000, 2000, 4000, 8000, 10_000, 10_000]) {
      const entry = queue.pop();
      if (entry) queue.addUnschedulable(entry, new Set(['NodeResourcesFit']));
      queue.moveAll({ resource: 'StorageClass', action: 'add' });
      await clock.advance(20_000);
      expect(pop()).toBeUndefined();
      if (entry) queue.addUnschedulable(entry, new Set(['NodeResourcesFit']));
      queue.moveAll(NODE_ADDED);
      await clock.advance(wait - 1);
      expect(queue.pop()).toBeUndefined();
      await clock.advance(1);
    }
  });

  it('retries an unschedulable pod after five minutes without a change', async () => {
    const { clock, queue, pop } = opened();
    queue.set(podNamed('p'));
    const entry = queue.pop();
    if (entry) queue.addUnschedulable(entry, new Set(['NodeName']));
    await clock.advance(299_999);
    expect(pop()).toBeUndefined();
    await clock.advance(1);
    expect(pop()).toBe('p');
    expect(clock.waiting).toBe(0);
  });

  it('ignores status changes of an unschedulable pod, and reacts to other changes', async () => {
    const { clock, queue, pop } = opened();
    queue.set(podNamed('p'));
    const entry = queue.pop();
    if (entry) queue.addUnschedulable(entry, new Set(['NodeAffinity']));
    await clock.advance(1000);
    queue.set(podNamed('p', { status: { phase: 'Pending' } }));
    expect(pop()).toBeUndefined();
    queue.set(podNamed('p', { labels: { app: 'web' } }));
    expect(pop()).toBe('p');
  });

  it('holds gated pods until their gates are removed', () => {
    const { queue, pop } = opened();
    queue.set(podNamed('p', { schedulingGates: [{ name: 'example.com/wait' }] }));
    queue.moveAll(NODE_ADDED);
    expect(pop()).toBeUndefined();
    queue.set(podNamed('p'));
    expect(pop()).toBe('p');
  });
});

describe('a heap', () => {
  it('returns any items in order, even when items are replaced and deleted concurrently', () => {
    const random = seededRandom(7);
    const heap = new Heap<{ key: string; rank: number }>(
      ({ key }) => key,
      (a, b) => a.rank < b.rank,
    );
    const expected = new Map<string, number>();
    for (let step = 0; step < 2000; step++) {
      const [key = 0, rank = 0, choice = 0] = random.bytes(3);
      if (choice < 60) {
        heap.delete(String(key));
        expected.delete(String(key));
      } else {
        heap.set({ key: String(key), rank });
        expected.set(String(key), rank);
      }
    }
    const ranks = Array.from({ length: heap.size }, () => heap.pop()?.rank);
    expect(ranks).toEqual([...expected.values()].sort((a, b) => a - b));
  });
});
