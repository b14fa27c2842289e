import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../../../src/api/object.ts';
import type { ApiClient } from '../../../../src/client/api-client.ts';
import { ApiError } from '../../../../src/client/api-error.ts';
import type { DiscoveredResource } from '../../../../src/client/discovery.ts';
import { TimelineRecording } from '../../../../src/ui/state/timeline/timeline-recording.ts';
import { createTimelineStore, MOST_EVENTS } from '../../../../src/ui/state/timeline/timeline-store.ts';
import { ManualClock } from '../../../helpers/manual-clock.ts';

const PODS = { group: '', version: 'v1', resource: 'pods', kind: 'Pod' } as DiscoveredResource;

const pod = (resourceVersion: number): ApiObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', resourceVersion: String(resourceVersion) },
});

/** A server whose watch reports all changes of a pod at once. */
const serverWith = (changes: number) =>
  ({
    list: async () => ({ items: [pod(1)], metadata: { resourceVersion: '1' } }),
    async *watch(_: unknown, { signal, timeoutSeconds }: { signal: AbortSignal; timeoutSeconds: number }) {
      if (timeoutSeconds === 1) return;
      for (let change = 0; change < changes; change++) yield { type: 'MODIFIED', object: pod(change + 2) };
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    },
  }) as unknown as ApiClient;

/** Starts a recording of the changes. */
async function record(changes: number) {
  const clock = new ManualClock();
  const store = createTimelineStore(MOST_EVENTS, () => clock.now());
  const random = { bytes: (count: number) => new Uint8Array(count) };
  const options = {
    client: serverWith(changes),
    clock,
    random,
    store,
    onKinds: () => undefined,
    arrivalTime: () => clock.now(),
  };
  const recording = new TimelineRecording(options);
  recording.follow([PODS]);
  const revisions = () => store.getState().events.map(({ revision }) => revision);
  return { clock, recording, revisions, show: () => store.subscribe(() => undefined) };
}

describe('the timeline', () => {
  it('shows every state of an object, even when changes arrive at once', async () => {
    const { clock, recording, revisions, show } = await record(3);
    show();
    await clock.advance(0);
    expect(revisions()).toEqual([]);
    await clock.advance(100);
    expect(revisions()).toEqual([2, 3, 4]);
    recording.stop();
  });

  it('is not updated while no view shows it, and has all events afterwards', async () => {
    const { clock, recording, revisions, show } = await record(3);
    await clock.advance(60_000);
    expect(revisions()).toEqual([]);
    show();
    await clock.advance(100);
    expect(revisions()).toEqual([2, 3, 4]);
    recording.stop();
  });

  it('processes many changes in slices, between which the page can render', async () => {
    const { clock, recording, revisions, show } = await record(1200);
    show();
    const lengths: number[] = [];
    for (let batch = 0; batch < 4; batch++) {
      await clock.advance(250);
      lengths.push(revisions().length);
    }
    expect(lengths).toEqual([500, 1000, 1200, 1200]);
    recording.stop();
  });

  it('has the newest changes when more arrive than it keeps', async () => {
    const { clock, recording, revisions, show } = await record(MOST_EVENTS + 2000);
    await clock.advance(1000);
    show();
    await clock.advance(10_000);
    expect(revisions()).toHaveLength(MOST_EVENTS);
    expect(revisions().at(-1)).toBe(MOST_EVENTS + 2001);
    recording.stop();
  });

  it('is complete when it is saved', async () => {
    const { clock, recording, revisions } = await record(600);
    await clock.advance(0);
    recording.flush();
    expect(revisions()).toHaveLength(600);
    recording.stop();
  });

  it.each([403, 404])('does not retry the list of request traces after the answer %i', async (code) => {
    const clock = new ManualClock();
    const store = createTimelineStore(MOST_EVENTS, () => clock.now());
    let lists = 0;
    const list = async () => {
      lists += 1;
      throw new ApiError({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code });
    };
    const recording = new TimelineRecording({
      ...{ client: { list } as unknown as ApiClient, clock, store },
      random: { bytes: (count) => new Uint8Array(count) },
      onKinds: () => undefined,
      arrivalTime: () => clock.now(),
    });
    recording.followRequests();
    for (let minute = 0; minute < 5; minute++) await clock.advance(60_000);
    expect(lists).toBe(1);
    expect([...store.getState().errors.values()]).toMatchObject([{ code }]);
    recording.stop();
  });
});
