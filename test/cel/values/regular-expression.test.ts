import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Budget } from '../../../src/cel/evaluation/budget.ts';
import { compileRegularExpression } from '../../../src/cel/values/regular-expression.ts';
import { Failure } from '../../../src/cel/values/values.ts';
import { processorTime } from '../../helpers/processor-time.ts';

function first(pattern: string, text: string): string | undefined {
  const expression = compileRegularExpression(pattern);
  if (expression instanceof Failure) throw new Error(expression.message);
  const found = expression.find(text, 0, new Budget(1));
  return found && text.slice(found.start, found.end);
}

describe('compileRegularExpression', () => {
  const message = (pattern: string) => {
    const compiled = compileRegularExpression(pattern);
    return compiled instanceof Failure ? compiled.message : undefined;
  };

  it.each(['(?<n>a)', '[]](?<n>a)', '(?P<n>a)(?<m>b)'])('rejects the group syntax of %s', (pattern) => {
    expect(message(pattern)).toBe('error parsing regexp: invalid or unsupported Perl syntax: `(?<`');
  });

  it.each(['[(?<]', '[^](?<]', '\\(?<', '\\Q(?<\\E', '(?P<n>a)'])('accepts %s', (pattern) => {
    expect(message(pattern)).toBeUndefined();
  });

  it('rejects a pattern of more than 10,000 characters, because compiling it would take too long', () => {
    expect(message('a'.repeat(10_001))).toBe('error parsing regexp: expression too large');
  });

  it.each(['(.){0,999}', '(ab|cd){999}', '[^]a]{1000}', '\\({1000}'])(
    'rejects many of %s, which would be written out before they are compiled',
    (part) => {
      expect(message(part)).toBeUndefined();
      expect(message(part.repeat(100))).toBe('error parsing regexp: expression too large');
    },
  );

  it('charges a budget for each compilation once', () => {
    const paid: number[] = [];
    const budget = { takeSteps: (count: number) => void paid.push(count) };
    for (let times = 0; times < 2; times += 1) compileRegularExpression('paid(.){0,500}', budget);
    expect(paid).toEqual([expect.any(Number)]);
    expect(paid[0]).toBeGreaterThan(10_000);
  });

  it('scans a pattern in linear time', async () => {
    const scan = () => expect(message(`${'['.repeat(9990)}(?<`)).toContain('missing closing ]');
    expect(await processorTime(scan)).toBeLessThan(2000);
  });
});

describe('RegularExpression.find', () => {
  it.each([
    ['a|ab', 'xab', 'a'],
    ['ab|a', 'xab', 'ab'],
    ['a+?', 'aaa', 'a'],
    ['^b', 'ab', undefined],
    ['(?m)^b', 'a\nb', 'b'],
    ['\\bfoo\\b', 'a foo b', 'foo'],
    ['\\Bo', 'foo', 'o'],
    ['.$', 'ab', 'b'],
    ['😀+', 'x😀😀y', '😀😀'],
    ['x*', 'yyy', ''],
  ])('%s in %s is %s', (pattern, text, expected) => expect(first(pattern, text)).toBe(expected));

  it('matches like JavaScript for patterns that both support', () => {
    const atom = fc.constantFrom('a', 'b', '[ab]', '.', '(a|b)', '(ab)', '(?:a|ab)', '\\b', '^', '$');
    const part = fc.tuple(atom, fc.constantFrom('', '*', '+', '?', '{1,2}', '*?', '+?', '??'));
    const pattern = fc
      .array(part, { minLength: 1, maxLength: 5 })
      .map((parts) => parts.map(([each, times]) => (/^(\\b|\^|\$)$/.test(each) ? each : each + times)).join(''));
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', ' ', '\n'), { maxLength: 12 })
      .map((letters) => letters.join(''));
    fc.assert(
      fc.property(pattern, text, (written, searched) => {
        expect(first(written, searched)).toBe(new RegExp(written).exec(searched)?.[0]);
      }),
      { numRuns: 1000 },
    );
  });

  it('counts its steps, and none for groups', () => {
    const steps = (pattern: string, text: string) => {
      let count = 0;
      const expression = compileRegularExpression(pattern);
      if (expression instanceof Failure) throw new Error(expression.message);
      expression.test(text, {
        takeSteps(taken) {
          count += taken;
        },
      });
      return count;
    };
    const text = 'a'.repeat(1000);
    expect(steps('(((b)))', text)).toBe(steps('b', text));
    expect(steps('(.){410,775}(a*)*$', text)).toBeLessThan(2 * steps('.{410,775}a*$', text));
    expect(steps('^b', text)).toBeLessThan(4 * text.length);
  });

  it('takes linear time where backtracking would take exponential time', async () => {
    const search = () => expect(first('(a*)*b', 'a'.repeat(5000))).toBeUndefined();
    expect(await processorTime(search)).toBeLessThan(3000);
  });
});
