import { describe, expect, it } from 'vitest';
import { validateVariables } from '../../../src/resources/admissionregistration/policy-expressions.ts';

const chain = (length: number) =>
  Array.from({ length }, (_, index) => ({
    name: `v${index}`,
    expression: index === 0 ? '1' : `variables.v${index - 1} == 1`,
  }));

/** Returns the processor time of the shortest of five validations of a chain of variables, in microseconds. */
function costOf(length: number): number {
  const variables = chain(length);
  const runs = Array.from({ length: 5 }, () => {
    const start = process.cpuUsage();
    expect(validateVariables(variables, false, 'spec.variables')).toEqual([]);
    return process.cpuUsage(start).user;
  });
  return Math.min(...runs);
}

describe('the variables of a policy', () => {
  it('may refer to the variables before them, and not to themselves or later ones', () => {
    const expressions = { a: 'variables.b', b: '1', c: 'variables.b == variables.c', d: 'variables.b' };
    const variables = Object.entries(expressions).map(([name, expression]) => ({ name, expression }));
    const errors = validateVariables(variables, false, 'spec.variables');
    expect(errors.map(({ field }) => field)).toEqual(['spec.variables[0].expression', 'spec.variables[2].expression']);
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringContaining("undefined field 'b'"),
      expect.stringContaining("undefined field 'c'"),
    ]);
  });

  it('are validated in linear time', () => {
    costOf(300);
    expect(costOf(2400) / costOf(300)).toBeLessThan(32);
  });
});
