import { expect, test } from 'vitest';
import { type ReportedEvent, SeriesEventRecorder } from '../../../src/client/events/series-event-recorder.ts';
import { configMap } from '../scripted-server.ts';
import { openEventServer } from './event-server.ts';

function open() {
  const server = openEventServer();
  const recorder = new SeriesEventRecorder({
    ...server.options,
    group: 'events.k8s.io',
    controller: 'default-scheduler',
    instance: 'default-scheduler-n1',
  });
  return { ...server, recorder };
}
const failed: ReportedEvent = {
  regarding: configMap('web', 7),
  type: 'Warning',
  reason: 'FailedScheduling',
  action: 'Scheduling',
  note: 'no room',
};

test('An event has the fields of the group events.k8s.io', async () => {
  const { recorder, events } = open();
  recorder.record({ ...failed, related: configMap('node', 1) });
  await recorder.whenIdle();
  expect(events()).toMatchObject([
    {
      apiVersion: 'events.k8s.io/v1',
      metadata: { name: 'web.1', namespace: 'default' },
      eventTime: '1970-01-01T00:00:00.000000Z',
      reportingController: 'default-scheduler',
      reportingInstance: 'default-scheduler-n1',
      action: 'Scheduling',
      reason: 'FailedScheduling',
      regarding: { name: 'web', resourceVersion: '7' },
      related: { name: 'node' },
      note: 'no room',
      type: 'Warning',
    },
  ]);
});

test('The second equal event starts a series, whose count is written when the series ends', async () => {
  const { recorder, events, requests, clock } = open();
  for (let index = 0; index < 5; index++) recorder.record({ ...failed, note: `attempt ${index}` });
  await recorder.whenIdle();
  expect(requests).toHaveLength(2);
  expect(events()).toMatchObject([{ note: 'attempt 0', series: { count: 2 } }]);
  await clock.advance(360_000);
  await recorder.whenIdle();
  expect(events()).toMatchObject([{ series: { count: 5, lastObservedTime: '1970-01-01T00:00:00.000000Z' } }]);
  expect(clock.waiting).toBe(0);
  recorder.record(failed);
  await recorder.whenIdle();
  expect(events()).toHaveLength(2);
});

test('The count of a continuing series is written every 30 minutes', async () => {
  const { recorder, events, clock } = open();
  for (let minute = 0; minute < 30; minute++) {
    recorder.record(failed);
    await clock.advance(60_000);
  }
  await recorder.whenIdle();
  expect(events()).toMatchObject([{ series: { count: 30 } }]);
});

test('Events that differ in more than their notes do not form a series', async () => {
  const { recorder, events } = open();
  recorder.record(failed);
  recorder.record({ ...failed, reason: 'Other' });
  recorder.record({ ...failed, regarding: configMap('web', 8) });
  await recorder.whenIdle();
  expect(events()).toHaveLength(3);
});
