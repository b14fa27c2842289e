import { describe, expect, test } from 'vitest';
import { factsOf, valuesOf } from '../../../../src/ui/views/yaml/field-facts.ts';

const described = (description: string) => ({ type: 'string', description });

describe('the values of a field', () => {
  test.each([
    ['are those that its text enumerates', 'Checks: `A`, `B` or `C`. Defaults to `D`.', ['A', 'B', 'C']],
    ['can have sentences of their own', '`A` changes nothing. `B` calls a webhook. Defaults to `A`.', ['A', 'B']],
    ['are not those that are only examples', 'Short reason, such as `A` or `B`.', []],
    ['are not those of other fields', 'Some for `In` and `NotIn`, none otherwise.', []],
    ['need an alternative', '`None` makes the service headless.', []],
  ])('%s', (_, text, values) => expect(valuesOf(described(text))).toEqual(values));

  test('of an object are unknown', () => {
    expect(valuesOf({ type: 'object', description: '`A` or `B`' })).toEqual([]);
  });

  test('of the schema itself are not repeated', () => {
    expect(valuesOf({ ...described('`A` or `B`'), enum: ['A', 'B'] })).toEqual([]);
  });
});

test.each([
  ['references', { allOf: [{ $ref: '#/components/schemas/core.v1.Thing' }] }, 'Thing'],
  ['lists', { type: 'array', items: { type: 'integer' } }, 'list of integer'],
  ['maps', { type: 'object', additionalProperties: { type: 'string' } }, 'map of string'],
  ['alternatives', { oneOf: [{ type: 'string' }, { type: 'number' }] }, 'string or number'],
  ['free values', {}, 'any value'],
  ['numbers with a default', { type: 'integer', default: 3 }, 'integer, defaults to 3'],
])('the facts of a field name the type of %s', (_, schema, expected) => {
  expect(factsOf('a', schema, false)).toBe(`\`a\`: ${expected}`);
});

test('the facts of a field come before its text', () => {
  expect(factsOf('a', described('It counts. Required; it cannot change.'), false)).toBe(
    '`a`: string, required, immutable\n\nIt counts. Required; it cannot change.',
  );
});
