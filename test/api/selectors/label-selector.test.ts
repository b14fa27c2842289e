import { describe, expect, it } from 'vitest';
import { labelSelectorFromObject, parseLabelSelector } from '../../../src/api/selectors/label-selector.ts';

const labels = { app: 'web', tier: 'front', weight: '5', empty: '' };

describe('a label selector', () => {
  it.each([
    ['', true],
    ['app', true],
    ['!app', false],
    ['app=web', true],
    ['app==web,tier!=back', true],
    ['other!=x', true],
    ['app in (web,api)', true],
    ['app notin (web)', false],
    ['other notin (web)', true],
    ['weight>4', true],
    ['weight<5', false],
    ['tier>4', false],
    ['empty=', true],
    ['empty in (,x)', true],
    ['empty in ()', true],
    ['empty in (x,)', true],
    ['in=in', false],
    [' app = web , tier ', true],
  ])('%s', (text, expected) => expect(parseLabelSelector(text).matches(labels)).toBe(expected));

  it('is formatted with its keys sorted', () => {
    expect(parseLabelSelector('b in (y,x,y),!c,a==1,d>3,e').toString()).toBe('a==1,b in (x,y),!c,d>3,e');
  });

  it.each([
    ['a=b=c', "found '=', expected: ',' or 'end of string'"],
    ['a in (b', "unable to parse requirement: found '', expected: ',' or ')'"],
    ['a in b', "unable to parse requirement: found 'b' expected: '('"],
    ['a ~ b', "unable to parse requirement: found '~', expected: in, notin, =, ==, !=, gt, lt"],
    ['=b', "found '=', expected: !, identifier, or 'end of string'"],
    ['a=b,', "found '', expected: identifier after ','"],
    ['!=x', "found '!=', expected: !, identifier, or 'end of string'"],
    [
      'a>b',
      "unable to parse requirement: values[0]: Invalid value: \"b\": for 'Gt', 'Lt' operators, the value must be an integer",
    ],
  ])('rejects %s', (text, message) => expect(() => parseLabelSelector(text)).toThrow(new Error(message)));

  it('numbers invalid values by their sorted position', () => {
    expect(() => parseLabelSelector('a in (b,-c)')).toThrow(
      /^unable to parse requirement: values\[0\]\[a\]: Invalid value: "-c"/,
    );
  });
});

describe('a label selector in an object', () => {
  it('selects nothing when undefined and everything when empty', () => {
    expect(labelSelectorFromObject(undefined).matches(labels)).toBe(false);
    expect(labelSelectorFromObject({}).matches({})).toBe(true);
  });

  it('combines matchLabels and matchExpressions', () => {
    const selector = labelSelectorFromObject({
      matchLabels: { app: 'web' },
      matchExpressions: [
        { key: 'tier', operator: 'NotIn', values: ['back'] },
        { key: 'canary', operator: 'DoesNotExist' },
      ],
    });
    expect(selector.matches(labels)).toBe(true);
    expect(selector.matches({ ...labels, canary: 'yes' })).toBe(false);
  });

  it('rejects unknown operators', () => {
    expect(() => labelSelectorFromObject({ matchExpressions: [{ key: 'a', operator: 'Like' }] })).toThrow(
      '"Like" is not a valid label selector operator',
    );
  });
});
