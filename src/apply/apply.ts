import type { Dialect } from '../api/dialect.ts';
import type { ManagedFieldsEntry } from '../api/kinds/meta-v1.generated.ts';
import { type ApiObject, asRecord, type GroupVersionKind, isRecord, parseApiVersion } from '../api/object.ts';
import { badRequest, plainError } from '../api/status.ts';
import { finish, type Steps } from '../api/steps.ts';
import { isSame } from './comparison/compare.ts';
import { applyConflict, type Conflict, conflictsOf, conflictsOutside } from './conflicts.ts';
import { CLIENT_SIDE_APPLIER, fieldsLastApplied, withLastApplied } from './last-applied.ts';
import { decodeManagedFields, encodeManagedFields } from './managers/managed-fields.ts';
import { type Managed, type Managers, type ManagersDraft, managerId, NO_MANAGERS } from './managers/managers.ts';
import { mergeValues } from './merge-values.ts';
import {
  changeOf,
  changeOwnership,
  emptyObject,
  reconcileManagers,
  type TypedObject,
  type WriteContext,
  withoutManagedFields,
  withoutUnowned,
} from './ownership.ts';
import { prune } from './prune.ts';
import { toFieldSet } from './to-field-set.ts';
import { updateManagers } from './track-update.ts';
import { validateTyped, violationsText } from './validate-typed.ts';

/** Manager of the fields that existed before the first apply. */
const BEFORE_FIRST_APPLY = 'before-first-apply';

/** One apply request. */
export interface Application extends WriteContext {
  /** The live object in the version of the request; undefined when the apply creates it. */
  readonly live: ApiObject | undefined;
  /** The applied configuration, as decoded from the body. */
  readonly applied: Readonly<Record<string, unknown>>;
  readonly kind: GroupVersionKind;
  readonly manager: string;
  /** Whether to take conflicting fields from their owners. */
  readonly force: boolean;
  readonly dialect: Dialect;
}

export interface AppliedObject {
  /**
   * The merged object, still to be converted and defaulted, without managedFields; the live object when nothing
   * changed.
   */
  readonly object: Record<string, unknown>;
  readonly isChanged: boolean;
  readonly managedFields: ManagedFieldsEntry[] | undefined;
}

/**
 * Applies a configuration server-side.
 * @throws StatusError 400 for a body of another kind or with managedFields, 409 for conflicts, 500 for values that do
 * not fit the schema
 */
export const applyConfiguration = (application: Application): AppliedObject => finish(applyInSteps(application));

/** Like `applyConfiguration`, in steps. */
export function* applyInSteps(application: Application): Steps<AppliedObject> {
  const { applied, dialect, manager } = application;
  checkApplied(application);
  const first = yield* attempt(application, application.force);
  const outcome = 'object' in first ? first : yield* retryForClientSideApplier(application, first.conflicts);
  if (manager !== CLIENT_SIDE_APPLIER) return outcome;
  return { ...outcome, object: withLastApplied(outcome.object, applied, dialect) };
}

/** Retries, ignoring conflicts on fields that the client-side applier owns by its annotation. */
function* retryForClientSideApplier(application: Application, conflicts: readonly Conflict[]): Steps<AppliedObject> {
  const { live, apiVersion, manager, dialect } = application;
  const schema = application.schemaOf(apiVersion);
  if (manager !== CLIENT_SIDE_APPLIER || !live || !schema) throw applyConflict(conflicts);
  const allowed = fieldsLastApplied(live, apiVersion, schema, dialect);
  const left = allowed ? conflictsOutside(conflicts, allowed) : conflicts;
  if (left.length > 0) throw applyConflict(left);
  const forced = yield* attempt(application, true);
  if ('conflicts' in forced) throw applyConflict(forced.conflicts);
  return forced;
}

