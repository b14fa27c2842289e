import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { YamlError, yamlToJson } from '../../../src/schema/yaml/yaml-to-json.ts';

const read = (yaml: string): unknown => JSON.parse(yamlToJson(yaml).text);

/** Returns the server's error for a text. */
function errorOf(yaml: string): string {
  try {
    return `accepted: ${yamlToJson(yaml).text}`;
  } catch (error) {
    return (error as Error).message;
  }
}

describe('scalars of YAML 1.1', () => {
  it.each<[string, unknown]>([
    ['yes', true],
    ['Off', false],
    ['y', true],
    ['tRue', 'tRue'],
    ['~', null],
    ['', null],
    ['nil', 'nil'],
    ['0777', 511],
    ['0o17', 15],
    ['-0x1F', -31],
    ['0b11', 3],
    ['1_000', 1000],
    ['+12', 12],
    ['08', 8],
    ['0x', '0x'],
    ['18446744073709551615', 2 ** 64],
    ['1.', 1],
    ['.5', 0.5],
    ['._5', '._5'],
    ['.', '.'],
    ['-.5e1', -5],
    ['1e3', 1000],
    ['1e400', '1e400'],
    ['1e', '1e'],
    ['1:30', '1:30'],
    ['2001-01-01', '2001-01-01'],
    ['2001-12-14t21:59:43.10-05:00', '2001-12-14t21:59:43.10-05:00'],
    ['"yes"', 'yes'],
    ["'it''s'", "it's"],
    ['"\\x41\\u00e9\\U0001F600\\N"', 'A\u00e9\u{1f600}\u0085'],
    ['!!str 5', '5'],
    ['!!str', ''],
    ['!!int "7"', 7],
    ['!!float 3', 3],
    ['!!binary aGk=', 'hi'],
    ['!!timestamp 2001-01-01', '2001-01-01'],
    ['!custom 5', '5'],
    ['! 5', '5'],
    ['<<', '<<'],
  ])('reads %s', (yaml, value) => expect(read(`a: ${yaml}`)).toEqual({ a: value }));

  it.each([
    ['.inf', 'json: unsupported value: +Inf'],
    ['-.INF', 'json: unsupported value: -Inf'],
    ['.nan', 'json: unsupported value: NaN'],
    ['!!int x', 'yaml: cannot decode !!str `x` as a !!int'],
    ['!!bool 1', 'yaml: cannot decode !!int `1` as a !!bool'],
    ['!!timestamp 5', 'yaml: cannot decode !!int `5` as a !!timestamp'],
    ['!!binary "*"', 'yaml: !!binary value contains invalid base64 data'],
  ])('rejects %s', (yaml, message) => expect(errorOf(`a: ${yaml}`)).toBe(message));
});

describe('keys', () => {
  it('become sorted strings', () => {
    expect(yamlToJson('true: 1\n1.50: 2\n0x10: 3\ny: 4\n"y": 5\n1e30: 6').text).toBe(
      '{"1.5":2,"16":3,"1e+30":6,"true":4,"y":5}',
    );
  });

  it.each([
    ['~: d', 'Unsupported map key of type: %!s(<nil>), key: <nil>, value: "d"'],
    ['18446744073709551615: 1', 'Unsupported map key of type: uint64, key: 0xffffffffffffffff, value: 1'],
    ['? [a, 1]\n: b', 'yaml: invalid map key: []interface {}{"a", 1}'],
  ])('rejects %s', (yaml, message) => expect(errorOf(yaml)).toBe(message));

  it('may be repeated: the last wins, and each repetition is reported with the line of its value', () => {
    expect(yamlToJson('a: 1\nb: {c: 1, c: 2}\na:\n  x: 1\n1: x\n1: z')).toEqual({
      text: '{"1":"z","a":{"x":1},"b":{"c":2}}',
      duplicates: [
        'line 2: key "c" already set in map',
        'line 4: key "a" already set in map',
        'line 6: key 1 already set in map',
      ],
    });
  });
});

describe('anchors and merges', () => {
  it('copy the anchored value', () => {
    expect(read('a: &x {p: 1}\nb: *x\nc: [&y 2, *y]')).toEqual({ a: { p: 1 }, b: { p: 1 }, c: [2, 2] });
  });

  it('merge at their position: earlier members are overwritten, later ones are duplicates', () => {
    const { text, duplicates } = yamlToJson('base: &base {p: 1, q: 2}\nx:\n  q: 0\n  <<: *base\n  p: 3');
    expect(JSON.parse(text)).toMatchObject({ x: { p: 3, q: 2 } });
    expect(duplicates).toEqual(['line 1: key "q" already set in map', 'line 5: key "p" already set in map']);
  });

  it('merge several mappings, of which the first wins', () => {
    expect(read('- &a {x: 1}\n- &b {x: 2, z: 2}\n- <<: [*a, *b]')).toEqual([{ x: 1 }, { x: 2, z: 2 }, { x: 1, z: 2 }]);
  });

  it.each([
    ['a: *x', "yaml: unknown anchor 'x' referenced"],
    ['a: &x [*x]', "yaml: anchor 'x' value contains itself"],
    ['<<: 5', 'yaml: map merge requires map or sequence of maps as the value'],
    [
      [
        'a: &a [x,x,x,x,x,x,x,x,x,x]',
        ...[...'bcdefgh'].map((name, index) => {
          const before = String.fromCharCode(97 + index);
          return `${name}: &${name} [${Array(10).fill(`*${before}`).join(',')}]`;
        }),
      ].join('\n'),
      'yaml: document contains excessive aliasing',
    ],
  ])('rejects %s', (yaml, message) => expect(errorOf(yaml)).toBe(message));
});

