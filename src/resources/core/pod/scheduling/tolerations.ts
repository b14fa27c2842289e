import { type FieldError, forbiddenField, invalid, notSupported, required } from '../../../../api/field-error.ts';
import type { Toleration } from '../../../../api/kinds/core-v1.generated.ts';
import { isQualifiedName, isValidLabelValue } from '../../../../api/names.ts';
import { invalidFor } from '../../../field-validation.ts';
import { semanticallyEqual } from '../../../semantic-equality.ts';
import { goValue } from '../../struct-difference/go-value.ts';

export const TAINT_EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];
const OPERATORS = ['Equal', 'Exists'];

export function validateTaintEffect(effect: string | undefined, field: string): FieldError[] {
  if (!effect) return [required(field)];
  return TAINT_EFFECTS.includes(effect) ? [] : [notSupported(field, effect, TAINT_EFFECTS)];
}

export const validateTolerations = (tolerations: readonly Toleration[] | undefined, field: string): FieldError[] =>
  (tolerations ?? []).flatMap((toleration, index) => validateToleration(toleration, `${field}[${index}]`));

function validateToleration(toleration: Toleration, field: string): FieldError[] {
  const { key, operator = '', value = '', effect = '', tolerationSeconds } = toleration;
  const errors = key ? invalidFor(`${field}.key`, key, isQualifiedName(key)) : [];
  if (!key && operator !== 'Exists') {
    const detail = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';
    errors.push(invalid(`${field}.operator`, operator, detail));
  }
  if (tolerationSeconds != null && effect !== 'NoExecute') {
    const detail = "effect must be 'NoExecute' when `tolerationSeconds` is set";
    errors.push(invalid(`${field}.effect`, effect, detail));
  }
  if (operator === '' || operator === 'Equal') {
    const messages = isValidLabelValue(value);
    if (messages.length) errors.push(invalid(`${field}.operator`, value, messages.join(';')));
  } else if (operator === 'Exists') {
    const detail = "value must be empty when `operator` is 'Exists'";
    if (value) errors.push(invalid(`${field}.operator`, goValue('core.v1.Toleration', toleration), detail));
  } else {
    errors.push(notSupported(`${field}.operator`, operator, OPERATORS));
  }
  return effect ? [...errors, ...validateTaintEffect(effect, `${field}.effect`)] : errors;
}

/** Requires that the tolerations of a live pod stay, except for their tolerationSeconds. */
export function validateAddedTolerations(
  tolerations: readonly Toleration[] | undefined,
  live: readonly Toleration[] | undefined,
  field: string,
): FieldError[] {
  const withoutSeconds = (toleration: Toleration) => ({ ...toleration, tolerationSeconds: undefined });
  for (const old of live ?? []) {
    const stays = tolerations?.some((toleration) => semanticallyEqual(withoutSeconds(toleration), withoutSeconds(old)));
    if (!stays) return [forbiddenField(field, 'existing toleration can not be modified except its tolerationSeconds')];
  }
  return validateTolerations(tolerations, field);
}
