import { describe, expect, test } from 'vitest';
import type { ApiObject } from '../../../../src/api/object.ts';
import { eventMatcher } from '../../../../src/ui/state/timeline/event-filter.ts';
import { followingLanes } from '../../../../src/ui/state/timeline/lanes.ts';
import { writerOf } from '../../../../src/ui/state/timeline/merge-events.ts';
import {
  createTimelineStore,
  type RecordedEvent,
  TIMELINE_EVENT_TYPES,
} from '../../../../src/ui/state/timeline/timeline-store.ts';

const RESOURCE = { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap' };
const object = (name: string, metadata: object = {}): ApiObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default', ...metadata },
});
const event = (name: string, type: RecordedEvent['type'] = 'ADDED', metadata: object = {}): RecordedEvent => ({
  type,
  time: 0,
  resource: RESOURCE,
  object: object(name, metadata),
  previous: undefined,
});
const names = (events: readonly { object: ApiObject }[]) => events.map((one) => one.object.metadata.name);

describe('the timeline', () => {
  test('keeps only the newest events', () => {
    const store = createTimelineStore(2);
    store.getState().record(['a', 'b', 'c'].map((name) => event(name)));
    expect(names(store.getState().events)).toEqual(['b', 'c']);
  });

  test('holds back events during a pause without losing any', () => {
    const store = createTimelineStore();
    store.getState().record([event('a')]);
    store.getState().pause();
    store.getState().record([event('b')]);
    expect(names(store.getState().events)).toEqual(['a']);
    expect(names(store.getState().waiting)).toEqual(['b']);
    store.getState().resume();
    expect(names(store.getState().events)).toEqual(['a', 'b']);
    expect(store.getState().waiting).toEqual([]);
  });

  test('has a new list of events only when a request caused one of them', () => {
    const store = createTimelineStore();
    store.getState().record([event('a', 'ADDED', { resourceVersion: '7' })]);
    const { events } = store.getState();
    const change = { ...RESOURCE, time: 5, user: 'jane', trace: 't', verb: 'create', type: 'ADDED' } as const;
    store.getState().learn([{ ...change, revision: 8 }]);
    expect(store.getState().events).toBe(events);
    store.getState().learn([{ ...change, revision: 7 }]);
    expect(store.getState().events[0]).toMatchObject({ time: 5, request: { user: 'jane' } });
  });

  test('filters by words, namespace and type', () => {
    const store = createTimelineStore();
    store.getState().record([event('web'), event('web', 'DELETED'), event('db', 'ADDED', { namespace: 'other' })]);
    const all = { text: '', namespaces: [], types: new Set(TIMELINE_EVENT_TYPES) };
    const { events } = store.getState();
    expect(names(events.filter(eventMatcher({ ...all, text: 'configmap WEB' })))).toEqual(['web', 'web']);
    expect(names(events.filter(eventMatcher({ ...all, namespaces: ['other'] })))).toEqual(['db']);
    expect(events.filter(eventMatcher({ ...all, types: new Set(['DELETED']) }))).toHaveLength(1);
  });

  test('has a lane for each object', () => {
    const store = createTimelineStore();
    store.getState().record([event('a'), event('b'), event('a', 'MODIFIED')]);
    expect(followingLanes()(store.getState().events).map(({ name, events }) => [name, events.length])).toEqual([
      ['a', 2],
      ['b', 1],
    ]);
  });
});

test('the writer of a state is the manager of the latest changed fields', () => {
  const entry = (manager: string, time: string) => ({
    manager,
    operation: 'Update' as const,
    time,
    fieldsType: 'FieldsV1',
  });
  const before = object('a', {
    managedFields: [entry('first', '2024-01-01T00:00:05Z'), entry('second', '2024-01-01T00:00:01Z')],
  });
  const after = object('a', {
    managedFields: [entry('first', '2024-01-01T00:00:05Z'), entry('second', '2024-01-01T00:00:02Z')],
  });
  expect(writerOf(before, undefined)).toBe('first');
  expect(writerOf(after, before)).toBe('second');
  expect(writerOf(after, after)).toBe('first');
});
