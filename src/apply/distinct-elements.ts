import { isRecord } from '../api/object.ts';
import type { ListSchema, Schema } from '../schema/schema.ts';
import { isAtomic, listElement } from './typed-value.ts';

/** Reports whether the lists in a value, which is neither null nor undefined, have distinct elements. */
type Check = (value: unknown) => boolean;

/** A schema without a check has no sets and no keyed lists. */
const checks = new WeakMap<Schema, Check | 'none'>();

/**
 * Reports whether the elements of all sets and keyed lists in a value have keys and differ. This is all that
 * `validateTyped` can find in a value that was decoded into the types of its schema; values of other types may be
 * reported too.
 */
export function hasDistinctElements(value: unknown, schema: Schema): boolean {
  const check = checkOf(schema);
  return check === 'none' || passes(value, check);
}

const passes = (value: unknown, check: Check): boolean => value === null || value === undefined || check(value);

function checkOf(schema: Schema): Check | 'none' {
  let check = checks.get(schema);
  if (!check) {
    check = hasKeyedLists(schema, new Set()) ? createCheck(schema) : 'none';
    checks.set(schema, check);
  }
  return check;
}

/** @param visited schemas may be cyclic */
function hasKeyedLists(schema: Schema, visited: Set<Schema>): boolean {
  if (visited.has(schema)) return false;
  visited.add(schema);
  switch (schema.kind) {
    case 'list':
      return !isAtomic(schema) || hasKeyedLists(schema.items, visited);
    case 'map':
      return hasKeyedLists(schema.values, visited);
    case 'struct':
      return [...schema.fields.values()].some((field) => hasKeyedLists(field.schema, visited));
    default:
      return false;
  }
}

function createCheck(schema: Schema): Check {
  switch (schema.kind) {
    case 'list':
      return (list) => Array.isArray(list) && hasDistinctItems(list, schema);
    case 'map':
      return (map) => isRecord(map) && Object.values(map).every((value) => hasDistinctElements(value, schema.values));
    case 'struct': {
      let members: readonly [string, Check][] | undefined; // created on first use, because a struct may contain itself
      return (value) => {
        members ??= [...schema.fields].flatMap(([name, field]) => {
          const check = checkOf(field.schema);
          return check === 'none' ? [] : [[name, check]];
        });
        if (!isRecord(value)) return false;
        for (const [name, check] of members) if (!passes(value[name], check)) return false;
        return true;
      };
    }
    default:
      return () => true;
  }
}

function hasDistinctItems(list: readonly unknown[], schema: ListSchema): boolean {
  for (const item of list) if (!hasDistinctElements(item, schema.items)) return false;
  if (isAtomic(schema)) return true;
  try {
    const elements = list.map((item) => listElement(schema, item));
    return elements.length < 2 || new Set(elements).size === elements.length;
  } catch {
    return false; // an element without its key
  }
}
