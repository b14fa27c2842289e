import { utf8Length } from '../api/encoding/utf8.ts';
import { duplicate, type FieldError, invalid, required, tooLong } from '../api/field-error.ts';
import type { Condition } from '../api/kinds/meta-v1.generated.ts';
import { isQualifiedName, patternMessage } from '../api/names.ts';
import { checkMembers } from './member-rules.ts';

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

const validateCondition = checkMembers<Condition>({
  type: { format: isQualifiedName },
  status: { oneOf: ['False', 'True', 'Unknown'] },
  observedGeneration: { minimum: [0, 'must be greater than or equal to zero'] },
  lastTransitionTime: { notEmpty: 'must be set' },
  reason: validateReason,
  message: (message, field) =>
    utf8Length(message) > MAXIMUM_MESSAGE_LENGTH ? [tooLong(field, message, MAXIMUM_MESSAGE_LENGTH)] : [],
});

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
