import { duplicate, type FieldError } from '../../api/field-error.ts';
import { isRecord } from '../../api/object.ts';
import { goVerbatim } from '../decoding/decode-custom.ts';
import type { StructuralSchema } from './structural.ts';
import { describesMembers } from './structural-pruning.ts';

/** Returns errors for duplicate elements of sets and keyed lists. */
export function validateListInvariants(value: unknown, schema: StructuralSchema, path = ''): FieldError[] {
  if (Array.isArray(value)) {
    const { items } = schema;
    const inside = items
      ? value.flatMap((item, index) => validateListInvariants(item, items, `${path}[${index}]`))
      : [];
    return [...repeated(value, schema, path), ...inside];
  }
  if (!isRecord(value) || !describesMembers(schema)) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const child = schema.properties.get(key) ?? schema.additionalProperties;
    if (child === undefined || child === true) return [];
    return validateListInvariants(member, child, path === '' ? key : `${path}.${key}`);
  });
}

function repeated(items: readonly unknown[], { listType, listMapKeys }: StructuralSchema, path: string): FieldError[] {
  if (listType !== 'set' && listType !== 'map') return [];
  const seen = new Set<string>();
  return items.flatMap((item, index) => {
    const identity = listType === 'set' ? item : keysOf(item, listMapKeys);
    const text = JSON.stringify(identity);
    if (seen.has(text)) return [duplicate(`${path}[${index}]`, goVerbatim(identity))];
    seen.add(text);
    return [];
  });
}

const keysOf = (item: unknown, keys: readonly string[]): Record<string, unknown> =>
  isRecord(item) ? Object.fromEntries(keys.filter((key) => key in item).map((key) => [key, item[key]])) : {};
