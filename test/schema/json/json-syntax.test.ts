import { describe, expect, it } from 'vitest';
import { duplicateFields } from '../../../src/patch/json-node.ts';
import { jsonSyntaxError } from '../../../src/schema/json/json-syntax.ts';

describe('invalid JSON', () => {
  it.each([
    ['', 'unexpected end of JSON input'],
    ['{"a":', 'unexpected end of JSON input'],
    ['hello', "invalid character 'h' looking for beginning of value"],
    ['- op: remove', "invalid character ' ' in numeric literal"],
    ['{a:1}', "invalid character 'a' looking for beginning of object key string"],
    ['{"a" 1}', "invalid character '1' after object key"],
    ['{"a":1 "b":2}', "invalid character '\"' after object key:value pair"],
    ['[1 2]', "invalid character '2' after array element"],
    ['{} x', "invalid character 'x' after top-level value"],
    ['tru!', "invalid character '!' in literal true (expecting 'e')"],
    ['"a\nb"', "invalid character '\\n' in string literal"],
    ['"\\q"', "invalid character 'q' in string escape code"],
    ['1.x', "invalid character 'x' after decimal point in numeric literal"],
    ['\ufeff{}', "invalid character 'ï' looking for beginning of value"],
    ['{"a":1}', undefined],
  ])('%j', (text, message) => expect(jsonSyntaxError(text)).toBe(message));
});

describe('duplicate fields', () => {
  it('are listed once each, in order of appearance', () => {
    expect(duplicateFields('{"b":{"x":1,"x":2,"x":3},"a":[{"y":1,"y":2}],"b":{}}')).toEqual(['b.x', 'a[0].y', 'b']);
  });
});
