import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8Bytes } from '../../../src/api/encoding/utf8.ts';
import { givenBody } from '../../../src/api/messages/given-body.ts';

/** Plain data, including values that JSON changes. */
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

/** Returns the object that the server receives. */
function given(value: object): unknown {
  const body = givenBody(value);
  if (body.kind !== 'given') throw new Error('it is text');
  return body.object;
}

describe('the body of a request in one process', () => {
  it('has the object that the server would parse from the text', () => {
    fc.assert(
      fc.property(data, (value) => {
        const text = JSON.stringify(value);
        const body = givenBody(value);
        if (body.kind === 'text') {
          expect(body.text).toBe(text);
          return;
        }
        expect(body.mostBytes).toBeGreaterThanOrEqual(utf8Bytes(text).length);
        expect(body.object).toStrictEqual(JSON.parse(text));
        // The order of members is the same.
        expect(JSON.stringify(body.object)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it("shares no objects with the client's value", () => {
    const value = { metadata: { labels: { a: 'b' } }, list: [{ c: 'd' }] };
    const taken = given(value) as typeof value;
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
    expect(givenBody(value)).toEqual({ kind: 'text', text });
  });

  it('reports a cycle as JSON.stringify does', () => {
    const value: Record<string, unknown> = {};
    value.self = value;
    expect(() => givenBody(value)).toThrow(/circular/i);
  });
});
