import { duplicate, type FieldError, invalid, notSupported, required } from '../../api/field-error.ts';
import type { AuditAnnotation, Validation, Variable } from '../../api/kinds/admissionregistration-v1beta1.generated.ts';
import { isQualifiedName } from '../../api/names.ts';
import { invalidFor } from '../field-validation.ts';
import { goSlice } from '../go-text.ts';

const REASONS = ['Forbidden', 'Invalid', 'RequestEntityTooLarge'];
const MAXIMUM_AUDIT_ANNOTATIONS = 20;
const IDENTIFIER = /^[_a-zA-Z][_a-zA-Z0-9]*$/;
const RESERVED =
  /^(?:true|false|null|in|as|break|const|continue|else|for|function|if|import|let|loop|package|namespace|return|var|void|while)$/;

export const validateVariables = (variables: readonly Variable[], field: string): FieldError[] =>
  variables.flatMap(({ name, expression }, index) => [
    ...validateVariableName(name, `${field}[${index}].name`),
    ...(expression.trim() === '' ? [required(`${field}[${index}].expression`, 'expression is not specified')] : []),
  ]);

function validateVariableName(name: string, field: string): FieldError[] {
  if (name === '') return [required(field, 'name is not specified')];
  if (IDENTIFIER.test(name) && !RESERVED.test(name)) return [];
  return [invalid(field, name, 'name is not a valid CEL identifier')];
}

export const validateValidations = (validations: readonly Validation[], field: string): FieldError[] =>
  validations.flatMap((validation, index) => validateValidation(validation, `${field}[${index}]`));

function validateValidation({ expression, message = '', messageExpression = '', reason }: Validation, field: string) {
  const errors: FieldError[] = [];
  if (expression.trim() === '') errors.push(required(`${field}.expression`, 'expression is not specified'));
  if (messageExpression !== '' && messageExpression.trim() === '') {
    errors.push(invalid(`${field}.messageExpression`, messageExpression, 'must be non-empty if specified'));
  }
  if (message !== '' && message.trim() === '') {
    errors.push(invalid(`${field}.message`, message, 'message must be non-empty if specified'));
  } else if (/[\n\r]/.test(message.trim())) {
    errors.push(invalid(`${field}.message`, message, 'message must not contain line breaks'));
  }
  if (reason !== undefined && !REASONS.includes(reason)) errors.push(notSupported(`${field}.reason`, reason, REASONS));
  return errors;
}

/** The key of an annotation is written into the audit log behind the name of its policy. */
export function validateAuditAnnotations(annotations: readonly AuditAnnotation[], policy: string, field: string) {
  const errors: FieldError[] = [];
  if (annotations.length > MAXIMUM_AUDIT_ANNOTATIONS) {
    const shown = goSlice('admissionregistration.AuditAnnotation', []);
    errors.push(invalid(field, shown, `must not have more than ${MAXIMUM_AUDIT_ANNOTATIONS} auditAnnotations`));
  }
  annotations.forEach(({ key, valueExpression }, index) => {
    const path = `${field}[${index}]`;
    const whole = `${policy}/${key}`;
    errors.push(...invalidFor(`${path}.key`, whole, isQualifiedName(whole)));
    if (valueExpression.trim() === '') {
      errors.push(required(`${path}.valueExpression`, 'valueExpression is not specified'));
    }
    if (annotations.findIndex((annotation) => annotation.key === key) < index) {
      errors.push(duplicate(`${path}.key`, key));
    }
  });
  return errors;
}
