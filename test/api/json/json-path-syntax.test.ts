import { expect, test } from 'vitest';
import { jsonPathError } from '../../../src/api/json/json-path-syntax.ts';

test.each([
  '',
  'text',
  '{.spec.containers[0].image}',
  '{.a..b[*]}{end}',
  "{range .items[?(@.a=='b)')]}{@.c}{end}",
  "{['a','b'][-1:2][:][0:4:2]}",
  '{.a\\.b!}',
  '{..a..b}',
  '{.a...b}',
  '{"a\\tb"} {1.5} {true}',
  '{.a[9223372036854775807]}',
])('the JSONPath %s is valid', (template) => {
  expect(jsonPathError(template)).toBeUndefined();
});

test.each([
  ['{{}}', "unrecognized character in action: U+007B '{'"],
  ['{.a }!{ %}', "unrecognized character in action: U+0025 '%'"],
  ['{.a', 'unclosed action'],
  ['{.a\n}', 'unclosed action'],
  ['{.. ..b}', 'invalid multiple recursive descent'],
  ['{.a....b}', 'invalid multiple recursive descent'],
  ['{.a[0}', 'unterminated array'],
  ['{.a[x]}', 'invalid array index x'],
  ['{.a[-]}', 'array index - is not a number'],
  ['{.a[0:9223372036854775808]}', 'array index 9223372036854775808 is not a number'],
  ["{.a['b',x]}", 'invalid array index x'],
  ['{.a[?(@.b==1)}', 'unclosed array expect ]'],
  ['{.a[?(@.b==1]}', 'unterminated filter'],
  ['{.a[?(@.b==%)]}', "unrecognized character in action: U+0025 '%'"],
  ['{"a}', 'unterminated quoted string'],
  ['{"a\\q"}', 'unquote string "a\\q" error invalid syntax'],
  ['{1.2.3}', 'cannot parse number 1.2.3'],
])('the JSONPath %j has the error that the real server finds: %s', (template, error) => {
  expect(jsonPathError(template)).toBe(error);
});

test('deeply nested filters are read in bounded steps', () => {
  const nested = (depth: number): string => (depth === 0 ? '@.a' : `@.b[?(${nested(depth - 1)})]`);
  expect(jsonPathError(`{${nested(2000)}}`)).toMatch(/unclosed|unterminated|undefined/);
});
