import fc from 'fast-check';
import type { Field, Schema, StructSchema } from '../../src/schema/schema.ts';

const text: Schema = { kind: 'scalar', type: 'string' };
const field = (schema: Schema): Field => ({ schema, required: false, empty: 'omitted' });
const struct = (fields: Record<string, Schema>): StructSchema => ({
  kind: 'struct',
  mapType: 'granular',
  fields: new Map(Object.entries(fields).map(([name, schema]) => [name, field(schema)])),
});

/** One field of every shape with its own merge rules. */
export const exampleFields = {
  text,
  map: { kind: 'map', values: text, mapType: 'granular' },
  whole: { kind: 'map', values: text, mapType: 'atomic' },
  set: { kind: 'list', items: text, listType: 'set', listMapKeys: [] },
  keyed: { kind: 'list', items: struct({ name: text, value: text }), listType: 'map', listMapKeys: ['name'] },
  plain: { kind: 'list', items: text, listType: 'atomic', listMapKeys: [] },
} as const satisfies Record<string, Schema>;

export const exampleSchema = struct({ ...exampleFields });

export const exampleKindSchema = struct({
  apiVersion: text,
  kind: text,
  metadata: struct({ name: text }),
  ...exampleFields,
});

const word = fc.constantFrom('a', 'b', 'c', 'd');

export const exampleValue = fc.record(
  {
    text: word,
    map: fc.dictionary(word, word, { noNullPrototype: true }),
    whole: fc.dictionary(word, word, { noNullPrototype: true }),
    set: fc.uniqueArray(word, { maxLength: 4 }),
    keyed: fc.uniqueArray(fc.record({ name: word, value: word }, { requiredKeys: ['name'], noNullPrototype: true }), {
      selector: ({ name }) => name,
      maxLength: 4,
    }),
    plain: fc.array(word, { maxLength: 3 }),
  },
  { requiredKeys: [], noNullPrototype: true },
);

export type ExampleValue = typeof exampleValue extends fc.Arbitrary<infer T> ? T : never;
