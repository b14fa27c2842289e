import type { Schema } from '../schema/schema.ts';
import { fieldNameOf } from './field-path.ts';
import { FieldSet } from './field-set.ts';
import { isAtomic, memberSchema } from './typed-value.ts';

const reconciled = new WeakMap<Schema, WeakMap<FieldSet, FieldSet>>();

/**
 * Adapts a set to a changed schema: the owner of a part of a field that is now atomic owns the whole field. A field
 * that became granular is left unchanged.
 */
export function reconcileWithSchema(set: FieldSet, schema: Schema): FieldSet {
  let bySet = reconciled.get(schema);
  if (!bySet) {
    bySet = new WeakMap();
    reconciled.set(schema, bySet);
  }
  const known = bySet.get(set);
  if (known) return known;
  const result = reconcile(set, schema);
  bySet.set(set, result);
  return result;
}

function reconcile(set: FieldSet, schema: Schema): FieldSet {
  const result = new FieldSet();
  let isChanged = false;
  for (const member of set.members) result.members.add(member);
  for (const [element, child] of set.children) {
    const below = childSchema(schema, fieldNameOf(element));
    if (below && (below.kind === 'list' || below.kind === 'map' || below.kind === 'struct') && isAtomic(below)) {
      isChanged = true;
      result.members.add(element);
      continue;
    }
    const changed = below ? reconcile(child, below) : child;
    isChanged ||= changed !== child;
    result.attach(element, changed);
  }
  return isChanged ? result : set;
}

function childSchema(schema: Schema, name: string | undefined): Schema | undefined {
  if (schema.kind === 'list') return schema.items;
  return name !== undefined && (schema.kind === 'map' || schema.kind === 'struct')
    ? memberSchema(schema, name)
    : undefined;
}
