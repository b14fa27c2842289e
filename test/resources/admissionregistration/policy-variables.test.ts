import { describe, expect, it } from 'vitest';
import { validateVariables } from '../../../src/resources/admissionregistration/policy-expressions.ts';
import { processorTime } from '../../helpers/processor-time.ts';

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

  it('are validated in linear time', async () => {
    const variables = Array.from({ length: 20_000 }, (_, index) => ({
      name: `v${index}`,
      expression: index === 0 ? '1' : `variables.v${index - 1} == 1`,
    }));
    const validate = () => expect(validateVariables(variables, false, 'spec.variables')).toEqual([]);
    // Copying the earlier variables for each one takes half a minute.
    expect(await processorTime(validate)).toBeLessThan(10_000);
  });
});
