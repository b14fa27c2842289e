import { describe, expect, it } from 'vitest';
import { parseFieldSelector } from '../../../src/api/selectors/field-selector.ts';

const lookup = (field: string): string => ({ 'metadata.name': 'a', 'status.phase': 'Running' })[field] ?? '';

describe('a field selector', () => {
  it.each([
    ['', true],
    ['metadata.name=a', true],
    ['metadata.name==a,status.phase!=Failed', true],
    ['metadata.name=a,metadata.name=b', false],
    ['metadata.name=a,', true],
    ['spec.nodeName=', true],
  ])('%s', (text, expected) => expect(parseFieldSelector(text).matches(lookup)).toBe(expected));

  it('unescapes commas, equals signs and backslashes in values', () => {
    const [requirement] = parseFieldSelector('x=a\\,b\\=c\\\\').requirements;
    expect(requirement).toEqual({ field: 'x', operator: '=', value: 'a,b=c\\' });
    expect(parseFieldSelector('x=a\\,b').toString()).toBe('x=a\\,b');
  });

  it('returns the value that a field must have', () => {
    expect(parseFieldSelector('metadata.name=a').requiresExactMatch('metadata.name')).toBe('a');
    expect(parseFieldSelector('metadata.name!=a').requiresExactMatch('metadata.name')).toBeUndefined();
  });

  it.each([
    ['metadata.name', "invalid selector: 'metadata.name'; can't understand 'metadata.name'"],
    ['metadata.name in (a,b)', "invalid selector: 'metadata.name in (a,b)'; can't understand 'b)'"],
    ['x=a\\x', 'invalid field selector: invalid escape sequence: \\x'],
    ['x=a\\', 'invalid field selector: invalid escape sequence: \\'],
    ['x=a=b', 'invalid field selector: unescaped character in value: 61'],
  ])('rejects %s', (text, message) => expect(() => parseFieldSelector(text)).toThrow(new Error(message)));
});
