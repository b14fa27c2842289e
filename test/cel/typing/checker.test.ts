import { tests as checking } from '@bufbuild/cel-spec/testdata/checking.js';
import { tests as comprehension } from '@bufbuild/cel-spec/testdata/comprehension.js';
import { tests as parsing } from '@bufbuild/cel-spec/testdata/parsing.js';
import { describe, expect, it } from 'vitest';
import { createEnvironment } from '../../../src/cel/expression-environment.ts';
import { KUBERNETES_LIBRARIES } from '../../../src/cel/kubernetes-libraries.ts';
import { parse } from '../../../src/cel/syntax/parser.ts';
import { errorsText } from '../../../src/cel/syntax/source-errors.ts';
import { check } from '../../../src/cel/typing/checker.ts';
import { BOOL, DYN, INT, listOf, mapOf, objectType, STRING, typeText } from '../../../src/cel/typing/types.ts';
import { allTests } from '../cel-spec.ts';

const bare = createEnvironment(KUBERNETES_LIBRARIES, {});
const environment = createEnvironment(KUBERNETES_LIBRARIES, {
  object: DYN,
  self: objectType('object', { a: INT, s: STRING, list: listOf(STRING), labels: mapOf(STRING, STRING), on: BOOL }),
});

/** Returns the type of an expression, or its errors. */
function judge(text: string, within = environment): string {
  const { expression, errors } = parse(text);
  if (!expression) return errorsText(text, errors);
  const checked = check(expression, within);
  return checked.errors.length > 0 ? errorsText(text, checked.errors) : typeText(checked.type);
}

/** Cases with their own variables, messages, newer libraries or literals of several types. */
const ELSEWHERE =
  /optional|TestAll|proto|google|\bmath|quote|format|reverse|existsOne|`|undeclared|wrapper|base64|encode|\bset\(|\bcel\.|NotAMessage|field selection/;

const recorded = [parsing, comprehension, checking]
  .flatMap((suite) => allTests(suite).map(({ test }) => test))
  .filter(({ original, ast, error, type }) => ast && (error ?? type) && !ELSEWHERE.test(`${original.expr}${error}`))
  .map(({ original, error, type }) => [original.expr, error ?? type ?? ''] as const)
  .filter(([text]) => !/undeclared|expected type/.test(judge(text, bare)));

describe('check, compared with recorded results of cel-go', () => {
  it.each(recorded)('%s', (text, expected) => expect(judge(text, bare)).toBe(expected));
});

describe('check', () => {
  it.each([
    ['object.anything.goes[0]', 'dyn'],
    ['self.a + 1', 'int'],
    ['self.list.map(x, x.size())', 'list(int)'],
    ['self.labels.all(k, self.labels[k] != "")', 'bool'],
    ['has(self.s) ? self.s : "none"', 'string'],
    ['[1] + [object.x]', 'list(dyn)'],
    ['self.on ? 1 : object.x', 'dyn'],
    ['type(self.a) == int', 'bool'],
    ['[]', 'list(dyn)'],
    ['{}', 'map(dyn, dyn)'],
    ['url("https://x").getQuery()', 'map(string, list(string))'],
  ])('%s is %s', (text, type) => expect(judge(text)).toBe(type));

  it.each([
    ['nope', 1, "undeclared reference to 'nope' (in container '')"],
    ['self.b', 5, "undefined field 'b'"],
    ['self.a.b', 7, "type 'primitive:INT64' does not support field selection"],
    ['self.list.b', 10, "type 'list_type:{elem_type:{primitive:STRING}}' does not support field selection"],
    ['duration("1s").b', 15, "type 'well_known:DURATION' does not support field selection"],
    ['url("http://a").b', 16, `type 'abstract_type:{name:"kubernetes.URL"}' does not support field selection`],
    ['self.a.foo()', 11, "undeclared reference to 'foo' (in container '')"],
    ["self.a == 'x'", 8, "found no matching overload for '_==_' applied to '(int, string)'"],
    ['self.s.startsWith(1)', 18, "found no matching overload for 'startsWith' applied to 'string.(int)'"],
    ['[1, "a"]', 5, "expected type 'int' but found 'string'"],
    [
      'self.a.all(x, x)',
      5,
      "expression of type 'int' cannot be range of a comprehension (must be list, map, or dynamic)",
    ],
    ['self.list.exists(x, x)', 17, "found no matching overload for '_||_' applied to '(bool, string)'"],
    ['Foo{a: 1}', 4, "undeclared reference to 'Foo' (in container '')"],
    ['int{}', 4, "'int' is not a message type"],
  ])('rejects %s at column %i', (text, column, message) => {
    const dots = '.'.repeat(column - 1);
    expect(judge(text)).toBe(`ERROR: <input>:1:${column}: ${message}\n | ${text}\n | ${dots}^`);
  });

  it('shows the type of an unknown function as <nil>', () => {
    expect(judge('"%d".format([1]) == "1"')).toContain("applied to '(<nil>, string)'");
  });

  it('sorts errors by position and shows at most a hundred', () => {
    expect(judge('b + a').match(/reference to '(.)'/g)).toEqual(["reference to 'b'", "reference to 'a'"]);
    expect(judge(`[${Array(101).fill('x').join(', ')}]`)).toMatch(/\n1 more errors were truncated$/);
  });
});
