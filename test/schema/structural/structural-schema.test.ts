import { expect, test } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import { fieldErrorText } from '../../../src/api/field-error.ts';
import { validateListInvariants } from '../../../src/schema/structural/list-invariants.ts';
import { fillDefaults } from '../../../src/schema/structural/structural-defaulting.ts';
import { prune } from '../../../src/schema/structural/structural-pruning.ts';
import { structuralSchema } from '../../../src/schema/structural/structural-schema.ts';
import { validateStructure } from '../../../src/schema/structural/structural-validation.ts';

const schemaOf = (props: object) => structuralSchema(props as never, kubernetesDialect);
const errorsOf = (value: unknown, props: object) => validateStructure(value, schemaOf(props), 'a').map(fieldErrorText);

test('pruning removes and reports unknown members, except where the schema preserves them', () => {
  const schema = schemaOf({
    type: 'object',
    properties: {
      list: { type: 'array', items: { type: 'object', properties: { a: {} } } },
      open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    },
  });
  const value = { kind: 'K', list: [{ a: 1, b: 2 }], open: { x: 1 }, top: 1 };
  expect(prune(value, schema, true)).toEqual(['list[0].b', 'top']);
  expect(value).toEqual({ kind: 'K', list: [{ a: 1 }], open: { x: 1 } });
});

test('defaults fill absent members; a null that is not allowed is replaced or dropped', () => {
  const schema = schemaOf({
    type: 'object',
    properties: { a: { type: 'string', default: 'x' }, b: { type: 'string' }, c: { type: 'string', nullable: true } },
  });
  const value = { a: null, b: null, c: null };
  fillDefaults(value, schema);
  expect(value).toEqual({ a: 'x', c: null });
});

test.each([
  ['B', { type: 'integer' }, 'a: Invalid value: "string": a in body must be of type integer: "string"'],
  [1.5, { type: 'integer' }, 'a: Invalid value: "number": a in body must be of type integer: "number"'],
  [
    true,
    { 'x-kubernetes-int-or-string': true },
    'a: Invalid value: "boolean": a in body must be of type integer,string: "boolean"',
  ],
  ['blue', { enum: ['red', 'green'] }, 'a: Unsupported value: "blue": supported values: "red", "green"'],
  ['B', { pattern: '^[a-z]+$' }, 'a: Invalid value: "B": a in body should match \'^[a-z]+$\''],
  ['abc', { maxLength: 2 }, 'a: Too long: may not be longer than 2'],
  [0, { minimum: 0, exclusiveMinimum: true }, 'a: Invalid value: 0: a in body should be greater than 0'],
  [7, { multipleOf: 5 }, 'a: Invalid value: 7: a in body should be a multiple of 5'],
  [[], { type: 'array', minItems: 1 }, 'a: Invalid value: 0: a in body should have at least 1 items'],
  [{}, { type: 'object', required: ['b'] }, 'a.b: Required value'],
  ['no', { not: { enum: ['no'] } }, '<nil>: Invalid value: "": "a" must not validate the schema (not)'],
  ['x', { type: 'string', format: 'date-time' }, 'a: Invalid value: "x": a in body must be of type date-time: "x"'],
])('%j under %j: %s', (value, props, text) => {
  expect(errorsOf(value, props)).toEqual([text]);
});

test('patterns in Go syntax that JavaScript lacks are supported', () => {
  expect(errorsOf('x', { type: 'string', pattern: '^(?P<n>x)$' })).toEqual([]);
});

test('sets and keyed lists reject duplicate elements', () => {
  const keyed = schemaOf({
    type: 'array',
    items: { type: 'object' },
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['k'],
  });
  const errors = validateListInvariants(
    [
      { k: 1, v: 1 },
      { k: 1, v: 2 },
    ],
    keyed,
    'a',
  ).map(fieldErrorText);
  expect(errors).toEqual(['a[1]: Duplicate value: map[string]interface {}{"k":1}']);
});
