import type { Schema, StructSchema } from '../../schema/schema.ts';
import type { FieldSet } from '../field-set.ts';
import { type Change, Changes } from './changes.ts';
import { type Comparer, compareAny, comparerOf, structComparer, UNTRACKED } from './comparers.ts';

/** The changed paths. Containers that appear or disappear are listed in addition to their content. */
export interface Comparison {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

/** Compares two valid values of the same schema; undefined is an absent value. */
export const compareValues = (before: unknown, after: unknown, schema: Schema): Comparison =>
  comparisonOf(compareAny(comparerOf(schema), before, after));

/** Compares two objects without their managedFields, because the ownership of these is not tracked. */
export const compareObjects = (before: object, after: object, schema: StructSchema): Comparison =>
  comparisonOf(compareAny(objectComparerOf(schema), before, after));

function comparisonOf(change: Change): Comparison {
  const { added, modified, removed } = change instanceof Changes ? change : new Changes();
  return { added: added.set, modified: modified.set, removed: removed.set };
}

const objectComparers = new WeakMap<StructSchema, Comparer>();

function objectComparerOf(schema: StructSchema): Comparer {
  let comparer = objectComparers.get(schema);
  if (!comparer) {
    const metadata = schema.fields.get('metadata')?.schema;
    comparer = structComparer(
      schema,
      metadata?.kind === 'struct' ? { metadata: structComparer(metadata, { managedFields: UNTRACKED }) } : {},
    );
    objectComparers.set(schema, comparer);
  }
  return comparer;
}

/** Removes the fields and everything below them. */
export const excludeFields = ({ added, modified, removed }: Comparison, fields: FieldSet): Comparison => ({
  added: added.recursiveDifference(fields),
  modified: modified.recursiveDifference(fields),
  removed: removed.recursiveDifference(fields),
});

/** Reports whether no path differs. */
export const isSame = ({ added, modified, removed }: Comparison): boolean =>
  added.isEmpty && modified.isEmpty && removed.isEmpty;
