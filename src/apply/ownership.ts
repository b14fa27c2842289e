import { setMember } from '../api/object.ts';
import { canonical } from '../schema/canonical.ts';
import type { StructSchema } from '../schema/schema.ts';
import { type Comparison, compareObjects, excludeFields } from './comparison/compare.ts';
import { fieldPath } from './field-path.ts';
import { FieldSet } from './field-set.ts';
import { type Managed, type Managers, ManagersDraft } from './managers/managers.ts';
import { reconcileWithSchema } from './reconcile-with-schema.ts';
import { validateTyped, violationsText } from './validate-typed.ts';

/** Access to the versions of a kind. */
export interface Versions {
  /** Returns undefined for a version that is not served, or no longer served. */
  schemaOf(apiVersion: string): StructSchema | undefined;
  /** Converts an object to another version of its kind. */
  convert(object: object, apiVersion: string): object;
}

/** The request that changes ownership. */
export interface WriteContext extends Versions {
  /** Version of the request. */
  readonly apiVersion: string;
  /** Empty for the main resource. */
  readonly subresource: string;
  /** RFC 3339, whole seconds. */
  readonly now: string;
  /** Fields that writes of this resource or subresource cannot change. */
  readonly resetFields: FieldSet;
}

/** An object with its version and schema. */
export interface TypedObject {
  readonly value: object;
  readonly apiVersion: string;
  readonly schema: StructSchema;
}

/** Fields of the server, which have no owner. */
const UNOWNED = FieldSet.of(
  fieldPath('apiVersion'),
  fieldPath('kind'),
  fieldPath('metadata'),
  ...[
    'name',
    'namespace',
    'creationTimestamp',
    'selfLink',
    'uid',
    'clusterName',
    'generation',
    'managedFields',
    'resourceVersion',
  ].map((name) => fieldPath('metadata', name)),
);

export const withoutUnowned = (fields: FieldSet): FieldSet => fields.difference(UNOWNED);

const nothing = new WeakMap<StructSchema, object>();

/** Returns an empty object of the kind. On a Go server, it already has some fields. */
export function emptyObject(schema: StructSchema): object {
  let empty = nothing.get(schema);
  if (!empty) {
    empty = canonical({}, schema) as object;
    nothing.set(schema, empty);
  }
  return empty;
}

/** Removes managedFields, because their ownership is not tracked. */
export function withoutManagedFields(object: object): object {
  const { metadata } = object as { metadata?: Record<string, unknown> };
  if (metadata?.managedFields === undefined) return object;
  // Copied member by member, because rest properties take many times longer.
  const others: Record<string, unknown> = {};
  for (const name in metadata) if (name !== 'managedFields') setMember(others, name, metadata[name]);
  return { ...object, metadata: others };
}

/** An entry's version is no longer served; the entry is dropped. */
export class MissingVersionError extends Error {}

/**
 * Converts an object to another version.
 * @throws MissingVersionError
 * @throws Error when the converted object does not fit its schema
 */
export function inVersion(object: TypedObject, apiVersion: string, versions: Versions): TypedObject {
  if (apiVersion === object.apiVersion) return object;
  const schema = versions.schemaOf(apiVersion);
  if (!schema) throw new MissingVersionError(`no such version: ${apiVersion}`);
  const value = versions.convert(withoutManagedFields(object.value), apiVersion);
  const violations = validateTyped(value, schema);
  if (violations.length > 0) throw new Error(violationsText(violations));
  return { value, apiVersion, schema };
}

/** Returns the managers with entries that fit the current schemas, without those of unserved versions. */
export function reconcileManagers(managers: Managers, live: TypedObject, versions: Versions): ManagersDraft {
  const reconciled = new ManagersDraft();
  for (const [id, entry] of managers) {
    const schema = versions.schemaOf(entry.apiVersion);
    if (!schema) continue;
    inVersion(live, entry.apiVersion, versions);
    const fields = reconcileWithSchema(entry.fields, schema);
    reconciled.set(id, fields === entry.fields ? entry : { ...entry, fields });
  }
  return reconciled;
}

/** A change of an object. */
export interface TypedChange {
  readonly before: TypedObject;
  readonly after: TypedObject;
  /** The changed fields in the version of `after`. */
  readonly comparison: Comparison;
}

/** Compares two states of the version of the request. */
export const changeOf = (before: TypedObject, after: TypedObject, context: WriteContext): TypedChange => ({
  before,
  after,
  comparison: writtenPart(compareObjects(before.value, after.value, after.schema), context),
});

/** Returns a comparison without the fields that the write cannot change. */
const writtenPart = (comparison: Comparison, { resetFields }: WriteContext): Comparison =>
  resetFields.isEmpty ? comparison : excludeFields(comparison, resetFields);

/** The effect of a change on ownership. */
export interface OwnershipChange {
  /** Added or modified fields that others own, by manager. */
  readonly conflicts: ReadonlyMap<string, FieldSet>;
  /** The managers after the change: modified and removed fields belong only to the writer. */
  readonly managers: ManagersDraft;
}

/** Removes modified and removed fields from all managers except the writer. */
export function changeOwnership(
  change: TypedChange,
  managers: Managers,
  context: WriteContext,
  writer: string,
): OwnershipChange {
  // Created on demand, because most managers have the version of the request.
  let inOthers: Map<string, Comparison | undefined> | undefined;
  const compareIn = (apiVersion: string): Comparison | undefined => {
    if (apiVersion === change.after.apiVersion) return change.comparison;
    inOthers ??= new Map();
    if (!inOthers.has(apiVersion)) inOthers.set(apiVersion, compareInVersion(change, apiVersion, context));
    return inOthers.get(apiVersion);
  };
  let conflicts: Map<string, FieldSet> | undefined;
  const left = new ManagersDraft();
  for (const [id, entry] of managers) {
    if (id === writer) {
      keep(left, id, entry, entry.fields);
      continue;
    }
    const comparison = compareIn(entry.apiVersion);
    if (!comparison) continue;
    const { added, modified, removed } = comparison;
    const lost = entry.fields.intersection(modified.union(added));
    if (!lost.isEmpty) {
      conflicts ??= new Map();
      conflicts.set(id, lost);
    }
    keep(left, id, entry, entry.fields.difference(lost).difference(removed));
  }
  return { conflicts: conflicts ?? NO_CONFLICTS, managers: left };
}

const NO_CONFLICTS: ReadonlyMap<string, FieldSet> = new Map();

function keep(managers: ManagersDraft, id: string, entry: Managed, fields: FieldSet): void {
  if (!fields.isEmpty) managers.set(id, fields === entry.fields ? entry : { ...entry, fields });
}

/** Returns undefined when the version does not exist. */
function compareInVersion(
  { before, after }: TypedChange,
  apiVersion: string,
  context: WriteContext,
): Comparison | undefined {
  if (!context.schemaOf(apiVersion)) return undefined;
  const left = convertOrThrow('old', before);
  const right = convertOrThrow('new', after);
  return writtenPart(compareObjects(left.value, right.value, right.schema), context);

  function convertOrThrow(which: string, object: TypedObject): TypedObject {
    try {
      return inVersion(object, apiVersion, context);
    } catch (error) {
      throw new Error(`failed to convert ${which} object: ${(error as Error).message}`);
    }
  }
}
