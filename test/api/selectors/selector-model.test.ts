import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeFieldValue, parseFieldSelector } from '../../../src/api/selectors/field-selector.ts';
import { parseLabelSelector } from '../../../src/api/selectors/label-selector.ts';

interface Requirement {
  readonly key: string;
  readonly text: string;
  /** Reference implementation; `value` is undefined when the label is absent. */
  holds(value: string | undefined): boolean;
}

const key = fc.constantFrom('a', 'b', 'c', 'example.com/d');
const value: fc.Arbitrary<string> = fc.constantFrom('x', 'y', 'z', '1', '5', '');
const blank = fc.constantFrom('', ' ', '  ');
const number = fc.integer({ min: 0, max: 6 });

const requirement: fc.Arbitrary<Requirement> = fc
  .record({
    key,
    value,
    values: fc.array(fc.constantFrom<string[]>('x', 'y', '1'), { minLength: 1, maxLength: 3 }),
    number,
    blank,
    form: fc.constantFrom('=', '==', '!=', 'in', 'notin', '', '!', '>', '<'),
  })
  .map(({ key, value, values, number, blank, form }): Requirement => {
    const list = `(${values.join(`${blank},`)})`;
    const isNumber = (label: string | undefined): label is string => label !== undefined && /^[+-]?\d+$/.test(label);
    switch (form) {
      case '=':
      case '==':
        return { key, text: `${key}${blank}${form}${blank}${value}`, holds: (label) => label === value };
      case '!=':
        return { key, text: `${key}${blank}!=${blank}${value}`, holds: (label) => label !== value };
      case 'in':
        return { key, text: `${key} in ${list}`, holds: (label) => label !== undefined && values.includes(label) };
      case 'notin':
        return {
          key,
          text: `${key} notin${blank}${list}`,
          holds: (label) => label === undefined || !values.includes(label),
        };
      case '':
        return { key, text: key, holds: (label) => label !== undefined };
      case '!':
        return { key, text: `!${blank}${key}`, holds: (label) => label === undefined };
      case '>':
        return { key, text: `${key}>${number}`, holds: (label) => isNumber(label) && Number(label) > number };
      default:
        return { key, text: `${key}<${number}`, holds: (label) => isNumber(label) && Number(label) < number };
    }
  });

test('a label selector matches when all of its requirements match', () => {
  const labels = fc.dictionary(key, value, { noNullPrototype: true });
  fc.assert(
    fc.property(fc.array(requirement, { minLength: 1, maxLength: 3 }), labels, blank, (requirements, labels, blank) => {
      const selector = parseLabelSelector(requirements.map(({ text }) => text).join(`${blank},${blank}`));
      expect(selector.matches(labels)).toBe(requirements.every(({ key, holds }) => holds(labels[key])));
      expect(parseLabelSelector(selector.toString()).matches(labels)).toBe(selector.matches(labels));
    }),
    { numRuns: 2000 },
  );
});

test('a field selector matches when all of its terms match, whatever the values', () => {
  const text = fc.string({ unit: fc.constantFrom('x', 'y', ',', '=', '\\', '!', ' '), maxLength: 3 });
  const term = fc.record({ key: fc.constantFrom('a', 'b.c'), value: text, operator: fc.constantFrom('=', '==', '!=') });
  const fields = fc.record({ a: text, 'b.c': text });
  fc.assert(
    fc.property(fc.array(term, { minLength: 1, maxLength: 3 }), fields, (terms, fields) => {
      const written = terms.map(({ key, value, operator }) => `${key}${operator}${escapeFieldValue(value)}`).join(',');
      const expected = terms.every(({ key, value, operator }) => (fields[key] === value) === (operator !== '!='));
      expect(parseFieldSelector(written).matches((name) => fields[name as 'a'])).toBe(expected);
    }),
    { numRuns: 2000 },
  );
});
