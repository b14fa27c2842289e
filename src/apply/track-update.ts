import type { Dialect } from '../api/dialect.ts';
import type { ManagedFieldsEntry } from '../api/kinds/meta-v1.generated.ts';
import type { ApiObject } from '../api/object.ts';
import type { StructSchema } from '../schema/schema.ts';
import {
  decodeManagedFields,
  encodeManagedFields,
  foldOldUpdaters,
  isReset,
  type Managers,
  managerId,
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
import { sameValue } from './typed-value.ts';
import { validateTyped, violationsText } from './validate-typed.ts';

/** A create, update or patch that is no apply. Objects are in the version of the request and in the server's form. */
export interface UpdateTracking extends WriteContext {
  /** Absent on a create. */
  readonly live: ApiObject | undefined;
  /** As it shall be stored, with the managedFields that the client sent, if any. */
  readonly updated: ApiObject;
  /** See `managerName`. */
  readonly manager: string;
  readonly dialect: Dialect;
}

/** The managedFields of an object after a plain write; undefined when it has none. Never fails. */
export function trackUpdate(tracking: UpdateTracking): ManagedFieldsEntry[] | undefined {
  const managers = managersBefore(tracking);
  if (managers.size === 0 && !tracksWithoutManagers(tracking)) return undefined;
  try {
    return encodeManagedFields(updateManagers(managers, tracking));
  } catch {
    // An entry can no longer be carried over. Wrong owners would be worse than none.
    return undefined;
  }
}

/** Those that the client sent, where it did; otherwise the live ones. */
function managersBefore({ live, updated, subresource, dialect }: UpdateTracking): Managers {
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

/** Objects that had no managers get none by plain writes: the next apply starts again. */
function tracksWithoutManagers({ live, updated, dialect }: UpdateTracking): boolean {
  if (!live) return true;
  return dialect.follows('reset-then-own') && isReset(updated.metadata.managedFields, false);
}

/**
 * The managers after a change that `manager` makes.
 * @throws Error when the object does not fit its schema or the version of an entry
 */
export function updateManagers(
  managers: Managers,
  { live, updated, manager, ...context }: Omit<UpdateTracking, 'dialect'>,
): Managers {
  const { apiVersion, subresource } = context;
  const schema = context.schemaOf(apiVersion);
  if (!schema) return managers;
  const typed = (value: object): TypedObject => ({ value: withoutManagedFields(value), apiVersion, schema });
  const before = typed(live ?? emptyObject(schema));
  const after = typed(updated);
  for (const { value } of [after, before]) refuseViolations(value, schema);
  const change = changeOwnership(before, after, reconcileManagers(managers, before, context), context);
  const { added, modified } = change.comparison;
  const taken = withoutUnowned(modified.union(added));
  if (!taken.isEmpty) {
    const entry = { manager, operation: 'Update' as const, apiVersion, subresource, time: context.now, fields: taken };
    const id = managerId(entry);
    const previous = change.managers.get(id);
    change.managers.set(id, previous ? { ...entry, fields: taken.union(previous.fields) } : entry);
  }
  foldOldUpdaters(change.managers);
  return change.managers;
}

/** Elements that have one name cannot be told apart, so that they have no owners, and nothing in their object has. */
function refuseViolations(value: object, schema: StructSchema): void {
  const violations = validateTyped(value, schema);
  if (violations.length > 0) throw new Error(violationsText(violations));
}

/**
 * Times alone are no change: where an object differs from the live one in nothing but the times of its managedFields,
 * the live ones stay. Undefined: there is another difference.
 */
export function unchangedManagedFields(
  candidate: ApiObject,
  live: ApiObject,
): readonly ManagedFieldsEntry[] | undefined {
  const [left, right] = [candidate.metadata.managedFields ?? [], live.metadata.managedFields ?? []];
  if (left.length !== right.length || !left.every((entry, index) => isSameButTime(entry, right[index])))
    return undefined;
  return sameValue(withoutManagedFields(candidate), withoutManagedFields(live)) ? right : undefined;
}

const isSameButTime = (a: ManagedFieldsEntry, b: ManagedFieldsEntry | undefined): boolean =>
  b !== undefined && sameValue({ ...a, time: undefined }, { ...b, time: undefined });
