import { utf8Length } from '../../api/encoding/utf8.ts';
import { duplicate, type FieldError, invalid, notSupported, required } from '../../api/field-error.ts';
import type { AuditAnnotation, Validation, Variable } from '../../api/kinds/admissionregistration-v1beta1.generated.ts';
import { isQualifiedName } from '../../api/names.ts';
import { admissionEnvironment, growingEnvironment } from '../../cel/admission/admission-environment.ts';
import { type Compilation, compileExpression } from '../../cel/compile-expression.ts';
import { isIdentifier } from '../../cel/syntax/lexer.ts';
import { invalidFor } from '../field-validation.ts';
import { goSlice } from '../go-text.ts';
import { expressionErrors } from './expression-errors.ts';

const REASONS = ['Forbidden', 'Invalid', 'RequestEntityTooLarge'];
const MAXIMUM_AUDIT_ANNOTATIONS = 20;
const MAXIMUM_VALUE_EXPRESSION_BYTES = 5 * 1024;

/** Returns the names of variables that others may refer to. Variables without an expression are undeclared. */
export const variableNames = (variables: readonly Variable[]): string[] =>
  variables.filter(({ expression }) => expression.trim() !== '').map(({ name }) => name);

/** Validates variables. Each may refer to the variables before it. */
export function validateVariables(variables: readonly Variable[], hasParams: boolean, field: string): FieldError[] {
  const { environment, declare } = growingEnvironment(hasParams);
  return variables.flatMap(({ name, expression }, index) => {
    const errors = [
      ...validateVariableName(name, `${field}[${index}].name`),
      ...requireExpression(expression, `${field}[${index}].expression`, 'expression', () =>
        compileExpression(expression, environment, []),
      ),
    ];
    if (expression.trim() !== '') declare(name);
    return errors;
  });
}

function requireExpression(expression: string, field: string, name: string, compile: () => Compilation): FieldError[] {
  if (expression.trim() === '') return [required(field, `${name} is not specified`)];
  return expressionErrors(compile(), expression, field);
}

function validateVariableName(name: string, field: string): FieldError[] {
  if (name.trim() === '') return [required(field, 'name is not specified')];
  if (isIdentifier(name)) return [];
  return [invalid(field, name, 'name is not a valid CEL identifier')];
}

/** The names that a policy's expressions may refer to: its variables and params. */
export interface PolicyScope {
  readonly params: boolean;
  /** Undefined when the policy has no variables. */
  readonly variables?: readonly string[];
}

export const validateValidations = (
  validations: readonly Validation[],
  scope: PolicyScope,
  field: string,
): FieldError[] =>
  validations.flatMap((validation, index) => validateValidation(validation, scope, `${field}[${index}]`));

function validateValidation(
  { expression, message = '', messageExpression = '', reason }: Validation,
  scope: PolicyScope,
  field: string,
) {
  const errors = requireExpression(expression, `${field}.expression`, 'expression', () =>
    compileExpression(expression, admissionEnvironment({ ...scope, authorizer: true }), ['bool']),
  );
  if (messageExpression !== '' && messageExpression.trim() === '') {
    errors.push(invalid(`${field}.messageExpression`, messageExpression, 'must be non-empty if specified'));
  } else if (messageExpression !== '') {
    // Message expressions may refer to params even in a policy without any.
    const environment = admissionEnvironment({ ...scope, params: true, authorizer: false });
    const compilation = compileExpression(messageExpression, environment, ['string']);
    errors.push(...expressionErrors(compilation, messageExpression, `${field}.messageExpression`));
  }
  if (message !== '' && message.trim() === '') {
    errors.push(invalid(`${field}.message`, message, 'message must be non-empty if specified'));
  } else if (/[\n\r]/.test(message.trim())) {
    errors.push(invalid(`${field}.message`, message, 'message must not contain line breaks'));
  }
  if (reason !== undefined && !REASONS.includes(reason)) errors.push(notSupported(`${field}.reason`, reason, REASONS));
  return errors;
}

/** Validates audit annotations. In the audit log, their keys are prefixed with the policy's name. */
export function validateAuditAnnotations(
  annotations: readonly AuditAnnotation[],
  policy: string,
  scope: PolicyScope,
  field: string,
): FieldError[] {
  const errors: FieldError[] = [];
  if (annotations.length > MAXIMUM_AUDIT_ANNOTATIONS) {
    const shown = goSlice('admissionregistration.AuditAnnotation', []);
    errors.push(invalid(field, shown, `must not have more than ${MAXIMUM_AUDIT_ANNOTATIONS} auditAnnotations`));
  }
  annotations.forEach(({ key, valueExpression }, index) => {
    const path = `${field}[${index}]`;
    const whole = `${policy}/${key}`;
    errors.push(...invalidFor(`${path}.key`, whole, isQualifiedName(whole)));
    errors.push(...validateValueExpression(valueExpression, scope, `${path}.valueExpression`));
    if (annotations.findIndex((annotation) => annotation.key === key) < index) {
      errors.push(duplicate(`${path}.key`, key));
    }
  });
  return errors;
}

function validateValueExpression(expression: string, scope: PolicyScope, field: string): FieldError[] {
  const trimmed = expression.trim();
  if (utf8Length(trimmed) > MAXIMUM_VALUE_EXPRESSION_BYTES) {
    return [required(field, `must not exceed ${MAXIMUM_VALUE_EXPRESSION_BYTES} bytes in length`)];
  }
  return requireExpression(expression, field, 'valueExpression', () =>
    compileExpression(trimmed, admissionEnvironment({ ...scope, authorizer: true }), ['string', 'null']),
  );
}
