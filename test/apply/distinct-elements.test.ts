import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasDistinctElements } from '../../src/apply/distinct-elements.ts';
import { validateTyped } from '../../src/apply/validate-typed.ts';
import type { Schema, StructSchema } from '../../src/schema/schema.ts';
import { exampleSchema } from './example-kind.ts';

const word = fc.constantFrom('a', 'b', 'c');
const item = fc.record({ name: word, value: word }, { requiredKeys: ['value'], noNullPrototype: true });
/** Values of valid types, some of which have duplicate elements or elements without a key. */
const typedValue = fc.record(
  {
    text: word,
    map: fc.dictionary(word, word, { noNullPrototype: true }),
    set: fc.array(word, { maxLength: 3 }),
    keyed: fc.option(fc.array(fc.option(item, { freq: 9 }), { maxLength: 3 })),
    plain: fc.array(word, { maxLength: 3 }),
  },
  { requiredKeys: [], noNullPrototype: true },
);

const list = (items: Schema): Schema => ({ kind: 'list', items, listType: 'atomic', listMapKeys: [] });
const map = (values: Schema): Schema => ({ kind: 'map', values, mapType: 'granular' });

describe('the check of list elements', () => {
  it.each([
    ['in members', exampleSchema, (value: unknown) => value],
    ['in elements of lists', list(exampleSchema), (value: unknown) => [{}, value, null]],
    ['in values of maps', map(exampleSchema), (value: unknown) => ({ x: value, y: null })],
  ])('agrees with validation about values of valid types, %s', (_, schema, within) => {
    fc.assert(
      fc.property(typedValue, (value) => {
        const isValid = validateTyped(within(value), schema).length === 0;
        expect(hasDistinctElements(within(value), schema)).toBe(isValid);
      }),
    );
  });

  it('follows recursive schemas', () => {
    const fields = new Map(exampleSchema.fields);
    const schema: StructSchema = { ...exampleSchema, fields };
    fields.set('below', { schema: list(schema), required: false, empty: 'omitted' });
    expect(hasDistinctElements({ below: [{ below: [{ set: ['a', 'b'] }] }] }, schema)).toBe(true);
    expect(hasDistinctElements({ below: [{ below: [{ set: ['a', 'a'] }] }] }, schema)).toBe(false);
  });

  it('skips parts that the value shares with a checked value', () => {
    const twice = { set: ['a', 'a'] };
    expect(hasDistinctElements({ ...twice, text: 'b' }, exampleSchema, twice)).toBe(true);
    expect(hasDistinctElements({ set: ['a', 'a'] }, exampleSchema, twice)).toBe(false);
  });

  it('finds duplicates in long lists', () => {
    const words = Array.from({ length: 40 }, (_, index) => `word-${index}`);
    expect(hasDistinctElements({ set: words }, exampleSchema)).toBe(true);
    expect(hasDistinctElements({ set: [...words, 'word-7'] }, exampleSchema)).toBe(false);
  });

  it('leaves values of other types to validation', () => {
    expect(hasDistinctElements({ set: 'a' }, exampleSchema)).toBe(false);
    expect(hasDistinctElements('a', exampleSchema)).toBe(false);
  });
});
