import { isRecord } from '../../api/object.ts';
import type { StructuralSchema } from './structural.ts';
import { memberOf } from './structural-pruning.ts';

/**
 * Fills in defaults for absent values and for nulls that are not allowed, and drops other such nulls. Modifies the
 * value.
 */
export function fillDefaults(value: unknown, schema: StructuralSchema): void {
  if (Array.isArray(value)) {
    const { items } = schema;
    if (!items) return;
    for (const [index, item] of value.entries()) {
      if (item === null && !items.nullable && items.props.default !== undefined) value[index] = defaultOf(items);
      fillDefaults(value[index], items);
    }
  } else if (isRecord(value)) fillMembers(value, schema);
}

function fillMembers(value: Record<string, unknown>, schema: StructuralSchema): void {
  for (const [name, property] of schema.properties) {
    const isAbsent = value[name] === undefined || (value[name] === null && !property.nullable);
    if (isAbsent && property.props.default !== undefined) value[name] = defaultOf(property);
  }
  for (const [key, member] of Object.entries(value)) {
    const known = memberOf(schema, key);
    if (known === undefined || known === true) continue;
    if (member === null && !known.nullable) {
      if (known.props.default === undefined) delete value[key];
      else value[key] = defaultOf(known);
    }
    fillDefaults(value[key], known);
  }
}

const defaultOf = ({ props }: StructuralSchema): unknown => structuredClone<unknown>(props.default);
