import { asRecord } from '../api/object.ts';
import { canonical } from '../schema/canonical.ts';
import type { StructSchema } from '../schema/schema.ts';
import { type Comparison, compareValues, excludeFields } from './compare.ts';
import { fieldPath } from './field-path.ts';
import { FieldSet } from './field-set.ts';
import type { Managed, Managers } from './managed-fields.ts';
import { reconcileWithSchema } from './reconcile-with-schema.ts';
import { validateTyped, violationsText } from './validate-typed.ts';

/** How the versions of a kind are read. */
export interface Versions {
  /** Undefined: the version is not served (any more). */
  schemaOf(apiVersion: string): StructSchema | undefined;
  /** The object in another version of its kind. */
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
  /** Fields that a write of this resource or subresource never changes, whatever its body says. */
  readonly resetFields: FieldSet;
}

/** An object with the version and schema by which it is read. */
export interface TypedObject {
  readonly value: object;
  readonly apiVersion: string;
  readonly schema: StructSchema;
}

/** Fields of the server: nobody owns them. */
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

/** What an object of the kind is before anything is written into it: a Go server's objects always hold some fields. */
export function emptyObject(schema: StructSchema): object {
  const empty = nothing.get(schema) ?? (canonical({}, schema) as object);
  nothing.set(schema, empty);
  return empty;
}

/** Without its managedFields: ownership of ownership is not tracked. */
export function withoutManagedFields(object: object): object {
  const { metadata, ...rest } = asRecord(object) as { metadata?: { managedFields?: unknown } };
  if (metadata?.managedFields === undefined) return object;
  const { managedFields: _, ...others } = metadata;
  return { ...rest, metadata: others };
}

/** The version of an entry is gone: the entry goes too. */
export class MissingVersionError extends Error {}

/**
 * The object in another version.
 * @throws MissingVersionError
 * @throws Error when what the conversion gives does not fit its schema
 */
export function inVersion(object: TypedObject, apiVersion: string, versions: Versions): TypedObject {
  if (apiVersion === object.apiVersion) return object;
  const schema = versions.schemaOf(apiVersion);
  if (!schema) throw new MissingVersionError(`no such version: ${apiVersion}`);
  const value = versions.convert(object.value, apiVersion);
  const violations = validateTyped(value, schema);
  if (violations.length > 0) throw new Error(violationsText(violations));
  return { value, apiVersion, schema };
}

/** Reads the entries by the schemas of now; those of versions that are gone are left out. */
export function reconcileManagers(managers: Managers, live: TypedObject, versions: Versions): Managers {
  const reconciled: Managers = new Map();
  for (const [id, entry] of managers) {
    const schema = versions.schemaOf(entry.apiVersion);
    if (!schema) continue;
    inVersion(live, entry.apiVersion, versions);
    const fields = reconcileWithSchema(entry.fields, schema);
    reconciled.set(id, fields === entry.fields ? entry : { ...entry, fields });
  }
  return reconciled;
}

/** A change of an object and whom it concerns. */
export interface OwnershipChange {
  readonly comparison: Comparison;
  /** What others own of what was added or modified, by manager. */
  readonly conflicts: ReadonlyMap<string, FieldSet>;
  /** The managers after the change: what was modified or removed is nobody's but the writer's. */
  readonly managers: Managers;
}

/** Takes from the managers (the writer's own entry apart) what a change modifies or removes. */
export function changeOwnership(
  before: TypedObject,
  after: TypedObject,
  managers: Managers,
  context: WriteContext,
  writer?: string,
): OwnershipChange {
  const comparisons = new Map<string, Comparison | undefined>();
  const compareIn = (apiVersion: string): Comparison | undefined => {
    if (!comparisons.has(apiVersion)) comparisons.set(apiVersion, compareInVersion(before, after, apiVersion, context));
    return comparisons.get(apiVersion);
  };
  const own = compareIn(after.apiVersion);
  if (!own) throw new MissingVersionError(after.apiVersion);
  const conflicts = new Map<string, FieldSet>();
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
    if (!lost.isEmpty) conflicts.set(id, lost);
    keep(left, id, entry, entry.fields.difference(lost).difference(removed));
  }
  return { comparison: own, conflicts, managers: left };
}

function keep(managers: Managers, id: string, entry: Managed, fields: FieldSet): void {
  if (!fields.isEmpty) managers.set(id, fields === entry.fields ? entry : { ...entry, fields });
}

/** Undefined: there is no such version. */
function compareInVersion(
  before: TypedObject,
  after: TypedObject,
  apiVersion: string,
  context: WriteContext,
): Comparison | undefined {
  if (!context.schemaOf(apiVersion) && apiVersion !== after.apiVersion) return undefined;
  const [left, right] = [convertOrSay('old', before), convertOrSay('new', after)];
  const comparison = compareValues(left.value, right.value, right.schema);
  return context.resetFields.isEmpty ? comparison : excludeFields(comparison, context.resetFields);

  function convertOrSay(which: string, object: TypedObject): TypedObject {
    try {
      return inVersion(object, apiVersion, context);
    } catch (error) {
      throw new Error(`failed to convert ${which} object: ${(error as Error).message}`);
    }
  }
}
