import type { Dialect } from '../api/dialect.ts';
import type { ManagedFieldsEntry } from '../api/kinds/meta-v1.generated.ts';
import { isEqualExcept } from '../api/memory/equal-json.ts';
import { type ApiObject, asRecord } from '../api/object.ts';
import { finish, type Steps } from '../api/steps.ts';
import type { StructSchema } from '../schema/schema.ts';
import { hasDistinctElements } from './distinct-elements.ts';
import { decodeManagedFields, encodeManagedFields, isReset } from './managers/managed-fields.ts';
import { type Managers, type ManagersDraft, managerId, NO_MANAGERS } from './managers/managers.ts';
import { mergeOldUpdaters } from './managers/merge-old-updaters.ts';
import { keepEntries, recentEntries } from './managers/recent-changes.ts';
import {
  changeOf,
  changeOwnership,
  emptyObject,
  reconcileManagers,
  type TypedChange,
  type TypedObject,
  type WriteContext,
  withoutManagedFields,
  withoutUnowned,
} from './ownership.ts';
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
export const trackUpdate = (update: Update, context: WriteContext): ManagedFieldsEntry[] | undefined =>
  finish(trackUpdateInSteps(update, context));

/** Like `trackUpdate`, in steps. */
export function* trackUpdateInSteps(update: Update, context: WriteContext): Steps<ManagedFieldsEntry[] | undefined> {
  const managers = managersBefore(update, context);
  if (managers.size === 0 && !tracksWithoutManagers(update)) return undefined;
  try {
    const typed = checkedObjects(update, context);
    if (!typed) return encodeManagedFields(managers);
    yield;
    const change = changeOf(typed.before, typed.after, context);
    const managed = { managers, change, manager: update.manager };
    const recent = recentEntries(managed, context);
    if (recent) return recent.entries;
    yield;
    const after = managersAfter(managers, change, update.manager, context);
    yield;
    const entries = encodeManagedFields(after);
    keepEntries(managed, context, entries);
    return entries;
  } catch {
    // An entry cannot be converted. Wrong owners would be worse than none.
    return undefined;
  }
}

/** Returns the managers that the client sent, or else the live ones. */
function managersBefore({ live, updated, dialect }: Update, { subresource }: WriteContext): Managers {
  const sent = updated.metadata.managedFields;
  const emptyListResets = !dialect.follows('empty-managed-fields-list-keeps-them');
  if (subresource === '') {
    if (isReset(sent, emptyListResets)) return NO_MANAGERS;
    const managers = decodeOrNone(sent);
    if (managers.size > 0) return managers;
  }
  return decodeOrNone(live?.metadata.managedFields);
}

function decodeOrNone(entries: readonly ManagedFieldsEntry[] | undefined): Managers {
  try {
    return decodeManagedFields(entries);
  } catch {
    return NO_MANAGERS;
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
export function updateManagers(managers: Managers, update: Omit<Update, 'dialect'>, context: WriteContext): Managers {
  const typed = checkedObjects(update, context);
  return typed
    ? managersAfter(managers, changeOf(typed.before, typed.after, context), update.manager, context)
    : managers;
}

/** Returns undefined when the version of the request has no schema. @throws Error when an object does not fit it */
function checkedObjects(
  { live, updated }: Pick<Update, 'live' | 'updated'>,
  context: WriteContext,
): { before: TypedObject; after: TypedObject } | undefined {
  const { apiVersion } = context;
  const schema = context.schemaOf(apiVersion);
  if (!schema) return undefined;
  rejectViolations(updated, schema);
  if (live) rejectViolations(live, schema, updated);
  return {
    before: { value: live ?? emptyObject(schema), apiVersion, schema },
    after: { value: updated, apiVersion, schema },
  };
}

function managersAfter(managers: Managers, change: TypedChange, manager: string, context: WriteContext): ManagersDraft {
  const { apiVersion, subresource, now: time } = context;
  const { added, modified, removed } = change.comparison;
  const operation = 'Update';
  const id = managerId({ manager, operation, apiVersion, subresource });
  const reconciled = reconcileManagers(managers, change.before, context);
  const { managers: owners } = changeOwnership(change, reconciled, context, id);
  const changed = modified.union(added);
  const taken = withoutUnowned(changed);
  const previous = owners.get(id);
  // Most writers change fields that they already own, so that their set stays the same.
  const kept = previous?.fields.difference(changed.difference(taken)).difference(removed);
  if (!taken.isEmpty) {
    const fields = kept?.union(taken) ?? taken;
    owners.set(id, { manager, operation, apiVersion, subresource, time, fields, entry: previous?.entry });
  } else if (previous && kept) {
    if (kept.isEmpty) owners.delete(id);
    else owners.set(id, { ...previous, fields: kept });
  }
  mergeOldUpdaters(owners);
  return owners;
}

/**
 * Rejects objects with duplicate list elements, which cannot have owners.
 * @param checked an object without duplicate elements
 */
function rejectViolations(value: object, schema: StructSchema, checked?: object): void {
  // Objects of built-in kinds were decoded into their types. Custom objects are arbitrary JSON.
  if (schema.name && hasDistinctElements(value, schema, checked)) return;
  const violations = validateTyped(withoutManagedFields(value), schema);
  if (violations.length > 0) throw new Error(violationsText(violations));
}

/**
 * Returns the live managedFields if the objects differ only in managedFields times, which is not a change. Undefined if
 * they differ otherwise or have the same list of managedFields.
 */
export function unchangedManagedFields(candidate: ApiObject, live: ApiObject): ManagedFieldsEntry[] | undefined {
  const [left, right] = [candidate.metadata.managedFields, live.metadata.managedFields];
  if (left === right || !left || left.length !== right?.length) return undefined;
  if (!left.every((entry, index) => equalExceptTime(entry, right[index]))) return undefined;
  const isSame =
    isEqualExcept('metadata', asRecord(candidate), asRecord(live)) &&
    isEqualExcept('managedFields', asRecord(candidate.metadata), asRecord(live.metadata));
  return isSame ? right : undefined;
}

const equalExceptTime = (a: ManagedFieldsEntry, b: ManagedFieldsEntry | undefined): boolean =>
  a === b || (b !== undefined && isEqualExcept('time', asRecord(a), asRecord(b)));
