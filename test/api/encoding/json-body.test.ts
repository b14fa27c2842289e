import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonBody, jsonBodyOf } from '../../../src/api/encoding/json-body.ts';
import { utf8Bytes } from '../../../src/api/encoding/utf8.ts';

/** Plain data, with the values that JSON writes in another way. */
const data = fc.object({
  key: fc.oneof(fc.string(), fc.constantFrom('1', '0', 'a', '__proto__', 'toJSON', 'ü')),
  values: [
    fc.string({ unit: 'binary' }),
    fc.double(),
    fc.integer(),
    fc.boolean(),
    fc.constantFrom(undefined, null, -0, Number.NaN, '\ud800', '\u0000', [undefined], {}),
  ],
  maxDepth: 4,
});

const body = (value: object): JsonBody => {
  const made = jsonBodyOf(value);
  if (!(made instanceof JsonBody)) throw new Error('it is text');
  return made;
};

describe('the JSON body of a request in one process', () => {
  it('has the value that the server would parse from its text, and the text itself', () => {
    fc.assert(
      fc.property(data, (value) => {
        const text = JSON.stringify(value);
        const made = jsonBodyOf(value);
        if (typeof made === 'string') {
          expect(made).toBe(text);
          return;
        }
        expect(made.text).toBe(text);
        expect(made.mostBytes).toBeGreaterThanOrEqual(utf8Bytes(text).length);
        const taken = made.take();
        expect(taken).toStrictEqual(JSON.parse(text));
        // Consecutive reads of members follow their order.
        expect(JSON.stringify(taken)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it('shares nothing with the value of the client', () => {
    const value = { metadata: { labels: { a: 'b' } }, list: [{ c: 'd' }] };
    const taken = body(value).take() as typeof value;
    taken.metadata.labels.a = 'changed';
    taken.list.pop();
    expect(value).toEqual({ metadata: { labels: { a: 'b' } }, list: [{ c: 'd' }] });
  });

  it.each([
    ['a value with a toJSON method', { time: new Date(0) }, '{"time":"1970-01-01T00:00:00.000Z"}'],
    ['an object of a class', { list: new Map([['a', 1]]) }, '{"list":{}}'],
    ['a function', { run: () => 1, a: 1 }, '{"a":1}'],
    ['a member named __proto__', JSON.parse('{"__proto__":{"a":1}}'), '{"__proto__":{"a":1}}'],
  ])('is text for %s', (_what, value, text) => {
    expect(jsonBodyOf(value)).toBe(text);
  });

  it('reports a cycle as JSON.stringify does', () => {
    const value: Record<string, unknown> = {};
    value.self = value;
    expect(() => jsonBodyOf(value)).toThrow(/circular/i);
  });

  it('is taken once, and has no text afterwards', () => {
    const taken = body({ a: 1 });
    taken.take();
    expect(() => taken.take()).toThrow('Body is unusable');
    expect(() => taken.text).toThrow('Body is unusable');
  });
});
