import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/api/object.ts';
import { finish } from '../../src/api/steps.ts';
import { applyMergePatch, mergeValues } from '../../src/patch/merge-patch.ts';

const apply = (document: unknown, patch: unknown): unknown =>
  JSON.parse(finish(applyMergePatch(JSON.stringify(document), JSON.stringify(patch))));

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The pseudocode of RFC 7386. */
function naive(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const merged: JsonObject = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else merged[key] = naive(merged[key], value);
  }
  return merged;
}

describe('merge patch', () => {
  it.each([
    [
      { a: 1, b: 2 },
      { a: null, c: 3 },
      { b: 2, c: 3 },
    ],
    [{ a: { x: 1, y: 2 } }, { a: { x: null } }, { a: { y: 2 } }],
    [{}, { a: { keep: 1, drop: null } }, { a: { keep: 1 } }],
    [{ a: [1, 2] }, { a: [3] }, { a: [3] }],
    [{ a: 'text' }, { a: { b: 1 } }, { a: { b: 1 } }],
    [{ a: [1] }, { a: [null, { gone: null, b: 1 }] }, { a: [null, { b: 1 }] }],
    [{ a: { b: 1 } }, { a: [{ kept: null }] }, { a: [{ kept: null }] }],
  ])('%j with %j', (document, patch, expected) => expect(apply(document, patch)).toEqual(expected));

  it('sorts the members of changed objects, and keeps the order of other members and the spelling of numbers', () => {
    expect(finish(applyMergePatch('{"b":{"z":1,"a":2.0},"a":{"z":1,"a":2}}', '{"a":{"m":1e2}}'))).toBe(
      '{"a":{"a":2,"m":1e2,"z":1},"b":{"z":1,"a":2.0}}',
    );
  });

  it('follows RFC 7386 when no list contains objects', () => {
    const key = fc.constantFrom('a', 'b', 'c', '"', ' ');
    const object = fc.letrec((tie) => ({
      value: fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.array(fc.string()), tie('object')),
      object: fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    })).object as fc.Arbitrary<JsonObject>;
    fc.assert(
      fc.property(object, object, (document, patch) => {
        expect(apply(document, patch)).toEqual(naive(document, patch));
      }),
    );
  });

  it('has the same result for values, which stay as they are', () => {
    const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>;
    const key = fc.constantFrom('a', 'b', '__proto__', '1');
    const object = fc.dictionary(key, fc.oneof(json, fc.constant(null), fc.dictionary(key, json)));
    fc.assert(
      fc.property(object as fc.Arbitrary<JsonObject>, object as fc.Arbitrary<JsonObject>, (document, patch) => {
        const [before, expected] = [JSON.stringify(document), apply(document, patch)];
        expect(JSON.parse(JSON.stringify(mergeValues(document, patch)))).toEqual(expected);
        expect(JSON.stringify(document)).toBe(before);
      }),
    );
  });
});
