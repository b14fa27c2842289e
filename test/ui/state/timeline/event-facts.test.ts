import { expect, test } from 'vitest';
import type { RequestTrace } from '../../../../src/api/debug/request-trace.ts';
import { authorOf, deletionRequest, eventTimeText } from '../../../../src/ui/state/timeline/event-facts.ts';
import { RequestedChanges, requestedChanges } from '../../../../src/ui/state/timeline/requested-changes.ts';
import { createTimelineStore, type RecordedEvent } from '../../../../src/ui/state/timeline/timeline-store.ts';

const RESOURCE = { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap' };

const traceOf = (verb: string, user: string, revisions: string[], more: object = {}): RequestTrace => ({
  apiVersion: 'debug.tabplane.dev/v1alpha1',
  kind: 'RequestTrace',
  metadata: { name: `${verb}-${revisions}`, creationTimestamp: '2026-01-01T00:00:00Z' },
  auditID: 'id',
  requestReceivedTimestamp: '2026-01-01T00:00:00.250000Z',
  request: { verb, method: '', path: '', ...RESOURCE, namespace: 'default', name: 'a', dryRun: false, ...more },
  user: { username: user, groups: [] },
  admission: [],
  response: {
    code: verb === 'create' ? 201 : 200,
    warnings: [],
    ...(revisions.length > 0 ? { resourceVersion: revisions.at(-1) ?? '' } : {}),
    ...(revisions.length > 1 ? { revisions } : {}),
  },
  milliseconds: 5,
});

const event = (type: RecordedEvent['type'], resourceVersion: string, metadata: object = {}): RecordedEvent => ({
  ...{ type, resource: RESOURCE, previous: undefined, time: 0, isLate: true },
  object: {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a', namespace: 'default', uid: 'u', resourceVersion, ...metadata },
  },
});

test('a trace yields no changes for dry runs and reads, and every change of a graceful deletion', () => {
  expect(requestedChanges(traceOf('update', 'ann', [], {}))).toEqual([]);
  expect(requestedChanges(traceOf('update', 'ann', ['5'], { dryRun: true }))).toEqual([]);
  const changes = requestedChanges(traceOf('delete', 'ann', ['5', '6']));
  expect(changes.map(({ type, revision }) => [type, revision])).toEqual([
    ['MODIFIED', 5],
    ['DELETED', 6],
  ]);
  expect(changes[0]?.time).toBe(Date.UTC(2026, 0, 1, 0, 0, 0, 255));
  expect(requestedChanges(traceOf('create', 'ann', ['7']))[0]?.type).toBe('ADDED');
});

test('the oldest changes are dropped', () => {
  const changes = new RequestedChanges(2);
  changes.add(['1', '2', '3'].flatMap((revision) => requestedChanges(traceOf('update', 'ann', [revision]))));
  expect(changes.all().map(({ revision }) => revision)).toEqual([2, 3]);
});

test('events get authors and times from requests, whichever arrives first', () => {
  const store = createTimelineStore();
  store.getState().learn(requestedChanges(traceOf('create', 'ann', ['1'])));
  store.getState().record([event('ADDED', '1'), event('DELETED', '2')]);
  store.getState().learn(requestedChanges(traceOf('delete', 'bob', ['2'])));
  const { events } = store.getState();
  expect(events.map(authorOf)).toEqual(['ann', 'bob']);
  expect(events.map(({ timeSource }) => timeSource)).toEqual(['request', 'request']);
});

test('a deletion that only a relist reveals has the author of the request before it', () => {
  const store = createTimelineStore();
  store.getState().learn([traceOf('delete', 'bob', ['5']), traceOf('delete', 'eve', ['9'])].flatMap(requestedChanges));
  store.getState().record([{ ...event('DELETED', '2'), revision: 7 }]);
  expect(store.getState().events.map(authorOf)).toEqual(['bob']);
});

test('late events are merged in order without duplicates', () => {
  const store = createTimelineStore();
  store.getState().record([event('MODIFIED', '4')]);
  store.getState().record([event('ADDED', '2'), event('MODIFIED', '3'), event('MODIFIED', '4')]);
  const versions = store.getState().events.map(({ object }) => object.metadata.resourceVersion);
  expect(versions).toEqual(['2', '3', '4']);
});

test('the time of a late event comes from its object, or is an estimate between neighbors', () => {
  const now = Date.UTC(2026, 0, 2);
  const store = createTimelineStore(10, () => now);
  store.getState().record([event('ADDED', '1', { creationTimestamp: '2026-01-01T00:00:00Z' }), event('DELETED', '2')]);
  const [added, deleted] = store.getState().events;
  expect(added).toMatchObject({ time: Date.UTC(2026, 0, 1), timeSource: 'object' });
  expect(deleted).toMatchObject({ time: Date.UTC(2026, 0, 1), timeSource: 'estimate' });
  expect(deleted && eventTimeText(deleted, now)).toMatch(/^≈ /);
});

test('a deletion completed by a controller names who requested it', () => {
  const store = createTimelineStore();
  const marked = { deletionTimestamp: '2026-01-01T00:00:00Z' };
  const changes = [traceOf('delete', 'ann', ['2']), traceOf('update', 'controller', ['3'])].flatMap(requestedChanges);
  store.getState().learn(changes);
  store.getState().record([event('ADDED', '1'), event('MODIFIED', '2', marked), event('DELETED', '3', marked)]);
  const { events } = store.getState();
  const deletion = events[2];
  expect(deletion && authorOf(deletion)).toBe('controller');
  expect(deletion && deletionRequest(deletion, events)?.request?.user).toBe('ann');
});