describe('documents', () => {
  it('are read up to the end of the first', () => {
    expect(read('---\na: 1\n---\n[')).toEqual({ a: 1 });
    expect(read('%YAML 1.1\n%TAG !k! tag:example.com,\n---\na: !k!x 1\n...\n]')).toEqual({ a: '1' });
    expect(read('{}{}')).toEqual({});
  });

  it('without content become null', () => {
    expect([read(''), read('# nothing\n'), read('---\n...\n')]).toEqual([null, null, null]);
  });
});

describe('invalid YAML', () => {
  it.each([
    ['a: b: c', 'yaml: mapping values are not allowed in this context'],
    ['\na: b: c', 'yaml: line 2: mapping values are not allowed in this context'],
    ['a:\n\tb: 1', 'yaml: line 2: found character that cannot start any token'],
    ['a: {b: 1\nc: 2', "yaml: line 1: did not find expected ',' or '}'"],
    ['a: [1, 2\nb: 3', "yaml: line 1: did not find expected ',' or ']'"],
    ['a: 1\n b: 2', 'yaml: line 2: mapping values are not allowed in this context'],
    ['a:\n    b: 1\n  c: 2', 'yaml: line 2: did not find expected key'],
    ['a:\n- 1\nb', "yaml: line 4: could not find expected ':'"],
    ['- a\nb: 1', "yaml: line 1: did not find expected '-' indicator"],
    ['a: "open', 'yaml: found unexpected end of stream'],
    ['a: 1\nb: "\n\n', 'yaml: line 4: found unexpected end of stream'],
    ["a: 'x\n---\n'", 'yaml: line 2: found unexpected document indicator'],
    ['a: "\\q"', 'yaml: found unknown escape character'],
    ['a: "\\ud83d\\ude00"', 'yaml: found invalid Unicode character escape code'],
    ['a: "\\u12"', 'yaml: did not find expected hexdecimal number'],
    ['a: @x', 'yaml: found character that cannot start any token'],
    ['a: %x', 'yaml: found character that cannot start any token'],
    ['a: - b', 'yaml: block sequence entries are not allowed in this context'],
    ['a: &', 'yaml: did not find expected alphabetic or numeric character'],
    ['a: !x!y z', 'yaml: found undefined tag handle'],
    ['a: |0\n x', 'yaml: found an indentation indicator equal to 0'],
    ['a: | x', 'yaml: did not find expected comment or line break'],
    ['a: ]', 'yaml: did not find expected node content'],
    ['%YAML 1.2\n---\na: 1', 'yaml: found incompatible YAML document'],
    ['%FOO\n---', 'yaml: found unknown directive name'],
    ['a: \u0001', 'yaml: control characters are not allowed'],
    ['['.repeat(10_001), 'yaml: exceeded max depth of 10000'],
  ])('%j', (yaml, message) => expect(errorOf(yaml)).toBe(message));
});

describe('any text', () => {
  /** Libraries disagree about blocks that start with an empty line. */
  const text = fc
    .string({ unit: fc.constantFrom(...'ab1 -:#\n\'"{}[],&*!|>%@`~\\é😀') })
    .filter((written) => !/^ *\n/.test(written));
  const json = fc.letrec((value) => ({
    value: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      fc.oneof(
        text,
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e20, max: 1e20 }),
        fc.boolean(),
        fc.constant(null),
      ),
      fc.array(value('value'), { maxLength: 4 }),
      fc.dictionary(fc.string({ maxLength: 6, unit: fc.constantFrom(...'ab1 -:#.yn') }), value('value'), {
        maxKeys: 4,
      }),
    ),
  })).value;
  /** JSON has no -0. */
  const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

  it('written by another library is read as the original value', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(20, 80), fc.boolean(), (value, lineWidth, isFlow) => {
        // In flow collections an unquoted text may not start with a colon, which the other library ignores.
        const style = isFlow
          ? ({ collectionStyle: 'flow', defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'QUOTE_DOUBLE' } as const)
          : {};
        const yaml = stringify({ value }, { version: '1.1', lineWidth, ...style });
        expect(read(yaml)).toEqual({ value: plain(value) });
      }),
      { numRuns: 2000 },
    );
  });

  it('in JSON is read like JSON', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(read(JSON.stringify(value, null, 2))).toEqual(plain(value));
      }),
      { numRuns: 1000 },
    );
  });

  it('is read or throws a YamlError', () => {
    const pieces = fc.array(
      fc.constantFrom(
        'a',
        'b: ',
        ': ',
        '- ',
        '\n',
        ' ',
        '  ',
        '\t',
        '[',
        ']',
        '{',
        '}',
        ', ',
        '"',
        "'",
        '|',
        '>',
        '? ',
        '&a ',
        '*a',
        '!!int ',
        '<<: ',
        '#',
        '---\n',
        '...\n',
        '%',
        '1',
      ),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(pieces, (parts) => {
        try {
          JSON.parse(yamlToJson(parts.join('')).text);
        } catch (error) {
          expect(error).toBeInstanceOf(YamlError);
        }
      }),
      { numRuns: 5000 },
    );
  });
});
