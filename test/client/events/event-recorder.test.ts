import { expect, test } from 'vitest';
import { EventRecorder } from '../../../src/client/events/event-recorder.ts';
import { configMap } from '../scripted-server.ts';
import { openEventServer, rejection } from './event-server.ts';

function open() {
  const server = openEventServer();
  return { ...server, recorder: new EventRecorder({ ...server.options, component: 'test-controller' }) };
}
const object = configMap('settings', 7);

test('An event names its object, its source and its time', async () => {
  const { recorder, events, clock } = open();
  await clock.advance(1_700_000_000_000);
  recorder.record(object, 'Warning', 'Broken', 'It does not work', { fieldPath: 'data{key}' });
  await recorder.whenIdle();
  const time = '2023-11-14T22:13:20Z';
  expect(events()).toEqual([
    {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: `settings.${(1_700_000_000_000_000_000n).toString(16)}`, namespace: 'default' },
      involvedObject: {
        kind: 'ConfigMap',
        namespace: 'default',
        name: 'settings',
        uid: 'uid-settings',
        apiVersion: 'v1',
        resourceVersion: '7',
        fieldPath: 'data{key}',
      },
      reason: 'Broken',
      message: 'It does not work',
      source: { component: 'test-controller' },
      firstTimestamp: time,
      lastTimestamp: time,
      count: 1,
      type: 'Warning',
      reportingComponent: 'test-controller',
      reportingInstance: '',
    },
  ]);
});

test('An event about a cluster-scoped object is in the namespace default, with its reference unchanged', async () => {
  const { recorder, events } = open();
  recorder.record({ kind: 'Node', name: 'n1' }, 'Normal', 'Seen', 'Seen');
  await recorder.whenIdle();
  expect(events()).toMatchObject([
    { metadata: { namespace: 'default' }, involvedObject: { kind: 'Node', name: 'n1' } },
  ]);
  expect(events()[0]?.involvedObject).toEqual({ kind: 'Node', name: 'n1' });
});

test('Equal events increment the count of the first one', async () => {
  const { recorder, events, requests, clock } = open();
  recorder.record(object, 'Normal', 'Done', 'Done');
  await clock.advance(60_000);
  recorder.record(object, 'Normal', 'Done', 'Done');
  recorder.record(object, 'Normal', 'Done', 'Done');
  await recorder.whenIdle();
  expect(events()).toMatchObject([
    { count: 3, firstTimestamp: '1970-01-01T00:00:00Z', lastTimestamp: '1970-01-01T00:01:00Z' },
  ]);
  expect(requests.map((request) => request.split(' ')[0])).toEqual(['POST', 'PATCH', 'PATCH']);
});

test('A repetition of an expired event is recorded as a new event with the increased count', async () => {
  const { recorder, stored, events } = open();
  recorder.record(object, 'Normal', 'Done', 'Done');
  await recorder.whenIdle();
  stored.clear();
  recorder.record(object, 'Normal', 'Done', 'Done');
  await recorder.whenIdle();
  expect(events()).toMatchObject([{ count: 2 }]);
});

test('Events with one reason are combined from the tenth message on, until ten minutes pass without one', async () => {
  const { recorder, events, clock } = open();
  for (let index = 1; index <= 12; index++) recorder.record(object, 'Normal', 'Started', `Started ${index}`);
  await recorder.whenIdle();
  expect(events()).toHaveLength(10);
  expect(events()[9]).toMatchObject({ message: '(combined from similar events): Started 12', count: 3 });
  await clock.advance(601_000);
  recorder.record(object, 'Normal', 'Started', 'Started 13');
  await recorder.whenIdle();
  expect(events()[10]).toMatchObject({ message: 'Started 13', count: 1 });
});

