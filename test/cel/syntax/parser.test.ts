import { tests as parsing } from '@bufbuild/cel-spec/testdata/parsing.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from '../../../src/cel/syntax/parser.ts';
import { errorsText } from '../../../src/cel/syntax/source-errors.ts';

const shown = (text: string): string | undefined => {
  const { errors } = parse(text);
  return errors && errorsText(text, errors);
};

/** Cases in which the recorded parser differs: limits, quoted names and errors inside unsupported syntax. */
const ELSEWHERE = /exceeded|existsOne|`|unsupported syntax|undeclared|overload/;

const recorded = (parsing.tests ?? [])
  .filter(({ original, error }) => !ELSEWHERE.test(`${original.expr} ${error ?? ''}`))
  .map(({ original, ast, error }) => ({ text: original.expr, error: ast ? undefined : error }));

describe('parse, compared with recorded results of cel-go', () => {
  it.each(recorded.filter(({ error }) => error === undefined).map(({ text }) => [text]))('accepts %s', (text) => {
    expect(shown(text)).toBeUndefined();
  });

  it.each(recorded.flatMap(({ text, error }) => (error ? [[text, error]] : [])))('rejects %s', (text, error) => {
    const expected = error?.replaceAll(', ESC_IDENTIFIER', '').replaceAll('ERROR: :', 'ERROR: <input>:');
    expect(shown(text ?? '')).toBe(expected);
  });
});

describe('parse', () => {
  it('reports syntax that this version does not support', () => {
    expect(shown('object.?metadata.orValue(true)')).toBe(
      "ERROR: <input>:1:7: unsupported syntax '.?'\n | object.?metadata.orValue(true)\n | ......^",
    );
  });

  it.each([
    ['object.', 8],
    ['object.metadata.', 17],
    ['size(x) > 1 && object.', 23],
    ['f().', 5],
    ['.', 2],
    ['a[0]. ', 7],
  ])('reports a missing name after the final dot of %j', (text, column) => {
    expect(shown(text)).toContain(`ERROR: <input>:1:${column}: Syntax error: no viable alternative at input '.'`);
  });

  it.each(['a..b', '..', 'a.b..c'])('reports both dots of %j', (text) => {
    expect(shown(text)).toContain("Syntax error: no viable alternative at input '..'");
  });

  it.each([
    ['a..b', 3, '..'],
    ['f().)', 5, '.)'],
  ])('reports %j, which has no name after a dot', (text, column, input) => {
    expect(shown(text)).toContain(
      `ERROR: <input>:1:${column}: Syntax error: no viable alternative at input '${input}'`,
    );
  });

  it('writes percent signs as Go does when an error is a format string', () => {
    expect(shown('%')).toContain("ERROR: <input>:1:1: Syntax error: mismatched input '%!'(MISSING) expecting {'[',");
  });

  it('rejects expressions that are too deep or too long', () => {
    expect(shown(`${'('.repeat(300)}1${')'.repeat(300)}`)).toBe(
      'ERROR: <input>:-1:0: expression recursion limit exceeded: 250',
    );
    expect(shown(Array(1000).fill('1').join(' + '))).toContain('recursion limit exceeded');
    expect(shown(`"${'x'.repeat(100_000)}"`)).toContain('expression code point size exceeds limit: size: 100002');
  });

  it('accepts long chains of conditions, because they do not nest', () => {
    expect(shown(Array(1000).fill('a').join(' && '))).toBeUndefined();
  });

  it('returns a result for any text', () => {
    const piece = fc.constantFrom(
      ...'a 1 "x" + - ! && || ? : . , ( ) [ ] { } in true has( .all(x, == \' \\ \n 0x 1u é'.split(' '),
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(text, (written) => {
        const { expression, errors } = parse(written);
        expect((expression === undefined) !== (errors === undefined)).toBe(true);
        if (errors) expect(errorsText(written, errors)).toMatch(/^ERROR: <input>:/);
      }),
      { numRuns: 2000 },
    );
  });

  it('terminates for any malformed text', () => {
    for (const text of ['[[[', '{{{', '((((', 'a.b(', '!!-', '-', "'", '"""', 'a ? b', '.', '...', ',,,', '}{][)(']) {
      expect(parse(text).errors?.length).toBeGreaterThan(0);
    }
  });
});
