import { duplicate, type FieldError, invalid, verbatim } from '../../../api/field-error.ts';
import type { Taint } from '../../../api/kinds/core-v1.generated.ts';
import { isQualifiedName, isValidLabelValue } from '../../../api/names.ts';
import { invalidFor } from '../../field-validation.ts';
import { goStruct } from '../../go-text.ts';
import { validateTaintEffect } from '../pod/scheduling/tolerations.ts';

/** Validates taints, which are identified by key and effect. */
export function validateTaints(taints: readonly Taint[] | undefined, field: string): FieldError[] {
  const seen = new Set<string>();
  return (taints ?? []).flatMap((taint, index) => {
    const path = `${field}[${index}]`;
    const { key, value = '', effect } = taint;
    const errors = invalidFor(`${path}.key`, key, isQualifiedName(key));
    const messages = isValidLabelValue(value);
    if (messages.length) errors.push(invalid(`${path}.value`, value, messages.join(';')));
    errors.push(...validateTaintEffect(effect, `${path}.effect`));
    const pair = `${effect}/${key}`;
    if (seen.has(pair)) errors.push(duplicateTaint(taint, path));
    seen.add(pair);
    return errors;
  });
}

function duplicateTaint({ key, value = '', effect, timeAdded }: Taint, field: string): FieldError {
  const shown = goStruct('core.Taint', {
    Key: key,
    Value: value,
    Effect: effect,
    TimeAdded: timeAdded ? `time.Date(${timeAdded})` : verbatim('<nil>'),
  });
  const error = duplicate(field, shown);
  return { ...error, message: `${error.message}: taints must be unique by key and effect pair` };
}
