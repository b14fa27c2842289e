import { type FieldError, forbiddenField, invalid, required } from '../api/field-error.ts';
import type { LabelSelector, LabelSelectorRequirement } from '../api/kinds/meta-v1.generated.ts';
import { isQualifiedName, isValidLabelValue } from '../api/names.ts';
import { labelSelectorFromObject, type LabelSelector as Matcher } from '../api/selectors/label-selector.ts';
import { invalidFor } from './field-validation.ts';

/** Validates labels, or the matchLabels of a selector. */
export const validateLabels = (labels: Readonly<Record<string, string>> | undefined, field: string): FieldError[] =>
  Object.entries(labels ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, value]) => [
      ...invalidFor(field, key, isQualifiedName(key)),
      ...invalidFor(field, value, isValidLabelValue(value)),
    ]);

function validateRequirement({ key, operator, values = [] }: LabelSelectorRequirement, field: string): FieldError[] {
  const errors: FieldError[] = [];
  if (operator === 'In' || operator === 'NotIn') {
    if (values.length === 0) {
      errors.push(required(`${field}.values`, "must be specified when `operator` is 'In' or 'NotIn'"));
    }
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (values.length > 0) {
      errors.push(
        forbiddenField(`${field}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"),
      );
    }
  } else {
    errors.push(invalid(`${field}.operator`, operator, 'not a valid selector operator'));
  }
  errors.push(...invalidFor(`${field}.key`, key, isQualifiedName(key)));
  errors.push(
    ...values.flatMap((value, index) => invalidFor(`${field}.values[${index}]`, value, isValidLabelValue(value))),
  );
  return errors;
}

/** Validates a selector. An undefined one is valid. */
export function validateLabelSelector(selector: LabelSelector | null | undefined, field: string): FieldError[] {
  if (!selector) return [];
  return [
    ...validateLabels(selector.matchLabels, `${field}.matchLabels`),
    ...(selector.matchExpressions ?? []).flatMap((requirement, index) =>
      validateRequirement(requirement, `${field}.matchExpressions[${index}]`),
    ),
  ];
}

/** Compiles a selector; undefined when it is invalid. */
export function matcherOf(selector: LabelSelector | null | undefined): Matcher | undefined {
  try {
    return labelSelectorFromObject(selector);
  } catch {
    return undefined;
  }
}

export const isEmptySelector = ({ matchLabels, matchExpressions }: LabelSelector): boolean =>
  Object.keys(matchLabels ?? {}).length + (matchExpressions ?? []).length === 0;

/**
 * Returns `app=web,tier in (a,b)` as tables show it; `<none>` for an empty or undefined selector, `<error>` for an
 * invalid one.
 */
export function labelSelectorText(selector: LabelSelector | null | undefined): string {
  if (!selector) return '<none>';
  return matcherOf(selector)?.toString() || (matcherOf(selector) ? '<none>' : '<error>');
}
