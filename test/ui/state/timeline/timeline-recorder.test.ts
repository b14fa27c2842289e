import { describe, expect, test } from 'vitest';
import type { ApiObject } from '../../../../src/api/object.ts';
import { ApiError } from '../../../../src/client/api-error.ts';
import type { WatchEvent } from '../../../../src/client/read-watch-events.ts';
import type { ReflectorSource } from '../../../../src/client/reflector.ts';
import { TimelineRecorder } from '../../../../src/ui/state/timeline/timeline-recorder.ts';
import type { RecordedEvent } from '../../../../src/ui/state/timeline/timeline-store.ts';
import { ManualClock } from '../../../helpers/manual-clock.ts';

const object = (name: string, resourceVersion: string, uid = name): ApiObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, uid, resourceVersion },
});

/** Serves the lists in turn. The last watch stays open. */
function recorderOf(lists: readonly ApiObject[][], watches: readonly WatchEvent<ApiObject>[][]) {
  const events: RecordedEvent[] = [];
  let [list, watch] = [0, 0];
  const source: ReflectorSource<ApiObject> = {
    list: async () => ({ items: lists[list++] ?? [], resourceVersion: String(list) }),
    async *watch(_, signal) {
      yield* watches[watch++] ?? [];
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    },
    resourceVersionOf: ({ metadata }) => metadata.resourceVersion,
  };
  const recorder = new TimelineRecorder({
    resource: { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap' },
    source,
    clock: { now: () => 0, after: () => () => undefined },
    arrivalTime: () => 7,
    random: { bytes: (count) => new Uint8Array(count) },
    record: (event) => events.push(event),
    onError: () => undefined,
  });
  return {
    recorder,
    told: () =>
      events.map(({ type, object: { metadata } }) => `${type} ${metadata.name ?? ''} ${metadata.resourceVersion}`),
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('a recorder', () => {
  test('records changes with their previous state, but no initial state', async () => {
    const { recorder, told } = recorderOf(
      [[object('a', '1')]],
      [
        [
          { type: 'MODIFIED', object: object('a', '2') },
          { type: 'BOOKMARK', object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { resourceVersion: '3' } } },
          { type: 'DELETED', object: object('a', '4') },
        ],
      ],
    );
    const stop = recorder.start();
    await settled();
    stop();
    expect(told()).toEqual(['MODIFIED a 2', 'BOOKMARK  3', 'DELETED a 4']);
  });

  test('records the changes of a gap, each once', async () => {
    const { recorder, told } = recorderOf(
      [
        [object('kept', '1'), object('changed', '1'), object('gone', '1'), object('anew', '1', 'old')],
        [object('kept', '1'), object('changed', '5'), object('fresh', '6'), object('anew', '7', 'new')],
      ],
      [],
    );
    const first = recorder.start();
    await settled();
    first();
    const second = recorder.start();
    await settled();
    second();
    expect(told()).toEqual(['DELETED gone 1', 'MODIFIED changed 5', 'ADDED fresh 6', 'DELETED anew 1', 'ADDED anew 7']);
  });

  test.each([
    [403, 'once'],
    [404, 'once'],
    [429, 'repeatedly'],
    [503, 'repeatedly'],
  ])('whose list is answered with %i sends it %s', async (code, often) => {
    const clock = new ManualClock();
    let lists = 0;
    const errors: unknown[] = [];
    const recorder = new TimelineRecorder({
      resource: { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap' },
      source: {
        list: async () => {
          lists += 1;
          throw new ApiError({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code });
        },
        watch: () => {
          throw new Error('a recorder without a list has nothing to watch');
        },
        resourceVersionOf: () => undefined,
      },
      ...{ clock, arrivalTime: () => 7, record: () => undefined },
      random: { bytes: (count) => new Uint8Array(count) },
      onError: (error) => errors.push(error),
    });
    const stop = recorder.start();
    await clock.advance(60_000);
    stop();
    expect(errors[0]).toMatchObject({ code });
    expect(lists === 1 ? 'once' : 'repeatedly').toBe(often);
  });
});
