import type { Field, Schema } from '../schema/schema.ts';
import { StrategicPatchError } from './strategic-patch-error.ts';

/** How a field is patched. */
export interface FieldRules {
  readonly schema: Schema;
  readonly strategy: string;
  readonly mergeKey: string;
}

const rules = new WeakMap<Field, FieldRules>();

/** Returns the patch strategy of a field. */
export function rulesOf(schema: Schema, key: string): FieldRules {
  if (schema.kind !== 'struct') {
    const kind = schema.kind === 'list' ? 'slice' : schema.kind === 'scalar' ? schema.type : schema.kind;
    throw new StrategicPatchError(
      schema.kind === 'any'
        ? `unable to find api field in struct RawExtension for the json field "${key}"`
        : `merging an object in json but data type is not struct, instead is: ${kind}`,
    );
  }
  const field: Field | undefined = schema.fields.get(key);
  if (!field) {
    const name = schema.name?.split('.').at(-1) ?? '';
    throw new StrategicPatchError(`unable to find api field in struct ${name} for the json field "${key}"`);
  }
  let known = rules.get(field);
  if (!known) {
    known = declaredRules(field);
    rules.set(field, known);
  }
  return known;
}

/** `retainKeys` alone means the default strategy. */
function declaredRules({ schema, patchStrategy, patchMergeKey }: Field): FieldRules {
  const strategies = patchStrategy?.split(',') ?? [];
  return {
    schema,
    strategy: strategies.find((strategy) => strategy !== 'retainKeys') ?? '',
    mergeKey: patchMergeKey ?? '',
  };
}
