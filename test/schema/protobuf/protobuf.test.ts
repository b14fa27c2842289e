import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clusterDialect, kubernetesDialect } from '../../../src/api/dialect.ts';
import { decodeProtobuf, encodeProtobuf } from '../../../src/schema/protobuf/protobuf.ts';

const configMap = { group: '', version: 'v1', kind: 'ConfigMap' };

test.each([kubernetesDialect, clusterDialect])('any string and number survives a round trip', (dialect) => {
  const object = fc.record({
    apiVersion: fc.constant('v1'),
    kind: fc.constant('ConfigMap'),
    metadata: fc.record({ name: fc.string({ unit: 'grapheme' }), generation: fc.maxSafeInteger() }),
    immutable: fc.boolean(),
  });
  const data = fc.dictionary(fc.string({ unit: 'grapheme', minLength: 1 }), fc.string({ unit: 'grapheme' }), {
    minKeys: 1,
  });
  fc.assert(
    fc.property(object, data, (map, entries) => {
      const whole = { ...map, data: entries };
      const bytes = encodeProtobuf(whole, dialect) ?? new Uint8Array();
      expect(decodeProtobuf(bytes, configMap, dialect)).toEqual(whole);
    }),
  );
});

test('the envelope is the prefix and a message with the type, the object and two empty strings', () => {
  const bytes = encodeProtobuf({ apiVersion: 'v1', kind: 'ConfigMap', data: { a: '1' } }, kubernetesDialect);
  expect(Buffer.from(bytes ?? []).toString('latin1')).toBe(
    'k8s\0\x0a\x0f\x0a\x02v1\x12\x09ConfigMap\x12\x08\x12\x06\x0a\x01a\x12\x011\x1a\0"\0',
  );
});

test('data of any kind is JSON as Go writes it', () => {
  const revision = { apiVersion: 'apps/v1', kind: 'ControllerRevision', data: { a: '<' }, revision: 1 };
  expect(new TextDecoder().decode(encodeProtobuf(revision, kubernetesDialect))).toContain(String.raw`{"a":"\u003c"}`);
});

test('data of any kind has its members in the order of Go', () => {
  const data = { 9: 1, 10: { b: 1, 2: 1, 11: 1 } };
  const revision = { apiVersion: 'apps/v1', kind: 'ControllerRevision', data, revision: 1 };
  const text = new TextDecoder().decode(encodeProtobuf(revision, kubernetesDialect));
  expect(text).toContain('{"10":{"11":1,"2":1,"b":1},"9":1}');
});

test('large objects can be encoded', () => {
  const large = { apiVersion: 'v1', kind: 'ConfigMap', data: { a: 'x'.repeat(1_000_000) } };
  const bytes = encodeProtobuf(large, kubernetesDialect) ?? new Uint8Array();
  expect(decodeProtobuf(bytes, configMap, kubernetesDialect)).toEqual(large);
});

test('a kind without a message cannot be encoded', () => {
  expect(encodeProtobuf({ apiVersion: 'example.com/v1', kind: 'Thing' }, kubernetesDialect)).toBeUndefined();
});

test.each([
  ['', 'empty data'],
  ['k8s\0', 'empty body'],
  ['nothing', 'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]'],
])('rejects %j', (text, message) => {
  expect(() => decodeProtobuf(new TextEncoder().encode(text), configMap, kubernetesDialect)).toThrow(message);
});
