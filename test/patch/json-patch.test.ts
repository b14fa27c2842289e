import fc from 'fast-check';
import suite from 'json-patch-test-suite/tests.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/api/object.ts';
import { applyJsonPatch, JsonPatchError } from '../../src/patch/json-patch.ts';

interface Operation {
  op: 'add' | 'remove' | 'replace';
  path: string;
  value?: Json;
}

interface SuiteCase {
  comment?: string;
  doc: Json;
  patch: Json;
  expected?: Json;
  error?: string;
  disabled?: boolean;
}

const apply = (document: unknown, patch: unknown): unknown =>
  JSON.parse(applyJsonPatch(JSON.stringify(document), JSON.stringify(patch)));

/** Cases, by error or comment, in which the real server differs from the suite. */
const SERVER_DIFFERS: ReadonlySet<string> = new Set([
  'Out of bounds (lower)', // Negative indices count from the end.
  "missing 'value' parameter", // A missing value is null.
  'replacing the root of the document is possible with add', // Only with replace.
]);

describe('JSON patch', () => {
  const cases = (suite as SuiteCase[]).filter(
    ({ disabled, comment, error }) => !disabled && !SERVER_DIFFERS.has(error ?? comment ?? ''),
  );
  it.each(cases.map((testCase) => [testCase.comment ?? JSON.stringify(testCase.patch), testCase] as const))(
    'suite: %s',
    (_, { doc, patch, expected, error }) => {
      if (error === undefined) expect(apply(doc, patch)).toEqual(expected ?? doc);
      else expect(() => apply(doc, patch)).toThrow();
    },
  );
});

describe('JSON patch on the real server', () => {
  const expectFailure = (document: unknown, patch: unknown): void =>
    expect(() => apply(document, patch)).toThrow(JsonPatchError);

  it('adds a missing member on replace', () =>
    expect(apply({}, [{ op: 'replace', path: '/a', value: 1 }])).toEqual({ a: 1 }));

  it('copies a missing value as null', () =>
    expect(apply({}, [{ op: 'copy', from: '/a', path: '/b' }])).toEqual({ b: null }));

  it('treats a missing value as null in a test', () => {
    expect(apply({}, [{ op: 'test', path: '/a', value: null }])).toEqual({});
    expectFailure({ a: 1 }, [{ op: 'test', path: '/a' }]);
  });

  it('compares numbers by their text', () => {
    expect(applyJsonPatch('{"a":0.1}', '[{"op":"test","path":"/a","value":0.1}]')).toBe('{"a":0.1}');
    expect(() => applyJsonPatch('{"a":0.1}', '[{"op":"test","path":"/a","value":0.10}]')).toThrow(JsonPatchError);
  });

  it('replaces the whole document, but cannot add it', () => {
    expect(apply({ a: 1 }, [{ op: 'replace', path: '', value: { b: 2 } }])).toEqual({ b: 2 });
    expectFailure({}, [{ op: 'add', path: '', value: {} }]);
  });

  it.each([100, 'a', null])('ignores a replacement of the whole document by %j', (value) => {
    expect(apply({ a: 1 }, [{ op: 'replace', path: '', value }])).toEqual({ a: 1 });
  });

  it('sorts the members of a copied object when the target lies within it', () => {
    const patch = (path: string): string => `[{"op":"copy","from":"/m","path":"${path}"}]`;
    expect(applyJsonPatch('{"m":{"b":1,"a":{"d":2,"c":3}}}', patch('/m/b'))).toBe(
      '{"m":{"a":{"d":2,"c":3},"b":{"a":{"d":2,"c":3},"b":1}}}',
    );
    expect(applyJsonPatch('{"m":{"b":1,"a":2}}', patch('/n'))).toBe('{"m":{"b":1,"a":2},"n":{"b":1,"a":2}}');
  });

  it('ignores text before the first slash', () =>
    expect(apply({}, [{ op: 'add', path: 'data/b', value: 1 }])).toEqual({ b: 1 }));

  it('writes null for a missing value', () => expect(apply({}, [{ op: 'add', path: '/a' }])).toEqual({ a: null }));

  it('does not move an object into itself', () => expectFailure({ a: {} }, [{ op: 'move', from: '/a', path: '/a/b' }]));

  it('copies values independently', () => {
    const patch = [
      { op: 'copy', from: '/a', path: '/b' },
      { op: 'add', path: '/b/y', value: 2 },
    ];
    expect(apply({ a: { x: 1 } }, patch)).toEqual({ a: { x: 1 }, b: { x: 1, y: 2 } });
  });

  it('limits the size of added copies', () => {
    const copies = Array.from({ length: 32 }, (_, index) => ({ op: 'copy', from: '/a', path: `/b${index}` }));
    expectFailure({ a: 'x'.repeat(100_000) }, copies);
  });

  it('sorts the members of changed objects and keeps the order of the rest', () => {
    const patched = applyJsonPatch('{"b":{"z":1,"a":2},"a":{"z":1,"a":2}}', '[{"op":"add","path":"/a/m","value":3}]');
    expect(patched).toBe('{"a":{"a":2,"m":3,"z":1},"b":{"z":1,"a":2}}');
  });
});

/** Returns a patch that turns one object into the other. */
function difference(from: JsonObject, to: JsonObject, path = ''): Operation[] {
  const step = (key: string): string => `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const removed = Object.keys(from).filter((key) => !Object.hasOwn(to, key));
  return [
    ...removed.map((key): Operation => ({ op: 'remove', path: step(key) })),
    ...Object.entries(to).flatMap(([key, value]): Operation[] => {
      const old = from[key];
      if (isObject(old) && isObject(value)) return difference(old, value, step(key));
      return [{ op: Object.hasOwn(from, key) ? 'replace' : 'add', path: step(key), value }];
    }),
  ];
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

describe('a JSON patch generated from a difference', () => {
  it('produces the other object', () => {
    const key = fc.string({ maxLength: 3 }).filter((text) => text !== '__proto__');
    const object = fc.letrec((tie) => ({
      value: fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.array(fc.integer()), tie('object')),
      object: fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    })).object as fc.Arbitrary<JsonObject>;
    fc.assert(
      fc.property(object, object, (from, to) => {
        expect(apply(from, difference(from, to))).toEqual(to);
      }),
    );
  });
});

it.each([
  ['replace', '/spec/nothing', 'replace operation does not apply: doc is missing path: /spec/nothing: missing value'],
  ['add', '/spec/nothing', 'add operation does not apply: doc is missing path: "/spec/nothing": missing value'],
  ['remove', '/absent', "error in remove for path: '/absent': Unable to remove nonexistent key: absent: missing value"],
  ['test', '/list/0', 'testing value /list/0 failed: test failed'],
  [
    'remove',
    '/list/9',
    "error in remove for path: '/list/9': Unable to access invalid index: 9: invalid index referenced",
  ],
  ['grow', '/list', 'Unexpected kind: grow'],
])('a failed %s of %s has the message of the real server', (op, path, message) => {
  const patch = JSON.stringify([{ op, path, value: 'other' }]);
  expect(() => applyJsonPatch('{"list":["one"]}', patch)).toThrow(message);
});
