import { describe, expect, it } from 'vitest';
import { fieldErrorText } from '../../src/api/field-error.ts';
import type { LabelSelector } from '../../src/api/kinds/meta-v1.generated.ts';
import { labelSelectorText, validateLabelSelector } from '../../src/resources/label-selector-validation.ts';

const errorsOf = (selector: LabelSelector): string[] =>
  validateLabelSelector(selector, 'spec.pods').map(fieldErrorText);

describe('a label selector in an object', () => {
  it('requires values for In and NotIn, and forbids them for Exists and DoesNotExist', () => {
    expect(
      errorsOf({
        matchExpressions: [
          { key: 'tier', operator: 'NotIn' },
          { key: 'tier', operator: 'DoesNotExist', values: ['a'] },
        ],
      }),
    ).toEqual([
      "spec.pods.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
      "spec.pods.matchExpressions[1].values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
    ]);
  });

  it('reports an unknown operator', () => {
    expect(errorsOf({ matchExpressions: [{ key: 'tier', operator: 'Near' }] })).toEqual([
      'spec.pods.matchExpressions[0].operator: Invalid value: "Near": not a valid selector operator',
    ]);
  });

  it('validates keys and values of matchLabels', () => {
    expect(errorsOf({ matchLabels: { tier: 'has space' } })[0]).toMatch(
      /^spec\.pods\.matchLabels: Invalid value: "has space": /,
    );
  });

  it.each<[LabelSelector | undefined, string]>([
    [undefined, '<none>'],
    [{}, '<none>'],
    [{ matchLabels: { b: '2', a: '1' } }, 'a=1,b=2'],
    [{ matchExpressions: [{ key: 'tier', operator: 'In', values: ['y', 'x'] }] }, 'tier in (x,y)'],
    [{ matchExpressions: [{ key: 'tier', operator: 'Near' }] }, '<error>'],
  ])('is printed in tables: %j as %s', (selector, text) => {
    expect(labelSelectorText(selector)).toBe(text);
  });
});
