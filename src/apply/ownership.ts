import { asRecord } from '../api/object.ts';
import { canonical } from '../schema/canonical.ts';
import type { StructSchema } from '../schema/schema.ts';
import { type Comparison, compareObjects, excludeFields } from './comparison/compare.ts';
import { fieldPath } from './field-path.ts';
import { FieldSet } from './field-set.ts';
import type { Managed, Managers } from './managed-fields.ts';
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

/** Returns an empty object of the kind, which on a Go server already has some fields. */
export function emptyObject(schema: StructSchema): object {
  let empty = nothing.get(schema);
  if (!empty) {
    empty = canonical({}, schema) as object;
    nothing.set(schema, empty);
  }
  return empty;
}

/** Removes managedFields, whose own ownership is not tracked. */
export function withoutManagedFields(object: object): object {
  const { metadata, ...rest } = asRecord(object) as { metadata?: { managedFields?: unknown } };
  if (metadata?.managedFields === undefined) return object;
  const { managedFields: _, ...others } = metadata;
  return { ...rest, metadata: others };
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

/** Adapts the entries to the current schemas and drops those of unserved versions. Modifies `managers`. */
export function reconcileManagers(managers: Managers, live: TypedObject, versions: Versions): Managers {
  for (const [id, entry] of managers) {
    const schema = versions.schemaOf(entry.apiVersion);
    if (!schema) {
      managers.delete(id);
      continue;
    }
    inVersion(live, entry.apiVersion, versions);
    const fields = reconcileWithSchema(entry.fields, schema);
    if (fields !== entry.fields) managers.set(id, { ...entry, fields });
  }
  return managers;
}

/** The effect of a change on ownership. */
export interface OwnershipChange {
  readonly comparison: Comparison;
  /** Added or modified fields that others own, by manager. */
  readonly conflicts: ReadonlyMap<string, FieldSet>;
  /** The managers after the change: modified and removed fields belong only to the writer. */
  readonly managers: Managers;
}

/** Removes modified and removed fields from all managers except the writer, which keeps what it has. */
export function changeOwnership(
  before: TypedObject,
  after: TypedObject,
  managers: Managers,
  context: WriteContext,
  writer: string,
): OwnershipChange {
  const own = compareInVersion(before, after, after.apiVersion, context);
  if (!own) throw new MissingVersionError(after.apiVersion);
  // Most managers are of the version of the request.
  let inOthers: Map<string, Comparison | undefined> | undefined;
  const compareIn = (apiVersion: string): Comparison | undefined => {
    if (apiVersion === after.apiVersion) return own;
    inOthers ??= new Map();
    if (!inOthers.has(apiVersion)) inOthers.set(apiVersion, compareInVersion(before, after, apiVersion, context));
    return inOthers.get(apiVersion);
  };
  let conflicts: Map<string, FieldSet> | undefined;
  const left: Managers = new Map();
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
  return { comparison: own, conflicts: conflicts ?? NO_CONFLICTS, managers: left };
}

const NO_CONFLICTS: ReadonlyMap<string, FieldSet> = new Map();

function keep(managers: Managers, id: string, entry: Managed, fields: FieldSet): void {
  if (!fields.isEmpty) managers.set(id, fields === entry.fields ? entry : { ...entry, fields });
}

/** Returns undefined when the version does not exist. */
function compareInVersion(
  before: TypedObject,
  after: TypedObject,
  apiVersion: string,
  context: WriteContext,
): Comparison | undefined {
  if (apiVersion !== after.apiVersion && !context.schemaOf(apiVersion)) return undefined;
  const left = convertOrThrow('old', before);
  const right = convertOrThrow('new', after);
  const comparison = compareObjects(left.value, right.value, right.schema);
  return context.resetFields.isEmpty ? comparison : excludeFields(comparison, context.resetFields);

  function convertOrThrow(which: string, object: TypedObject): TypedObject {
    try {
      return inVersion(object, apiVersion, context);
    } catch (error) {
      throw new Error(`failed to convert ${which} object: ${(error as Error).message}`);
    }
  }
}
