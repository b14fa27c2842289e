import type { Schema } from '../schema/schema.ts';
import { fieldNameOf, type PathElement } from './field-path.ts';
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
  const changed = new Map<PathElement, FieldSet | 'whole'>();
  for (const [element, child] of set.children) {
    const below = childSchema(schema, fieldNameOf(element));
    const next = below ? reconcileChild(child, below) : child;
    if (next !== child) changed.set(element, next);
  }
  if (changed.size === 0) return set;
  const result = new FieldSet();
  for (const member of set.members) result.add(member);
  for (const [element, child] of set.children) {
    const next = changed.get(element) ?? child;
    if (next === 'whole') result.add(element);
    else result.attach(element, next);
  }
  return result;
}

function reconcileChild(child: FieldSet, schema: Schema): FieldSet | 'whole' {
  const isWhole = (schema.kind === 'list' || schema.kind === 'map' || schema.kind === 'struct') && isAtomic(schema);
  return isWhole ? 'whole' : reconcile(child, schema);
}

function childSchema(schema: Schema, name: string | undefined): Schema | undefined {
  if (schema.kind === 'list') return schema.items;
  return name !== undefined && (schema.kind === 'map' || schema.kind === 'struct')
    ? memberSchema(schema, name)
    : undefined;
}
