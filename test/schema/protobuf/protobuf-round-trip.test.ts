import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import { apiVersionOf } from '../../../src/api/object.ts';
import type { DefinedType } from '../../../src/schema/definition.ts';
import { definitions } from '../../../src/schema/definitions.ts';
import { decodeProtobuf, encodeProtobuf } from '../../../src/schema/protobuf/protobuf.ts';
import { protobufMessages } from '../../../src/schema/protobuf/protobuf-messages.ts';

const messages = protobufMessages(kubernetesDialect);
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 });
const time = fc.date({ min: new Date('0002-01-01'), max: new Date('9998-01-01'), noInvalidDate: true });
const json = fc.dictionary(text, fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null)), { maxKeys: 2 });
const schemaProps = (depth: number) =>
  fc.record({ type: text, description: text }, { requiredKeys: depth ? [] : ['type'] });

/** Definitions whose JSON form is not an object with their fields. */
const SPECIAL: Readonly<Record<string, (depth: number) => fc.Arbitrary<unknown>>> = {
  'api.resource.Quantity': () => fc.integer({ min: 0 }).map(String),
  'util.intstr.IntOrString': () => fc.oneof(fc.integer(), text),
  'meta.v1.Time': () => time.map((date) => `${date.toISOString().slice(0, 19)}Z`),
  'meta.v1.MicroTime': () => time.map((date) => `${date.toISOString().slice(0, 23)}000Z`),
  'meta.v1.FieldsV1': () => json,
  'runtime.RawExtension': () => json,
  'apiextensions.v1.JSON': () => fc.oneof(json, text, fc.integer(), fc.boolean()),
  'apiextensions.v1.JSONSchemaPropsOrBool': (depth) => fc.oneof(fc.boolean(), schemaProps(depth)),
  'apiextensions.v1.JSONSchemaPropsOrArray': (depth) => schemaProps(depth),
  'apiextensions.v1.JSONSchemaPropsOrStringArray': (depth) =>
    fc.oneof(schemaProps(depth), fc.array(text, { minLength: 1, maxLength: 2 })),
};

/** Maximum depth of generated objects, because definitions can contain themselves. */
const MAXIMUM_DEPTH = 4;

function valueOfType(type: DefinedType, depth: number): fc.Arbitrary<unknown> | undefined {
  if (type.ref) return SPECIAL[type.ref]?.(depth) ?? objectOf(type.ref, depth + 1);
  if (type.items) {
    const item = valueOfType(type.items, depth);
    return item && fc.array(item, { minLength: 1, maxLength: 2 });
  }
  if (type.values) {
    const value = valueOfType(type.values, depth);
    return value && fc.dictionary(text, value, { minKeys: 1, maxKeys: 2 });
  }
  if (type.type === 'boolean') return fc.boolean();
  if (type.type === 'number') return fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0);
  if (type.type === 'integer') return type.format === 'int64' ? fc.maxSafeInteger() : fc.integer();
  if (type.format === 'byte')
    return fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes).toString('base64'));
  return text;
}

/** Generates objects of a definition, without the kind, which is in the envelope. */
function objectOf(name: string, depth: number): fc.Arbitrary<Record<string, unknown>> | undefined {
  const { fields = {}, kinds } = definitions[name] ?? {};
  if (depth > MAXIMUM_DEPTH) return undefined;
  const known = new Set(messages.fieldsOf(name).map((field) => field.name));
  const isNested = messages.fieldsOf(name).some((field) => field.name === undefined);
  const values = Object.entries(fields).flatMap(([field, type]) => {
    if (kinds && (field === 'kind' || field === 'apiVersion')) return [];
    const value = known.has(field) || isNested ? valueOfType(type, depth) : undefined;
    return value ? [[field, fc.option(value, { nil: undefined, freq: 2 })] as const] : [];
  });
  return fc.record(Object.fromEntries(values)).map(withoutAbsent);
}

const withoutAbsent = (record: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

const kinds = Object.entries(definitions).flatMap(([name, { kinds: named = [] }]) =>
  named
    .slice(0, 1)
    .map(([group = '', version = '', kind = '']) => ({ name, group, version, kind }))
    .filter((gvk) => messages.ofKind(gvk) === name),
);

describe('objects of every built-in kind survive a round trip', () => {
  test('nearly all kinds are covered', () => expect(kinds.length).toBeGreaterThan(140));

  test.each(kinds)('$name', ({ name, group, version, kind }) => {
    const body = objectOf(name, 0);
    if (!body) throw new Error('no arbitrary for the definition');
    fc.assert(
      fc.property(body, (fields) => {
        const object = { kind, apiVersion: apiVersionOf(group, version), ...fields };
        const bytes = encodeProtobuf(object, kubernetesDialect) ?? new Uint8Array();
        expect(decodeProtobuf(bytes, { group, version, kind }, kubernetesDialect)).toEqual(object);
      }),
      { numRuns: 10 },
    );
  });
});
