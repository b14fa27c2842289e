import { expect, test } from 'vitest';
import { encodeForStorage, inStoredOrder, StoredObject } from '../../../src/server/objects/stored-object.ts';

const object = {
  data: { text: '"resourceVersion":""' },
  metadata: { annotations: { a: '","metadata":{' }, uid: 'u', resourceVersion: '7', namespace: 'n', name: 'a' },
  apiVersion: 'v1',
  kind: 'ConfigMap',
};
const stored = new StoredObject({ key: '/registry/configmaps/n/a', value: encodeForStorage(object), revision: 42 });

test('the stored text has no resourceVersion; reading inserts the revision', () => {
  expect(stored.json()).toBe(
    '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a","namespace":"n","uid":"u","resourceVersion":"42",' +
      '"annotations":{"a":"\\",\\"metadata\\":{"}},"data":{"text":"\\"resourceVersion\\":\\"\\""}}',
  );
});

test('members named like properties of Object.prototype are stored like all others', () => {
  const custom = JSON.parse(
    '{"constructor":1,"apiVersion":"a/v1","__proto__":{"b":2},"kind":"A","metadata":{"name":"a"}}',
  );
  expect(encodeForStorage(custom)).toBe(
    '{"kind":"A","apiVersion":"a/v1","metadata":{"name":"a","resourceVersion":""},"constructor":1,"__proto__":{"b":2}}',
  );
});

test('a list item is the same text without kind and apiVersion', () => {
  const { kind: _kind, apiVersion: _apiVersion, ...rest } = JSON.parse(stored.json());
  expect(JSON.parse(stored.itemJsonIn('v1') ?? '')).toEqual(rest);
  expect(stored.apiVersion).toBe('v1');
});

test('the object is parsed once and deeply frozen', () => {
  expect(stored.object).toBe(stored.object);
  expect(Object.isFrozen(stored.object.metadata.annotations)).toBe(true);
  expect(stored.object.metadata.resourceVersion).toBe('42');
});

test('the written object equals its parsed text, including the order of members', () => {
  const made = new StoredObject(
    { key: stored.key, value: encodeForStorage(object), revision: 42 },
    { written: inStoredOrder(object), like: undefined },
  );
  expect(JSON.stringify(made.object)).toBe(stored.json());
  expect(Object.isFrozen(made.object.metadata.annotations)).toBe(true);
  expect(object.metadata.resourceVersion).toBe('7');
});

test('the same state can be returned with the revision of its deletion', () => {
  expect(stored.at(50).object).toEqual({
    ...stored.object,
    metadata: { ...stored.object.metadata, resourceVersion: '50' },
  });
});

test('states that differ only in their revision share the written object', () => {
  const written = inStoredOrder(object);
  const made = new StoredObject(
    { key: stored.key, value: encodeForStorage(object), revision: 42 },
    { written, like: undefined },
  );
  const deleted = made.at(50);
  expect([deleted.object, made.object].map(({ metadata }) => metadata.resourceVersion)).toEqual(['50', '42']);
  expect(made.object.metadata.annotations).toBe(deleted.object.metadata.annotations);
  expect(JSON.stringify(made.object)).toBe(made.json());
});

test('two stores can read the object of one write', () => {
  const entry = { key: stored.key, value: encodeForStorage(object), revision: 42 };
  const written = inStoredOrder(object);
  const states = [1, 2].map(() => new StoredObject(entry, { written, like: undefined }));
  expect(states.map((state) => JSON.stringify(state.object))).toEqual([stored.json(), stored.json()]);
});

test('the text in a version is the whole text if the object is stored in that version, and undefined otherwise', () => {
  expect(stored.jsonIn('v1')).toBe(stored.json());
  for (const version of ['v2', 'v', '']) {
    expect(stored.jsonIn(version)).toBeUndefined();
    expect(stored.itemJsonIn(version)).toBeUndefined();
  }
});
