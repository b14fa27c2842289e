import { writeJson } from '../../api/encoding/exact-json.ts';
import { duplicate, type FieldError, invalid } from '../../api/field-error.ts';
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
    const property = schema.properties.get(key);
    if (property) return validateListInvariants(member, property, path === '' ? key : `${path}.${key}`);
    const { additionalProperties } = schema;
    if (additionalProperties === undefined || additionalProperties === true) return [];
    return validateListInvariants(member, additionalProperties, `${path}[${key}]`);
  });
}

/** A value that appears more than twice is reported once. */
function repeated(items: readonly unknown[], { listType, listMapKeys }: StructuralSchema, path: string): FieldError[] {
  if (listType !== 'set' && listType !== 'map') return [];
  const odd = listType === 'map' ? items.findIndex((item) => item !== null && !isRecord(item)) : -1;
  if (odd >= 0) {
    const detail = 'must be an object for an array of list-type map';
    return [invalid(`${path}[${odd}]`, goVerbatim(items[odd]), detail)];
  }
  const counts = new Map<string, number>();
  return items.flatMap((item, index) => {
    const identity = listType === 'set' ? item : keysOf(item, listMapKeys);
    const text = writeJson(identity);
    const count = counts.get(text) ?? 0;
    counts.set(text, count + 1);
    return count === 1 ? [duplicate(`${path}[${index}]`, goVerbatim(identity))] : [];
  });
}

const keysOf = (item: unknown, keys: readonly string[]): Record<string, unknown> =>
  isRecord(item) ? Object.fromEntries(keys.filter((key) => key in item).map((key) => [key, item[key]])) : {};
