import { expect, it } from 'vitest';
import { invalid } from '../../src/api/field-error.ts';
import { onceValid } from '../../src/resources/once-valid.ts';

it('A frozen value is validated until it is valid, and any other value each time', () => {
  const validated: string[] = [];
  const validate = onceValid(({ name }: { name: string }, field) => {
    validated.push(`${field} ${name}`);
    return name === 'bad' ? [invalid(field, name, 'is bad')] : [];
  });
  const [valid, bad] = [Object.freeze({ name: 'good' }), Object.freeze({ name: 'bad' })];
  const changing = { name: 'good' };
  for (const field of ['a', 'b']) {
    expect(validate(valid, field)).toEqual([]);
    expect(validate(bad, field)).toEqual([invalid(field, 'bad', 'is bad')]);
    expect(validate(changing, field)).toHaveLength(field === 'a' ? 0 : 1);
    expect(validate(undefined, field)).toEqual([]);
    changing.name = 'bad';
  }
  expect(validated).toEqual(['a good', 'a bad', 'a good', 'b bad', 'b bad']);
});
