import { describe, expect, it } from 'vitest';
import { fieldErrorText } from '../../src/api/field-error.ts';
import { isDns1123Label } from '../../src/api/names.ts';
import { checkMembers, checkUnchanged, type MemberRules, NONNEGATIVE } from '../../src/resources/member-rules.ts';

interface Widget {
  name?: string | undefined;
  mode?: string | undefined;
  size?: number | null | undefined;
  parts?: Widget[] | undefined;
  tags?: string[] | undefined;
}

const errorsOf = (rules: MemberRules<Widget>, widget: Widget | undefined, field = 'spec'): string[] =>
  checkMembers(rules)(widget, field).map(fieldErrorText);

describe('checkMembers', () => {
  it('reports errors in the order of the rules, not of the object', () => {
    const rules: MemberRules<Widget> = { mode: { oneOf: ['a'] }, size: NONNEGATIVE };
    expect(errorsOf(rules, { size: -1, mode: 'b' })).toEqual([
      'spec.mode: Unsupported value: "b": supported values: "a"',
      'spec.size: Invalid value: -1: must be greater than or equal to 0',
    ]);
  });

  it('accepts absent members unless a rule requires them', () => {
    const rules: MemberRules<Widget> = {
      mode: { oneOf: ['a'] },
      size: NONNEGATIVE,
      parts: { each: { required: true } },
    };
    expect(errorsOf(rules, { size: null })).toEqual([]);
    expect(errorsOf(rules, undefined)).toEqual([]);
  });

  it('distinguishes a required value from one that must not be empty', () => {
    expect(errorsOf({ name: { required: true } }, { name: '' })).toEqual([]);
    expect(errorsOf({ name: { required: true } }, {})).toEqual(['spec.name: Required value']);
    expect(errorsOf({ name: { notEmpty: 'give one' } }, { name: '' })).toEqual(['spec.name: Required value: give one']);
    expect(errorsOf({ tags: { notEmpty: true } }, { tags: [] })).toEqual(['spec.tags: Required value']);
  });

  it('checks an absent text as the zero value of Go', () => {
    expect(errorsOf({ mode: { absentIs: '', oneOf: ['a'] } }, {})).toEqual([
      'spec.mode: Unsupported value: "": supported values: "a"',
    ]);
    expect(errorsOf({ name: { ignoresEmpty: true, format: isDns1123Label } }, { name: '' })).toEqual([]);
  });

  it('reports a bound with its custom detail', () => {
    const rules: MemberRules<Widget> = { size: { minimum: [1, 'must be positive'], maximum: 9 } };
    expect(errorsOf(rules, { size: 0 })).toEqual(['spec.size: Invalid value: 0: must be positive']);
    expect(errorsOf(rules, { size: 10 })).toEqual(['spec.size: Invalid value: 10: must be less than or equal to 9']);
  });

  it('checks list items with their paths, and reports duplicates after the other errors of an item', () => {
    const rules: MemberRules<Widget> = {
      parts: { maximumItems: 1, each: checkMembers<Widget>({ size: NONNEGATIVE }), unique: 'name' },
      tags: { each: { oneOf: ['x'] }, unique: true },
    };
    const parts = [{ name: 'a' }, { name: 'a', size: -1 }];
    expect(errorsOf(rules, { parts, tags: ['y', 'y'] })).toEqual([
      'spec.parts: Too many: 2: must have at most 1 items',
      'spec.parts[1].size: Invalid value: -1: must be greater than or equal to 0',
      'spec.parts[1].name: Duplicate value: "a"',
      'spec.tags[0]: Unsupported value: "y": supported values: "x"',
      'spec.tags[1]: Unsupported value: "y": supported values: "x"',
      'spec.tags[1]: Duplicate value: "y"',
    ]);
  });

  it('reports members of a root object without a prefix', () => {
    expect(errorsOf({ name: { required: true, shownAs: 'title' } }, {}, '')).toEqual(['title: Required value']);
  });
});

describe('checkUnchanged', () => {
  it('reports each member that differs from the live one', () => {
    const check = checkUnchanged<Widget>({ name: true, size: true });
    expect(check({ name: 'b', size: 1 }, { name: 'a', size: 1 }, 'spec').map(fieldErrorText)).toEqual([
      'spec.name: Invalid value: "b": field is immutable',
    ]);
  });
});
