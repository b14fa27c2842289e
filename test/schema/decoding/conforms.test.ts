import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import { conforms } from '../../../src/schema/decoding/conforms.ts';
import { decodeJson, decodeValue } from '../../../src/schema/decoding/go-decoder.ts';
import type { ScalarSchema, Schema } from '../../../src/schema/schema.ts';
import { createSchemaRegistry } from '../../../src/schema/schema-registry.ts';
import { recordedObjects } from '../recorded-objects.ts';

const registry = createSchemaRegistry(kubernetesDialect);
function definition(name: string): Schema {
  const schema = registry.definition(name);
  if (!schema) throw new Error(name);
  return schema;
}

/** JSON texts of scalars, by type. */
const TEXTS: Readonly<Record<ScalarSchema['type'], readonly string[]>> = {
  string: ['""', '"text"', '"a \\"quoted\\" text"', '"\\u003c"', '"é\\ud800"'],
  boolean: ['true', 'false'],
  int32: ['0', '-0', '7', '-2147483648', '2147483647', '2147483648', '1.0', '1e2', '1.5'],
  int64: ['0', '9007199254740991', '9007199254740993', '9223372036854775807', '9223372036854775808', '1e3'],
  number: ['0', '1.5', '1.50', '1e21', '-0'],
  intOrString: ['80', '"80%"', '2147483648', '1.5'],
  quantity: ['"1"', '"100m"', '"1.5Gi"', '"1e3"', '" 1"', '"+1"', '1', '1.5', '"1Zi"', '""'],
  bytes: ['""', '"YQ=="', '"YR=="', '"Y\\nQ=="', '"?"'],
  time: ['"2024-01-02T03:04:05Z"', '"2024-01-02T03:04:05.5+01:00"', '"2024-02-30T00:00:00Z"', '"now"'],
  microtime: ['"2024-01-02T03:04:05.123456Z"', '"2024-01-02T03:04:05Z"', '"2024-01-02T03:04:05.000000+01:00"'],
};
const strange = fc.constantFrom('null', 'true', '1', '"text"', '[]', '[null]', '{}', '{"a":1}', '{"a":1,"a":2}');

/** Texts that mostly match a schema, with occasional values of other types and unknown or repeated members. */
function textOf(schema: Schema, depth: number): fc.Arbitrary<string> {
  const own = schema.kind !== 'scalar' && depth === 0 ? strange : ownTextOf(schema, depth - 1);
  return fc.oneof({ weight: 20, arbitrary: own }, { weight: 1, arbitrary: strange });
}

function ownTextOf(schema: Schema, depth: number): fc.Arbitrary<string> {
  switch (schema.kind) {
    case 'any':
      return strange;
    case 'scalar':
      return fc.constantFrom(...TEXTS[schema.type].slice(0, 2), ...TEXTS[schema.type]);
    case 'list':
      return fc.array(textOf(schema.items, depth), { maxLength: 3 }).map((items) => `[${items}]`);
    case 'map':
      return objectText(fc.constantFrom('a', 'b', '1', '__proto__'), () => textOf(schema.values, depth));
    case 'struct': {
      const known = fc.constantFrom(...schema.fields.keys());
      const unknown = fc.constantFrom('unknown', '__proto__', 'toString');
      const name = fc.oneof({ weight: 60, arbitrary: known }, { weight: 1, arbitrary: unknown });
      return objectText(name, (key) => textOf(schema.fields.get(key)?.schema ?? { kind: 'any' }, depth));
    }
  }
}

const objectText = (name: fc.Arbitrary<string>, value: (name: string) => fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .array(
      name.chain((key) => value(key).map((text) => [key, text] as const)),
      { maxLength: 4 },
    )
    .chain((members) => fc.constantFrom(new Map(members), new Map(members), members))
    .map((members) => `{${[...members].map(([key, text]) => `${JSON.stringify(key)}:${text}`)}}`);

/** The result as text, which shows the order of members; or the error. */
function outcome(decode: () => { value: unknown; strictErrors: readonly string[] }): string {
  try {
    return JSON.stringify(decode());
  } catch (error) {
    return (error as Error).message;
  }
}
/** A leading space makes the decoder read the text exactly. */
const exactly = (text: string, schema: Schema) => outcome(() => decodeJson(` ${text}`, schema));

describe('conforms', () => {
  test.each([
    'core.v1.Pod',
    'core.v1.Event',
    'core.v1.Secret',
    'core.v1.ResourceQuota',
    'apps.v1.Deployment',
    'policy.v1.PodDisruptionBudget',
    'coordination.v1.Lease',
    'autoscaling.v2.HorizontalPodAutoscaler',
    'certificates.v1.CertificateSigningRequest',
  ])('%s: the fast path decodes texts and values as the exact decoder does', (name) => {
    const schema = definition(name);
    let conforming = 0;
    fc.assert(
      fc.property(textOf(schema, 6), (text) => {
        if (conforms(JSON.parse(text), schema)) conforming += 1;
        expect(outcome(() => decodeJson(text, schema))).toBe(exactly(text, schema));
        expect(outcome(() => decodeJson(`${text}\n`, schema))).toBe(exactly(text, schema));
        const value: unknown = JSON.parse(text);
        expect(outcome(() => decodeValue(value, schema))).toBe(exactly(JSON.stringify(value), schema));
      }),
      { numRuns: 300 },
    );
    expect(conforming).toBeGreaterThan(20);
  });

  test('recorded objects conform, and keep their members', () => {
    for (const { object, place, ...kind } of recordedObjects()) {
      const schema = registry.schemaOf(kind);
      if (!schema || !conforms(object, schema)) continue;
      const text = JSON.stringify(object);
      expect(
        outcome(() => decodeJson(text, schema)),
        place,
      ).toBe(exactly(text, schema));
    }
  });

  test.each([
    ['an unknown member', { extra: 1 }],
    ['a value of another type', { data: { a: 1 } }],
    ['a list instead of a map', { data: [] }],
    ['invalid base64', { binaryData: { a: '?' } }],
    ['an invalid time', { metadata: { creationTimestamp: 'now' } }],
    ['a number with a fraction', { metadata: { generation: 1.5 } }],
  ])('%s does not conform', (_, value) => {
    expect(conforms(value, definition('core.v1.ConfigMap'))).toBe(false);
  });

  test('null conforms to every type', () => {
    expect(conforms({ metadata: null, data: { a: null }, immutable: null }, definition('core.v1.ConfigMap'))).toBe(
      true,
    );
  });
});

test('parts shared with an earlier decoded value are not read again', () => {
  const schema = definition('core.v1.Pod');
  const odd = { type: 'Ready', status: 1 };
  const decoded = { status: { conditions: [odd] } };
  expect(conforms({ status: { conditions: [odd, { type: 'Initialized' }] } }, schema, decoded)).toBe(true);
  expect(conforms({ status: { conditions: [{ type: 'Initialized' }, odd] } }, schema, decoded)).toBe(false);
  expect(conforms({ status: { conditions: [odd], phase: 1 } }, schema, decoded)).toBe(false);
});

test('a conforming value is returned itself', () => {
  const parsed = { data: { a: 'b' } };
  expect(decodeJson(JSON.stringify(parsed), definition('core.v1.ConfigMap'), parsed).value).toBe(parsed);
  expect(decodeValue(parsed, definition('core.v1.ConfigMap')).value).toBe(parsed);
});
