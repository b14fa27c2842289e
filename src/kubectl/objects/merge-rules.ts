import type { Dialect } from '../../api/dialect.ts';
import { PATCH_MERGE_KEY_EXTENSION, PATCH_STRATEGY_EXTENSION } from '../../api/kubernetes-names.ts';
import { resolved, type Schema, type Schemas } from '../explanation/schema-fields.ts';

/** How a strategic merge patch changes one field. */
export interface FieldRule {
  /** Whether lists are merged; otherwise they are replaced. */
  readonly mergesLists: boolean;
  /** The field that identifies an item of a merged list; undefined for items that are plain values. */
  readonly mergeKey: string | undefined;
  /** Whether a value, or an item, loses the fields that its new state does not have. */
  readonly retainsKeys: boolean;
  /** The rules of the fields of the value, or of the items. */
  readonly inner: MergeRules;
}

/** Returns the rule of a field. */
export type MergeRules = (field: string) => FieldRule;

/** Returns the rules that the OpenAPI schema of an object states. */
export function mergeRules(schemas: Schemas, schema: Schema | undefined, dialect: Dialect): MergeRules {
  const fields = schema && resolved(schemas, schema).properties;
  return (name) => {
    const field = fields?.[name];
    const extensions = (field ?? {}) as Readonly<Record<string, unknown>>;
    const strategies = String(extensions[dialect.rename(PATCH_STRATEGY_EXTENSION)] ?? '').split(',');
    const mergeKey = extensions[dialect.rename(PATCH_MERGE_KEY_EXTENSION)];
    return {
      mergesLists: strategies.includes('merge'),
      mergeKey: typeof mergeKey === 'string' ? mergeKey : undefined,
      retainsKeys: strategies.includes('retainKeys'),
      inner: mergeRules(schemas, field, dialect),
    };
  };
}
