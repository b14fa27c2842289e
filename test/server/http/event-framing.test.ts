import { expect, test } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import { JSON_MEDIA_TYPE, PROTOBUF_MEDIA_TYPE } from '../../../src/api/kubernetes-names.ts';
import { decodeProtobuf } from '../../../src/schema/protobuf/protobuf.ts';
import { readProtobuf } from '../../../src/schema/protobuf/protobuf-reader.ts';
import { eventFraming } from '../../../src/server/http/event-framing.ts';

const CONFIG_MAP = '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a"},"data":{"colour":"blue"}}';

test('JSON events are lines', () => {
  const { contentType, event } = eventFraming(JSON_MEDIA_TYPE, kubernetesDialect);
  expect(contentType).toBe('application/json');
  expect(new TextDecoder().decode(event('ADDED', CONFIG_MAP))).toBe(`{"type":"ADDED","object":${CONFIG_MAP}}\n`);
});

test('Protobuf events are length-delimited messages; the object in them has its envelope', () => {
  const { contentType, event } = eventFraming(PROTOBUF_MEDIA_TYPE, kubernetesDialect);
  expect(contentType).toBe('application/vnd.kubernetes.protobuf;stream=watch');
  const bytes = event('MODIFIED', CONFIG_MAP);
  expect(new DataView(bytes.buffer).getUint32(0)).toBe(bytes.length - 4);
  const [type, object] = readProtobuf(bytes.subarray(4)).map(({ value }) => value as Uint8Array);
  expect(new TextDecoder().decode(type)).toBe('MODIFIED');
  const [raw] = readProtobuf(object ?? new Uint8Array());
  const gvk = { group: '', version: 'v1', kind: 'ConfigMap' };
  expect(decodeProtobuf(raw?.value as Uint8Array, gvk, kubernetesDialect)).toEqual(JSON.parse(CONFIG_MAP));
});