/** Returns `group/version, Kind=kind`. For a malformed version, the kind is also empty. */
function kindText({ apiVersion, kind }: { apiVersion: string; kind: string }): string {
  if (apiVersion.split('/').length > 2) return '/, Kind=';
  const { group, version } = parseApiVersion(apiVersion);
  return `${group}/${version}, Kind=${kind}`;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function checkApplied({ applied, apiVersion, kind }: Application): void {
  const given = { apiVersion: textOf(applied.apiVersion), kind: textOf(applied.kind) };
  if (given.apiVersion !== apiVersion || given.kind !== kind.kind) {
    throw badRequest(`invalid object type: ${kindText(given)}`);
  }
  const { managedFields } = (applied.metadata ?? {}) as { managedFields?: unknown };
  // A value that is not a list of entries is rejected later, for its type.
  if (Array.isArray(managedFields) && managedFields.every(isRecord)) {
    throw badRequest('metadata.managedFields must be nil');
  }
}

/** Returns `ns/name; apps/v1, Kind=Deployment` as stated by the applied object. */
function nameText({ apiVersion, kind, metadata }: Readonly<Record<string, unknown>>): string {
  const { namespace, name } = (metadata ?? {}) as { namespace?: unknown; name?: unknown };
  return `${textOf(namespace)}/${textOf(name)}; ${kindText({ apiVersion: textOf(apiVersion), kind: textOf(kind) })}`;
}

function* attempt(application: Application, force: boolean): Steps<AppliedObject | { conflicts: Conflict[] }> {
  const { live, applied, manager, apiVersion, subresource } = application;
  const schema = application.schemaOf(apiVersion);
  if (!schema) throw plainError(`no schema of ${apiVersion}`);
  const typed = (value: object): TypedObject => ({ value, apiVersion, schema });
  const before = typed(live ? withoutManagedFields(live) : emptyObject(schema));
  const managers = managersOf(application, before);
  rejectViolations(typed(applied), `failed to create typed patch object (${nameText(applied)})`);
  yield;
  if (live) rejectViolations(before, `failed to create typed live object (${nameText(asRecord(live))})`);
  yield;
  try {
    const reconciled = reconcileManagers(managers, before, application);
    const fields = toFieldSet(applied, schema).recursiveDifference(application.resetFields);
    yield;
    const operation = 'Apply';
    const id = managerId({ manager, operation, apiVersion, subresource });
    const last = reconciled.get(id);
    const merged = typed(mergeValues(before.value, applied, schema) as object);
    yield;
    const { time, entry }: Partial<Managed> = last ?? {};
    const mine: Managed = { manager, operation, apiVersion, subresource, time, fields, entry };
    const after = pruned(merged, reconciled.set(id, mine), last, application);
    yield;
    const change = changeOf(before, after, application);
    const { conflicts, managers: owners } = changeOwnership(change, reconciled, application, id);
    if (!force && conflicts.size > 0) return { conflicts: conflictsOf(conflicts, reconciled) };
    // Objects are compared by path. The order of keyed lists and sets has no owner, so a new order is not a change.
    const isChanged = !isSame(change.comparison);
    own(owners, id, isChanged ? application.now : mine.time);
    yield;
    return {
      object: asRecord(isChanged || !live ? after.value : before.value),
      isChanged,
      managedFields: encodeManagedFields(owners),
    };
  } catch (error) {
    throw plainError((error as Error).message);
  }
}

function pruned(
  merged: TypedObject,
  managers: Managers,
  last: Managed | undefined,
  application: Application,
): TypedObject {
  try {
    return prune(merged, managers, last, application);
  } catch (error) {
    throw new Error(`failed to prune fields: ${(error as Error).message}`);
  }
}

/** Removes server-owned fields from the applier's entry, and the entry if it becomes empty. */
function own(managers: ManagersDraft, id: string, time: string | undefined): void {
  const entry = managers.get(id);
  if (!entry) return;
  const fields = withoutUnowned(entry.fields);
  if (fields.isEmpty) managers.delete(id);
  else managers.set(id, { ...entry, fields, time });
}

function rejectViolations({ value, schema }: TypedObject, failure: string): void {
  const violations = validateTyped(value, schema);
  if (violations.length > 0) throw plainError(`${failure}: ${violationsText(violations)}`);
}

/** Returns the live managers. The fields of an object without managers belong to `before-first-apply`. */
function managersOf(application: Application, before: TypedObject): Managers {
  const { live } = application;
  if (!live) return NO_MANAGERS;
  const managers = decode(live);
  if (managers.size > 0) return managers;
  const name = nameText(asRecord(live));
  const failure = `failed to create manager for existing fields: failed to convert new object (${name}) to smd typed`;
  rejectViolations(before, failure);
  return updateManagers(managers, { live: undefined, updated: live, manager: BEFORE_FIRST_APPLY }, application);
}

function decode(live: ApiObject): Managers {
  try {
    return decodeManagedFields(live.metadata.managedFields);
  } catch (error) {
    throw plainError(`failed to decode managed fields: ${(error as Error).message}`);
  }
}
