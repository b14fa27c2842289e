import { type FieldError, forbiddenField, invalid, required } from '../../../api/field-error.ts';
import type { NodeSelector, NodeSelectorRequirement, NodeSelectorTerm } from '../../../api/kinds/core-v1.generated.ts';
import { isDns1123Subdomain, isQualifiedName } from '../../../api/names.ts';
import { invalidFor } from '../../field-validation.ts';
import { checkMembers } from '../../member-rules.ts';

export const validateNodeSelectorTerm = checkMembers<NodeSelectorTerm>({
  matchExpressions: { each: validateExpression },
  matchFields: { each: validateFieldRequirement },
});

/** Validates the terms of a selector, at least one. */
export const validateNodeSelector = checkMembers<NodeSelector>({
  nodeSelectorTerms: { notEmpty: 'must have at least one node selector term', each: validateNodeSelectorTerm },
});

function validateExpression({ key, operator, values = [] }: NodeSelectorRequirement, field: string): FieldError[] {
  const errors: FieldError[] = [];
  switch (operator) {
    case 'In':
    case 'NotIn':
      if (values.length === 0) {
        errors.push(required(`${field}.values`, "must be specified when `operator` is 'In' or 'NotIn'"));
      }
      break;
    case 'Exists':
    case 'DoesNotExist':
      if (values.length > 0) {
        const detail = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
        errors.push(forbiddenField(`${field}.values`, detail));
      }
      break;
    case 'Gt':
    case 'Lt':
      if (values.length !== 1) {
        errors.push(required(`${field}.values`, "must be specified single value when `operator` is 'Lt' or 'Gt'"));
      }
      break;
    default:
      errors.push(invalid(`${field}.operator`, operator, 'not a valid selector operator'));
  }
  return [...errors, ...invalidFor(`${field}.key`, key, isQualifiedName(key))];
}

/** Field selectors match one value, and only metadata.name is supported. */
function validateFieldRequirement(requirement: NodeSelectorRequirement, field: string): FieldError[] {
  const { key, operator, values = [] } = requirement;
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
