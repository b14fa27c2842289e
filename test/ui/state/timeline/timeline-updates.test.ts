import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../../../src/api/object.ts';
import type { ApiClient } from '../../../../src/client/api-client.ts';
import type { DiscoveredResource } from '../../../../src/client/discovery.ts';
import { TimelineRecording } from '../../../../src/ui/state/timeline/timeline-recording.ts';
import { createTimelineStore } from '../../../../src/ui/state/timeline/timeline-store.ts';
import { ManualClock } from '../../../helpers/manual-clock.ts';

const PODS = { group: '', version: 'v1', resource: 'pods', kind: 'Pod' } as DiscoveredResource;

const pod = (resourceVersion: number): ApiObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', resourceVersion: String(resourceVersion) },
});

/** A server whose watch reports three changes of a pod at once. */
const client = {
  list: async () => ({ items: [pod(1)], metadata: { resourceVersion: '1' } }),
  async *watch(_: unknown, { signal, timeoutSeconds }: { signal: AbortSignal; timeoutSeconds: number }) {
    if (timeoutSeconds === 1) return;
    for (const revision of [2, 3, 4]) yield { type: 'MODIFIED', object: pod(revision) };
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  },
} as unknown as ApiClient;

/** Records these changes. `isSeen`: a view shows the timeline. */
async function record({ isSeen }: { isSeen: boolean }) {
  const clock = new ManualClock();
  const store = createTimelineStore(100, () => clock.now());
  if (isSeen) store.subscribe(() => undefined);
  const random = { bytes: (count: number) => new Uint8Array(count) };
  const recording = new TimelineRecording({ client, clock, random, store, onKinds: () => undefined });
  recording.follow([PODS]);
  await clock.advance(0);
  return { clock, recording, revisions: () => store.getState().events.map(({ revision }) => revision) };
}

describe('the timeline', () => {
  it('shows every state of an object, also of those that follow each other at once', async () => {
    const { clock, recording, revisions } = await record({ isSeen: true });
    expect(revisions()).toEqual([]);
    await clock.advance(100);
    expect(revisions()).toEqual([2, 3, 4]);
    recording.stop();
  });

  it('is updated once a second while no view shows it', async () => {
    const { clock, recording, revisions } = await record({ isSeen: false });
    await clock.advance(999);
    expect(revisions()).toEqual([]);
    await clock.advance(1);
    expect(revisions()).toEqual([2, 3, 4]);
    recording.stop();
  });

  it('is complete when it is saved', async () => {
    const { recording, revisions } = await record({ isSeen: false });
    recording.flush();
    expect(revisions()).toEqual([2, 3, 4]);
    recording.stop();
  });
});
