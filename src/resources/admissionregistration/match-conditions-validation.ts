import { duplicate, type FieldError, required, tooMany } from '../../api/field-error.ts';
import type { MatchCondition } from '../../api/kinds/admissionregistration-v1.generated.ts';
import { isQualifiedName } from '../../api/names.ts';
import { compileMatchCondition } from '../../cel/admission/admission-environment.ts';
import type { Compilation } from '../../cel/compile-expression.ts';
import { invalidFor } from '../field-validation.ts';
import { expressionErrors } from './expression-errors.ts';

const MAXIMUM_CONDITIONS = 64;

/** Validates the match conditions of a webhook or policy. */
export const validateMatchConditions = (
  conditions: readonly MatchCondition[] | undefined = [],
  field: string,
  compile: (expression: string) => Compilation = compileMatchCondition,
): FieldError[] => [
  ...(conditions.length > MAXIMUM_CONDITIONS ? [tooMany(field, conditions.length, MAXIMUM_CONDITIONS)] : []),
  ...conditions.flatMap(({ name, expression }, index) => [
    ...(expression.trim() === ''
      ? [required(`${field}[${index}].expression`)]
      : expressionErrors(compile(expression.trim()), expression.trim(), `${field}[${index}].expression`)),
    ...(name === ''
      ? [required(`${field}[${index}].name`)]
      : invalidFor(`${field}[${index}].name`, name, isQualifiedName(name))),
    ...(name !== '' && conditions.findIndex((condition) => condition.name === name) < index
      ? [duplicate(`${field}[${index}].name`, name)]
      : []),
  ]),
];
