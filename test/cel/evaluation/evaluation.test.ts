import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileExpression } from '../../../src/cel/compile-expression.ts';
import { createEnvironment } from '../../../src/cel/expression-environment.ts';
import { KUBERNETES_LIBRARIES } from '../../../src/cel/kubernetes-libraries.ts';
import { DYN } from '../../../src/cel/typing/types.ts';
import { fromJson } from '../../../src/cel/values/json-values.ts';
import { Failure, type Value } from '../../../src/cel/values/values.ts';
import { processorTime } from '../../helpers/processor-time.ts';

const environment = createEnvironment(KUBERNETES_LIBRARIES, { object: DYN });

function evaluate(text: string, object: unknown = {}): { value: Value; cost: number } {
  const { program, error } = compileExpression(text, environment, []);
  if (!program) throw new Error(error);
  return program.evaluate(() => fromJson(object, DYN));
}

/** Returns the value as text, or the failure. */
function shown(text: string, object?: unknown): string {
  const { value } = evaluate(text, object);
  return value instanceof Failure ? `! ${value.message}` : String(value);
}

describe('the libraries of Kubernetes 1.28', () => {
  it.each([
    ['"  a b ".trim()', 'a b'],
    ['"aBc".upperAscii() + "AbC".lowerAscii()', 'ABCabc'],
    ['"a-b-c".replace("-", "+", 1)', 'a+b-c'],
    ['"abc".replace("", "-")', '-a-b-c-'],
    ['"abcdef".substring(2, 4) + "abc".substring(1)', 'cdbc'],
    ['"abc".indexOf("c")', '2'],
    ['"abcabc".lastIndexOf("b")', '4'],
    ['"a,b,c".split(",", 2).join(";")', 'a;b,c'],
    ['"x".charAt(0)', 'x'],
    ['"héé".size()', '3'],
    ['"abc 123 def 456".find("[0-9]+")', '123'],
    ['"abc 123 def 456".findAll("[0-9]+").join("+")', '123+456'],
    ['"abc 123 def 456".findAll("[0-9]+", 1).size()', '1'],
    ['[1, 3, 2].isSorted()', 'false'],
    ['[1, 2, 3].sum()', '6'],
    ['[1.5, 0.5].min()', '0.5'],
    ['["a", "c", "b"].max()', 'c'],
    ['["a", "b", "a"].lastIndexOf("a")', '2'],
    ['url("https://user@example.com:80/a%20b?x=1").getHost()', 'example.com:80'],
    ['url("https://[::1]:80/").getHostname()', '::1'],
    ['url("https://example.com/a b").getEscapedPath()', '/a%20b'],
    ['url("https://e.com/?q=1&q=2").getQuery()["q"].join("+")', '1+2'],
    ['isURL("not a url")', 'false'],
    ['isURL("/only/a/path")', 'true'],
    ['string(timestamp("2024-01-02T03:04:05Z") + duration("1h"))', '2024-01-02T04:04:05Z'],
    ['timestamp("2024-01-02T03:04:05Z").getHours("America/New_York")', '22'],
    ['url("//host:80/path").getHost() + " " + string(isURL("//host:x"))', 'host:80 true'],
    ['url("http://[::1]/").getHost() + url("http://[fe80::1%25eth0]:80/").getHostname()', '[::1]fe80::1%eth0'],
    ['url("http://a/%2F%41 b").getEscapedPath() + url("*").getEscapedPath()', '//A%20b*'],
    ['string(isURL("https://example.com#top"))', 'false'],
    ['"\\ufeffx\\u0085 ".trim()', '\ufeffx'],
    ['{"a": 1, "a": 2}["a"]', '2'],
    ['[3, dyn("x"), 1].min()', '1'],
    ['string([1, dyn("x"), 2].isSorted())', 'true'],
    ['-dyn(duration("1s")) == duration("-1s")', 'true'],
    ['bool("T") && !bool("F")', 'true'],
    ['string(duration("123456789.123456789s"))', '123456789.12345679s'],
    ['timestamp("2024-01-02T3:04:05.5+24:00") == timestamp("2024-01-01T03:04:05.5Z")', 'true'],
    ['timestamp("2024-01-02T03:04:05Z").getHours("5:30")', '8'],
    ['string(1e3) + " " + string(1234567.0) + " " + string(0.00001)', '1000 1.234567e+06 1e-05'],
  ])('%s', (text, expected) => expect(shown(text)).toBe(expected));

  it.each(['object.?a', 'quantity("1Gi")', 'sets.contains([1], [1])', '"%d".format([1])', '[1].flatten()'])(
    'lacks %s',
    (text) => expect(compileExpression(text, environment, []).error).toMatch(/^compilation failed/),
  );

  it('rejects expressions that are known to fail', () => {
    expect(compileExpression('timestamp("x")', environment, [])).toEqual({
      error: "program instantiation failed: type conversion error from 'string' to 'google.protobuf.Timestamp'",
      isInternal: true,
    });
    expect(compileExpression('"a".matches("[")', environment, []).error).toBe(
      'program instantiation failed: error parsing regexp: missing closing ]: `[`',
    );
  });
});