test('An object gets a burst of 25 events, then one every five minutes, independently of other objects', async () => {
  const { recorder, events, clock } = open();
  for (let index = 0; index < 30; index++) recorder.record(object, 'Normal', `Reason${index}`, 'x');
  recorder.record(configMap('other', 1), 'Normal', 'Reason', 'x');
  await recorder.whenIdle();
  expect(events()).toHaveLength(26);
  await clock.advance(300_000);
  recorder.record(object, 'Normal', 'Later', 'x');
  recorder.record(object, 'Normal', 'TooMuch', 'x');
  await recorder.whenIdle();
  expect(events().map(({ reason }) => reason)).toContain('Later');
  expect(events()).toHaveLength(27);
});

test('A rejected event is dropped, and reported unless its namespace is terminating', async () => {
  const { recorder, next, requests, reportProblem } = open();
  next.push(rejection(403, 'Forbidden', { causes: [{ reason: 'NamespaceTerminating' }] }));
  recorder.record(object, 'Normal', 'A', 'x');
  await recorder.whenIdle();
  expect(reportProblem).not.toHaveBeenCalled();
  next.push(rejection(422, 'Invalid'));
  recorder.record(object, 'Normal', 'B', 'x');
  await recorder.whenIdle();
  expect(reportProblem).toHaveBeenCalledOnce();
  expect(requests).toHaveLength(2);
});

test('An event without a response is retried in order, and only once after closing', async () => {
  const { recorder, next, events, requests, clock, reportProblem } = open();
  next.push('connection refused', 'connection refused');
  recorder.record(object, 'Normal', 'A', 'x');
  recorder.record(object, 'Normal', 'B', 'x');
  await clock.advance(10_000);
  await recorder.whenIdle();
  expect(events().map(({ reason }) => reason)).toEqual(['A', 'B']);
  next.push('connection refused', 'connection refused');
  recorder.record(object, 'Normal', 'C', 'x');
  await clock.advance(0);
  const before = requests.length;
  await recorder.close();
  expect(requests).toHaveLength(before + 1);
  expect(reportProblem).not.toHaveBeenCalled();
  expect(clock.waiting).toBe(0);
});

test('A caller never waits, because events beyond a thousand queued ones are dropped', async () => {
  const { recorder, events } = open();
  for (let index = 0; index < 1100; index++) recorder.record(configMap(`c${index}`, 1), 'Normal', 'Done', 'x');
  await recorder.whenIdle();
  expect(events()).toHaveLength(1000);
});

test('Beyond 4096 events, the event counts of the least recently used objects are dropped', async () => {
  const { recorder, events } = open();
  const record = async (from: number, to: number, message = 'x'): Promise<void> => {
    for (let start = from; start < to; start += 1000) {
      for (let index = start; index < Math.min(start + 1000, to); index++)
        recorder.record(configMap(`c${index}`, 1), 'Normal', 'Done', message);
      await recorder.whenIdle();
    }
  };
  await record(0, 4097);
  await record(1, 2);
  await record(0, 1);
  await record(0, 1, 'another');
  await record(3, 4);
  await record(5, 6);
  expect(events()).toHaveLength(4100);
  expect(events()[1]).toMatchObject({ involvedObject: { name: 'c1' }, count: 2 });
  expect(events()[5]).toMatchObject({ involvedObject: { name: 'c5' }, count: 2 });
  expect(events().slice(4097)).toMatchObject([
    { involvedObject: { name: 'c0' }, count: 1 },
    { involvedObject: { name: 'c0' }, count: 1, message: 'another' },
    { involvedObject: { name: 'c3' }, count: 1 },
  ]);
});

test('Events with one reason from different nodes, or of different types, are not similar', async () => {
  const { recorder, events } = open();
  for (let index = 0; index < 9; index++)
    for (const host of ['n1', 'n2']) recorder.record(object, 'Normal', 'Started', `Started ${index}`, { host });
  recorder.record(object, 'Warning', 'Started', 'Started 9', { host: 'n1' });
  await recorder.whenIdle();
  expect(events().filter(({ message }) => String(message).startsWith('(combined'))).toEqual([]);
});
