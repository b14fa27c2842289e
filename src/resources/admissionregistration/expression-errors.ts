import { type FieldError, internalFieldError, invalid } from '../../api/field-error.ts';
import type { Compilation } from '../../cel/compile-expression.ts';

/** Returns the error of an invalid expression, for the field that holds it. */
export function expressionErrors(
  { error, ...compilation }: Compilation,
  expression: string,
  field: string,
): FieldError[] {
  if (error === undefined) return [];
  const isInternal = 'isInternal' in compilation && compilation.isInternal === true;
  return [isInternal ? internalFieldError(field, error) : invalid(field, expression, error)];
}
