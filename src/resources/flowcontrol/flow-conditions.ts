import { duplicate, type FieldError, required } from '../../api/field-error.ts';
import type { FlowSchemaCondition } from '../../api/kinds/flowcontrol-v1beta3.generated.ts';

/** Validates the conditions of a flow schema or priority level, which have unique types. */
export const validateFlowConditions = (conditions: readonly FlowSchemaCondition[] | undefined = []): FieldError[] =>
  conditions.flatMap(({ type = '' }, index) => [
    ...(conditions.findIndex((condition) => (condition.type ?? '') === type) < index
      ? [duplicate(`status.conditions[${index}].type`, type)]
      : []),
    ...(type === '' ? [required(`status.conditions[${index}].type`, 'must not be empty')] : []),
  ]);