describe('runtime failures', () => {
  const object = { data: { k: 'v' }, list: [1, 2], n: 1 };
  it.each([
    ['object.data.missing', 'no such key: missing'],
    ['object.data["missing"]', 'no such key: missing'],
    ['object.n.k', 'no such key: k'],
    ['object.list.k', "unsupported index type 'string' in list"],
    ['has(object.list.k)', "unsupported index type 'string' in list"],
    ['object.list[1.5]', 'unsupported index value 1.5 in list'],
    ['object.n.all(x, true)', "got 'types.Int', expected iterable type"],
    ['object.data.k - 1', 'no such overload'],
    ['-object.data', 'no such overload: -_'],
    ['dyn(1.5) % object.n', 'no such overload: _%_'],
    ['double("nan") < object.n', 'NaN values cannot be ordered'],
    ['[object.data].min() == 1 || [1, object.data].max() == 1', 'no such overload: min(list)'],
    [
      'timestamp(object.data.k + "9999-12-31T23:59:59-01:00")',
      "type conversion error from 'string' to 'google.protobuf.Timestamp'",
    ],
    ['timestamp("9999-12-31T23:59:59" + "-01:00")', 'timestamp overflow'],
    ['timestamp("2024-01-01t00:00:00" + "z")', "type conversion error from 'string' to 'google.protobuf.Timestamp'"],
    [
      'timestamp("2024-01-01T00:00:00" + "+25:00")',
      "type conversion error from 'string' to 'google.protobuf.Timestamp'",
    ],
    ['timestamp(0).getHours("a:30")', 'strconv.Atoi: parsing "a": invalid syntax'],
    ['double("1e" + "400")', "type conversion error from 'string' to 'double'"],
    ['"a".matches("(?" + "<n>a)")', 'error parsing regexp: invalid or unsupported Perl syntax: `(?<`'],
    [
      'url("https://example.com#top")',
      'URL parse error during conversion from string: parse "https://example.com#top": invalid character "#" in host name',
    ],
    [
      'url("http://a%20b/")',
      'URL parse error during conversion from string: parse "http://a%20b/": invalid URL escape "%20"',
    ],
    ['object.list[3]', 'index out of bounds: 3'],
    ['object.list["a"]', "unsupported index type 'string' in list"],
    ['1 / (object.n - 1)', 'division by zero'],
    ['1 % (object.n - 1)', 'modulus by zero'],
    ['9223372036854775807 + object.n', 'integer overflow'],
    ['int(object.data.k)', "type conversion error from 'string' to 'int'"],
    ['object.n + object.data.k', 'no such overload'],
    ['object.data + 1', 'no such overload: _+_'],
    ['object.n.startsWith("a")', 'no such overload: startsWith(int, string)'],
    ['object.list.min() == 1 && [object.n].filter(x, false).min() == 1', 'min called on empty list'],
    ['"abc".substring(2, 1)', 'invalid substring range. start: 2, end: 1'],
    ['"abc".charAt(4)', 'index out of range: 4'],
    ['url("nope")', 'URL parse error during conversion from string: parse "nope": invalid URI for request'],
  ])('%s: %s', (text, message) => expect(shown(text, object)).toBe(`! ${message}`));

  it('are ignored when the other operand decides', () => {
    expect(shown('object.missing == 1 || true')).toBe('true');
    expect(shown('object.missing == 1 && false')).toBe('false');
    expect(shown('[0, 1].exists(x, 1 / x == 1)')).toBe('true');
    expect(shown('[0, 1].all(x, 1 / x == 2)')).toBe('false');
  });
});

describe('JSON values', () => {
  it('treats whole numbers as ints and others as doubles', () => {
    expect(shown('type(object.a) == int && type(object.b) == double', { a: 1, b: 1.5 })).toBe('true');
  });

  it('does not expose prototype members', () => {
    expect(shown('has(object.constructor) || "toString" in object')).toBe('false');
  });

  it('is compared by value, across number types', () => {
    expect(shown('object.a == object.b', { a: { x: [1, { y: 'z' }] }, b: { x: [1, { y: 'z' }] } })).toBe('true');
    expect(shown('object.a == {"x": 1.0}', { a: { x: 1 } })).toBe('true');
  });
});

