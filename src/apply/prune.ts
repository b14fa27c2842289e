import type { FieldSet } from './field-set.ts';
import type { Managed, Managers } from './managers/managers.ts';
import { inVersion, MissingVersionError, type TypedObject, type Versions } from './ownership.ts';
import { removeItems, withNamedFields } from './remove-items.ts';
import { toFieldSet } from './to-field-set.ts';

/**
 * Removes from the merged object the fields that the applier applied last time, does not apply now, and no other
 * manager owns. `managers` already contains the applier's new entry.
 * @throws Error when the object cannot be converted to a required version
 */
export function prune(
  merged: TypedObject,
  managers: Managers,
  last: Managed | undefined,
  versions: Versions,
): TypedObject {
  if (!last || last.fields.isEmpty) return merged;
  const converted = convertOrThrow(merged, last.apiVersion, versions, 'merged object to last applied version');
  if (!converted) return merged;
  const applied = withNamedFields(last.fields, converted.schema);
  const bare = { ...converted, value: removed(converted, applied) };
  const owned = addBackOwned(converted, bare, managers, versions);
  const kept = convertOrThrow(owned, last.apiVersion, versions, 'pruned object to last applied version');
  if (!kept) return merged;
  const gone = namedFieldSet(converted).difference(namedFieldSet(kept)).intersection(applied);
  return inVersion({ ...converted, value: removed(converted, gone) }, merged.apiVersion, versions);
}

/** Returns undefined when the version does not exist. */
function convertOrThrow(
  object: TypedObject,
  apiVersion: string,
  versions: Versions,
  what: string,
): TypedObject | undefined {
  try {
    return inVersion(object, apiVersion, versions);
  } catch (error) {
    if (error instanceof MissingVersionError) return undefined;
    throw new Error(`failed to convert ${what}: ${(error as Error).message}`);
  }
}

/** Restores the fields that a manager owns, including those of the applier's new entry. */
function addBackOwned(merged: TypedObject, bare: TypedObject, managers: Managers, versions: Versions): TypedObject {
  const owned = new Map<string, FieldSet>();
  for (const { apiVersion, fields } of managers.values()) {
    owned.set(apiVersion, owned.get(apiVersion)?.union(fields) ?? fields);
  }
  // The current version comes first, because its fields may be required for conversion.
  const order = [...owned.keys()].sort((a, b) => Number(b === merged.apiVersion) - Number(a === merged.apiVersion));
  let pruned = bare;
  for (const apiVersion of order) {
    const whole = convertOrThrow(merged, apiVersion, versions, `merged object at version ${apiVersion}`);
    const part = convertOrThrow(pruned, apiVersion, versions, `pruned object at version ${apiVersion}`);
    if (!whole || !part) continue;
    const keep = namedFieldSet(part).union(withNamedFields(owned.get(apiVersion) as FieldSet, whole.schema));
    pruned = { ...whole, value: removed(whole, namedFieldSet(whole).difference(keep)) };
  }
  return pruned;
}

const namedFieldSet = ({ value, schema }: TypedObject): FieldSet => withNamedFields(toFieldSet(value, schema), schema);

const removed = ({ value, schema }: TypedObject, fields: FieldSet): object =>
  (removeItems(value, fields, schema) ?? {}) as object;
