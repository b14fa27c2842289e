import { isRecord } from '../api/object.ts';
import type { Schema } from '../schema/schema.ts';
import { areDistinct } from './list-elements.ts';
import { isAtomic } from './typed-value.ts';

/**
 * Reports whether the lists in a value, which is neither null nor undefined, have distinct elements. Skips members that
 * the value shares with `checked`.
 */
type Check = (value: unknown, checked?: unknown) => boolean;

/** A schema without a check has no sets and no keyed lists. */
const checks = new WeakMap<Schema, Check | 'none'>();

/**
 * Reports whether the elements of all sets and keyed lists in a value have keys and differ. `validateTyped` finds no
 * other errors in a value that was decoded into the types of its schema. Returns false for some values of other types.
 * @param checked a value with distinct elements; shared parts are not checked again
 */
export function hasDistinctElements(value: unknown, schema: Schema, checked?: unknown): boolean {
  const check = checkOf(schema);
  return check === 'none' || passes(value, check, checked);
}

const passes = (value: unknown, check: Check, checked?: unknown): boolean =>
  value === null || value === undefined || value === checked || check(value, checked);

function checkOf(schema: Schema): Check | 'none' {
  let check = checks.get(schema);
  if (!check) {
    check = hasKeyedLists(schema, new Set()) ? createCheck(schema) : 'none';
    checks.set(schema, check);
  }
  return check;
}

/** @param visited the schemas already visited, because schemas may be cyclic */
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
    case 'list': {
      const mayRepeat = isAtomic(schema);
      let check: Check | 'none' | undefined; // found on first use, because a struct may contain itself
      return (list) => {
        if (!Array.isArray(list)) return false;
        check ??= checkOf(schema.items);
        if (check !== 'none') for (const item of list) if (!passes(item, check)) return false;
        return mayRepeat || areDistinct(list, schema);
      };
    }
    case 'map':
      return (map) => isRecord(map) && Object.values(map).every((value) => hasDistinctElements(value, schema.values));
    case 'struct': {
      let members: readonly { readonly name: string; readonly check: Check }[] | undefined; // likewise
      return (value, checked) => {
        members ??= [...schema.fields].flatMap(([name, field]) => {
          const check = checkOf(field.schema);
          return check === 'none' ? [] : [{ name, check }];
        });
        if (!isRecord(value)) return false;
        const known = isRecord(checked) ? checked : undefined;
        for (const { name, check } of members) if (!passes(value[name], check, known?.[name])) return false;
        return true;
      };
    }
    default:
      return () => true;
  }
}