describe('cost', () => {
  it('stops an expression over the limit even if the expression would absorb failures', () => {
    const letters = { k: 'a'.repeat(200) };
    const bomb = 'object.k.split("").all(a, object.k.split("").all(b, object.k.split("").all(c, a + b + c != "zzz")))';
    expect(shown(`${bomb} || true`, letters)).toBe('! operation cancelled: actual cost limit exceeded');
  });

  it.each([
    ['doubling strings', '[1,2,3,4,5,6,7,8,9,10].map(x, object.k.replace("", object.k).replace("", object.k)).size()'],
    ['repeated list comparisons', 'object.l.all(x, object.l.all(y, object.l == object.l))'],
    ['growing lists', 'object.l.map(x, object.l + object.l).map(x, x + x).map(x, x + x).size()'],
    ['patterns over long strings', 'object.l.map(x, object.k.matches("(a+)+b")).size()'],
    ['sizes of long strings', 'object.l.all(x, object.l.all(y, object.long.size() > 0))'],
    ['characters of long strings', 'object.l.all(x, object.l.all(y, object.long.charAt(0) == "a"))'],
    ['numbers in long strings', 'object.l.all(x, object.l.all(y, type(int(object.digits)) == int || true))'],
    [
      'durations in long strings',
      'object.l.all(x, object.l.all(y, type(duration(object.digits + "h")) == int || true))',
    ],
    ['keys of large maps', 'object.l.all(x, object.l.all(y, object.m.exists(k, true) && object.m.size() > 0))'],
    ['spaces in long strings', 'object.spaces.trim().size()'],
    ['long queries', '[url(object.query)].all(u, object.l.all(x, u.getQuery().size() > 0))'],
    ['deeply nested values', 'object.deep == object.deep'],
    ['matches in long strings', 'object.l.map(x, object.k.findAll("(a?){20}b").size()).size()'],
  ])('limits %s', async (_, text) => {
    const long = 'a'.repeat(1_000_000);
    const object = {
      k: 'a'.repeat(2000),
      l: Array.from({ length: 2000 }, (__, index) => index),
      m: Object.fromEntries(Array.from({ length: 50_000 }, (__, index) => [`k${index}`, index])),
      long,
      digits: '9'.repeat(1_000_000),
      spaces: `x${' '.repeat(1_000_000)}x`,
      query: `/?${'a&'.repeat(500_000)}`,
      deep: Array.from({ length: 10_000 }).reduce<unknown>((inner) => [inner], 1),
    };
    expect(await processorTime(() => evaluate(text, object))).toBeLessThan(5000);
  });

  it.each(['double', 'int', 'uint', 'duration', 'timestamp'])(
    'is linear in the length of a text that %s does not convert',
    async (conversion) => {
      const object = { text: `${'1'.repeat(1_500_000)}x` };
      const time = await processorTime(() => expect(shown(`${conversion}(object.text)`, object)).toMatch(/^! /));
      expect(time).toBeLessThan(3000);
    },
  );

  it('is bounded for every expression', () => {
    const leaf = fc.constantFrom('object.l', 'object.k', 'x', '1', '"a"', 'true', 'object', '[x]', 'object.m');
    const { expression } = fc.letrec<{ expression: string }>((tie) => {
      const inner = tie('expression');
      const folds = fc.constantFrom('all', 'exists', 'exists_one', 'map', 'filter');
      return {
        expression: fc.oneof(
          { maxDepth: 5, withCrossShrink: true },
          leaf,
          fc.tuple(inner, folds, inner).map(([range, fold, body]) => `(${range}).${fold}(x, ${body})`),
          fc
            .tuple(inner, fc.constantFrom('+', '==', '&&', '||', '<', 'in'), inner)
            .map((parts) => `(${parts.join(' ')})`),
          fc.tuple(inner, inner, inner).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
          fc.tuple(inner, inner).map(([text, part]) => `string(${text}).replace("", string(${part}))`),
          inner.map((list) => `string(${list}).split("")`),
        ),
      };
    });
    const open = createEnvironment(KUBERNETES_LIBRARIES, { object: DYN, x: DYN });
    const object = { l: Array.from({ length: 300 }, (_, index) => index), k: 'a'.repeat(500), m: { a: [1, 2], b: {} } };
    return fc.assert(
      fc.asyncProperty(expression, async (text) => {
        const { program } = compileExpression(text, open, []);
        const costOf = () => program?.evaluate((name) => (name === 'x' ? 1n : fromJson(object, DYN))).cost ?? 0;
        const time = await processorTime(() => expect(costOf()).toBeLessThan(1_400_000));
        expect(time).toBeLessThan(5000);
      }),
      { numRuns: 300 },
    );
  });
});
