import type { Dialect } from '../api/dialect.ts';
import type { ManagedFieldsEntry } from '../api/kinds/meta-v1.generated.ts';
import { type ApiObject, asRecord } from '../api/object.ts';
import type { StructSchema } from '../schema/schema.ts';
import { hasDistinctElements } from './distinct-elements.ts';
import {
  decodeManagedFields,
  encodeManagedFields,
  isReset,
  type Managers,
  managerId,
  mergeOldUpdaters,
} from './managed-fields.ts';
import {
  changeOwnership,
  emptyObject,
  reconcileManagers,
  type TypedObject,
  type WriteContext,
  withoutManagedFields,
  withoutUnowned,
} from './ownership.ts';
import { sameExcept } from './typed-value.ts';
import { validateTyped, violationsText } from './validate-typed.ts';

/** A create, update or non-apply patch. Objects are in the version of the request and in canonical form. */
export interface Update {
  /** Undefined on create. */
  readonly live: ApiObject | undefined;
  /** The object to store, with the managedFields that the client sent, if any. */
  readonly updated: ApiObject;
  /** See `managerName`. */
  readonly manager: string;
  readonly dialect: Dialect;
}

/** Returns the managedFields of an object after a non-apply write; undefined when it has none. Never throws. */
export function trackUpdate(update: Update, context: WriteContext): ManagedFieldsEntry[] | undefined {
  const managers = managersBefore(update, context);
  if (managers.size === 0 && !tracksWithoutManagers(update)) return undefined;
  try {
    return encodeManagedFields(updateManagers(managers, update, context));
  } catch {
    // An entry cannot be carried over. Wrong owners would be worse than none.
    return undefined;
  }
}

/** Returns the managers that the client sent, or else the live ones. */
function managersBefore({ live, updated, dialect }: Update, { subresource }: WriteContext): Managers {
  const sent = updated.metadata.managedFields;
  const emptyListResets = !dialect.follows('empty-managed-fields-list-keeps-them');
  if (subresource === '') {
    if (isReset(sent, emptyListResets)) return new Map();
    const managers = decodeOrNone(sent);
    if (managers.size > 0) return managers;
  }
  return decodeOrNone(live?.metadata.managedFields);
}

function decodeOrNone(entries: readonly ManagedFieldsEntry[] | undefined): Managers {
  try {
    return decodeManagedFields(entries);
  } catch {
    return new Map();
  }
}

/** Objects without managers get none from non-apply writes; the next apply starts tracking again. */
function tracksWithoutManagers({ live, updated, dialect }: Update): boolean {
  if (!live) return true;
  return dialect.follows('reset-then-own') && isReset(updated.metadata.managedFields, false);
}

/**
 * Returns the managers after a change by `manager`.
 * @throws Error when the object does not fit its schema or an entry's version
 */
export function updateManagers(
  managers: Managers,
  { live, updated, manager }: Omit<Update, 'dialect'>,
  context: WriteContext,
): Managers {
  const { apiVersion, subresource } = context;
  const schema = context.schemaOf(apiVersion);
  if (!schema) return managers;
  const typed = (value: object): TypedObject => ({ value, apiVersion, schema });
  const before = typed(live ?? emptyObject(schema));
  const after = typed(updated);
  rejectViolations(updated, schema);
  if (live) rejectViolations(live, schema, updated);
  const operation = 'Update';
  const id = managerId({ manager, operation, apiVersion, subresource });
  const change = changeOwnership(before, after, reconcileManagers(managers, before, context), context, id);
  const { added, modified, removed } = change.comparison;
  const changed = modified.union(added);
  const taken = withoutUnowned(changed);
  const previous = change.managers.get(id);
  // Most writers change what they own already; then their set stays the same one.
  const kept = previous?.fields.difference(changed.difference(taken)).difference(removed);
  if (!taken.isEmpty) {
    const fields = kept?.union(taken) ?? taken;
    const entry = previous?.entry;
    change.managers.set(id, { manager, operation, apiVersion, subresource, time: context.now, fields, entry });
  } else if (previous && kept) {
    if (kept.isEmpty) change.managers.delete(id);
    else change.managers.set(id, { ...previous, fields: kept });
  }
  mergeOldUpdaters(change.managers);
  return change.managers;
}

/**
 * Rejects objects with duplicate list elements, which cannot have owners.
 * @param checked an object without them
 */
function rejectViolations(value: object, schema: StructSchema, checked?: object): void {
  // Objects of built-in kinds were decoded into their types. Custom objects are arbitrary JSON.
  if (schema.name && hasDistinctElements(value, schema, checked)) return;
  const violations = validateTyped(withoutManagedFields(value), schema);
  if (violations.length > 0) throw new Error(violationsText(violations));
}

/**
 * Returns the live managedFields if the objects differ only in managedFields times, which is not a change; undefined if
 * they differ otherwise.
 */
export function unchangedManagedFields(
  candidate: ApiObject,
  live: ApiObject,
): readonly ManagedFieldsEntry[] | undefined {
  const [left, right] = [candidate.metadata.managedFields ?? [], live.metadata.managedFields ?? []];
  if (left.length !== right.length || !left.every((entry, index) => equalExceptTime(entry, right[index])))
    return undefined;
  const isSame =
    sameExcept('metadata', asRecord(candidate), asRecord(live)) &&
    sameExcept('managedFields', asRecord(candidate.metadata), asRecord(live.metadata));
  return isSame ? right : undefined;
}

const equalExceptTime = (a: ManagedFieldsEntry, b: ManagedFieldsEntry | undefined): boolean =>
  a === b || (b !== undefined && sameExcept('time', asRecord(a), asRecord(b)));
