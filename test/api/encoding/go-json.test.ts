import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asGoWrites, escapeLikeGo, goJson, sortedGoJson } from '../../../src/api/encoding/go-json.ts';

describe('JSON as Go writes it', () => {
  it('escapes characters that HTML and JavaScript interpret, in names and in strings', () => {
    expect(goJson({ '<a>': ['b & c', '\u2028\u2029'] })).toBe(
      String.raw`{"\u003ca\u003e":["b \u0026 c","\u2028\u2029"]}`,
    );
  });

  it('has short escape sequences only for line feeds, carriage returns and tabs', () => {
    expect(goJson('\n\r\t\b\f\v\0\u001f"\\/')).toBe(String.raw`"\n\r\t\u0008\u000c\u000b\u0000\u001f\"\\/"`);
    expect(goJson('\u007f\u0080é')).toBe('"\u007f\u0080é"');
  });

  it('distinguishes an escape sequence from a backslash before the same letter', () => {
    expect(goJson(['\\b', '\\\b', '\\\\f', '\\ud800', '\\\\\ud800'])).toBe(
      String.raw`["\\b","\\\u0008","\\\\f","\\ud800","\\\\\ufffd"]`,
    );
  });

  it('replaces lone surrogates, and keeps surrogate pairs', () => {
    expect(goJson('a\ud83d😀\udc00')).toBe(String.raw`"a\ufffd😀\ufffd"`);
  });

  it('parses to the value that was written', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\\', '\b', '<', '\u2028'))),
        (parts) => {
          const value = { [parts.join('')]: parts };
          expect(JSON.parse(goJson(value))).toEqual(value);
          expect(asGoWrites(goJson(value))).toBe(goJson(value));
        },
      ),
    );
  });

  it('has sorted members with integer names where the other members are sorted', () => {
    expect(goJson({ '-': 1, 9: 2, 10: [{ 7: 1, 11: '<' }], b: { z: 1, a: 2 } })).toBe(
      String.raw`{"-":1,"10":[{"11":"\u003c","7":1}],"9":2,"b":{"z":1,"a":2}}`,
    );
  });

  it('keeps the order of an object whose members are not sorted', () => {
    expect(goJson({ 9: 1, b: 2, a: 3 })).toBe('{"9":1,"b":2,"a":3}');
    expect(goJson({ kind: 'b', data: { 10: 1, 9: 2 }, a: '{"9":1}' })).toBe(
      String.raw`{"kind":"b","data":{"10":1,"9":2},"a":"{\"9\":1}"}`,
    );
  });

  it('is indented alike whether it has integer names or not', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, 2, 4), (value, indent) => {
        const [plain, ordered] = [goJson([value, { a: {} }], indent), goJson([value, { 1: {} }], indent)];
        fc.pre(!/\{\s*"\d+":/.test(plain));
        expect(ordered).toBe(
          `${plain.slice(0, plain.lastIndexOf('"a"'))}"1"${plain.slice(plain.lastIndexOf('"a"') + 3)}`,
        );
      }),
    );
  });

  it('can be indented', () => {
    expect(goJson({ a: ['<'] }, 2)).toBe('{\n  "a": [\n    "\\u003c"\n  ]\n}');
  });

  it('sorts members where the value is a map in Go, and numbers by their digits', () => {
    expect(sortedGoJson({ b: ['<a>', { d: 1, c: null }], 9: true, 10: undefined, 100: '&' })).toBe(
      String.raw`{"100":"\u0026","9":true,"b":["\u003ca\u003e",{"c":null,"d":1}]}`,
    );
    expect(sortedGoJson({ '\u{1f600}': 1, '\uff5e': 2, a: 3 })).toBe('{"a":3,"\uff5e":2,"\u{1f600}":1}');
  });
});

describe('JSON that Go inserts', () => {
  it('keeps its escape sequences', () => {
    expect(escapeLikeGo(String.raw`{"a<":"\b\ud800\/","b":1e2}`)).toBe(String.raw`{"a\u003c":"\b\ud800\/","b":1e2}`);
  });
});
