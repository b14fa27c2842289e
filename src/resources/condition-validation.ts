import { utf8Length } from '../api/encoding/utf8.ts';
import { duplicate, type FieldError, invalid, notSupported, required, tooLong } from '../api/field-error.ts';
import type { Condition } from '../api/kinds/meta-v1.generated.ts';
import { isQualifiedName, patternMessage } from '../api/names.ts';
import { invalidFor } from './field-validation.ts';

const STATUSES = ['False', 'True', 'Unknown'];
const REASON = '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?';
const MAXIMUM_REASON_LENGTH = 1024;
const MAXIMUM_MESSAGE_LENGTH = 32 * 1024;

/** Validates metav1.Conditions, which have unique types. */
export const validateConditions = (conditions: readonly Condition[] | undefined, field: string): FieldError[] =>
  (conditions ?? []).flatMap((condition, index, all) => [
    ...(all.findIndex(({ type }) => type === condition.type) < index
      ? [duplicate(`${field}[${index}].type`, condition.type)]
      : []),
    ...validateCondition(condition, `${field}[${index}]`),
  ]);

function validateCondition(condition: Condition, field: string): FieldError[] {
  const { type, status, observedGeneration = 0, lastTransitionTime, message } = condition;
  const errors = invalidFor(`${field}.type`, type, isQualifiedName(type));
  if (!STATUSES.includes(status)) errors.push(notSupported(`${field}.status`, status, STATUSES));
  if (observedGeneration < 0) {
    errors.push(invalid(`${field}.observedGeneration`, observedGeneration, 'must be greater than or equal to zero'));
  }
  if (!lastTransitionTime) errors.push(required(`${field}.lastTransitionTime`, 'must be set'));
  errors.push(...validateReason(condition.reason, `${field}.reason`));
  if (utf8Length(message) > MAXIMUM_MESSAGE_LENGTH) {
    errors.push(tooLong(`${field}.message`, message, MAXIMUM_MESSAGE_LENGTH));
  }
  return errors;
}

function validateReason(reason: string, field: string): FieldError[] {
  if (reason === '') return [required(field, 'must be set')];
  const isReason = new RegExp(`^${REASON}$`).test(reason);
  const message = patternMessage(
    "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_'",
    REASON,
    'my_name',
    'MY_NAME',
    'MyName',
    'ReasonA,ReasonB',
    'ReasonA:ReasonB',
  );
  return [
    ...(isReason ? [] : [invalid(field, reason, message)]),
    ...(reason.length > MAXIMUM_REASON_LENGTH ? [tooLong(field, reason, MAXIMUM_REASON_LENGTH)] : []),
  ];
}
