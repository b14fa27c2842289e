import { type FieldError, forbiddenField, invalid, required } from '../api/field-error.ts';
import type { NodeSelector, NodeSelectorRequirement, NodeSelectorTerm } from '../api/kinds/core-v1.generated.ts';
import { isDns1123Subdomain, isQualifiedName } from '../api/names.ts';
import { invalidFor } from './field-validation.ts';

/** Errors of a choice of nodes; an absent one has none. */
export function validateNodeSelector(selector: NodeSelector | null | undefined, field: string): FieldError[] {
  if (!selector) return [];
  const path = `${field}.nodeSelectorTerms`;
  if (!selector.nodeSelectorTerms?.length) return [required(path, 'must have at least one node selector term')];
  return selector.nodeSelectorTerms.flatMap((term, index) => validateNodeSelectorTerm(term, `${path}[${index}]`));
}

export const validateNodeSelectorTerm = (term: NodeSelectorTerm, field: string): FieldError[] => [
  ...(term.matchExpressions ?? []).flatMap((requirement, index) =>
    validateRequirement(requirement, `${field}.matchExpressions[${index}]`),
  ),
  ...(term.matchFields ?? []).flatMap((requirement, index) =>
    validateFieldRequirement(requirement, `${field}.matchFields[${index}]`),
  ),
];

function validateRequirement({ key, operator, values = [] }: NodeSelectorRequirement, field: string): FieldError[] {
  const path = `${field}.values`;
  const errors: FieldError[] = [];
  if (operator === 'In' || operator === 'NotIn') {
    if (values.length === 0) errors.push(required(path, "must be specified when `operator` is 'In' or 'NotIn'"));
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (values.length > 0) {
      errors.push(forbiddenField(path, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
    }
  } else if (operator === 'Gt' || operator === 'Lt') {
    if (values.length !== 1) {
      errors.push(required(path, "must be specified single value when `operator` is 'Lt' or 'Gt'"));
    }
  } else {
    errors.push(invalid(`${field}.operator`, operator, 'not a valid selector operator'));
  }
  return [...errors, ...invalidFor(`${field}.key`, key, isQualifiedName(key))];
}

/** Fields can only be compared with one value, and only the name is known. */
function validateFieldRequirement({ key, operator, values = [] }: NodeSelectorRequirement, field: string) {
  const errors: FieldError[] = [];
  if (operator !== 'In' && operator !== 'NotIn') {
    errors.push(invalid(`${field}.operator`, operator, 'not a valid selector operator'));
  } else if (values.length !== 1) {
    const detail = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
    errors.push(required(`${field}.values`, detail));
  }
  if (key !== 'metadata.name') return [...errors, invalid(`${field}.key`, key, 'not a valid field selector key')];
  return [
    ...errors,
    ...values.flatMap((value, index) => invalidFor(`${field}.values[${index}]`, value, isDns1123Subdomain(value))),
  ];
}
