import { expect, test } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import { decodeObject } from '../../../src/schema/decoding/decode.ts';
import type { StructSchema } from '../../../src/schema/schema.ts';
import { createSchemaRegistry } from '../../../src/schema/schema-registry.ts';
import { customKindSchema, structuralSchema } from '../../../src/schema/structural/structural-schema.ts';

const objectMeta = createSchemaRegistry(kubernetesDialect).definition('meta.v1.ObjectMeta') ?? { kind: 'any' };

/** A version of a kind with the single field `spec.<name>`. */
function versionWith(name: string): StructSchema {
  const spec = { type: 'object', properties: { [name]: { type: 'string' } } };
  const props = { type: 'object', properties: { spec } };
  return customKindSchema(structuralSchema(props, kubernetesDialect), objectMeta);
}
const served: Readonly<Record<string, StructSchema>> = { v1: versionWith('a'), v2: versionWith('b') };

function decode(body: object) {
  return decodeObject({
    text: JSON.stringify({ metadata: { name: 'w' }, spec: { a: '1', b: '2' }, ...body }),
    format: 'json',
    gvk: { group: 'example.com', version: 'v1', kind: 'Widget' },
    schema: versionWith('a'),
    schemaOf: ({ version }) => served[version],
  });
}

test('fields unknown to the requested version are reported and dropped', () => {
  const { object, strictErrors, versionError } = decode({ apiVersion: 'example.com/v1', kind: 'Widget' });
  expect({ spec: object.spec, strictErrors, versionError }).toEqual({
    spec: { a: '1' },
    strictErrors: ['unknown field "spec.b"'],
    versionError: undefined,
  });
});

test.each([
  ['example.com/v2', ['unknown field "spec.a"']],
  ['example.com/v3', ['unknown field "spec"']],
  ['example.org/v1', []],
  ['v1', []],
  ['', []],
  [null, []],
])('a body with apiVersion %j is rejected after its unknown fields are reported', (apiVersion, unknown) => {
  const { strictErrors, versionError } = decode({ apiVersion, kind: 'Widget' });
  expect(strictErrors).toEqual(unknown);
  expect(versionError?.message).toBe(
    `the API version in the data (${apiVersion ?? ''}) does not match the expected API version (example.com/v1)`,
  );
});

test('a body of another kind has no unknown fields', () => {
  expect(decode({ apiVersion: 'example.com/v1', kind: 'Gadget' }).strictErrors).toEqual([]);
});

test('a body without a kind is rejected', () => {
  expect(() => decode({ apiVersion: 'example.com/v1' })).toThrow(/must be of type Widget\): Object 'Kind' is missing/);
});

test('unknown fields of the metadata come first and those of embedded metadata last, sorted by name', () => {
  const embedded = { type: 'object', 'x-kubernetes-embedded-resource': true, properties: { b: { type: 'string' } } };
  const props = structuralSchema({ type: 'object', properties: { a: embedded } } as never, kubernetesDialect);
  const body = {
    apiVersion: 'example.com/v1',
    kind: 'Widget',
    z: 1,
    b: 1,
    metadata: { z: 1 },
    a: { metadata: { y: 1 } },
  };
  const { strictErrors } = decodeObject({
    text: JSON.stringify(body),
    format: 'json',
    gvk: { group: 'example.com', version: 'v1', kind: 'Widget' },
    schema: customKindSchema(props, objectMeta),
  });
  expect(strictErrors).toEqual([
    'unknown field "metadata.z"',
    'unknown field "b"',
    'unknown field "z"',
    'unknown field "a.metadata.y"',
  ]);
});

test('64-bit integers keep their digits, and larger ones become doubles', () => {
  const props = structuralSchema(
    { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } as never,
    kubernetesDialect,
  );
  const { object } = decodeObject({
    text: '{"apiVersion":"example.com/v1","kind":"Widget","a":9223372036854775807,"b":9223372036854775808,"c":"9223372036854775807"}',
    format: 'json',
    gvk: { group: 'example.com', version: 'v1', kind: 'Widget' },
    schema: customKindSchema(props, objectMeta),
  });
  expect(object).toMatchObject({ a: 2n ** 63n - 1n, b: 2 ** 63, c: '9223372036854775807' });
});
