import type { ManagedFieldsEntry } from '../../api/kinds/meta-v1.generated.ts';
import { FieldSet, type FieldsV1 } from '../field-set.ts';
import { compareManaged } from './compare-managed.ts';
import { type Managed, type Managers, ManagersDraft, managerId, NO_MANAGERS } from './managers.ts';

type Entries = readonly ManagedFieldsEntry[];

/** Cached by frozen list, because many objects share their entries. */
const decodedLists = new WeakMap<Entries, Managers>();

/** @throws Error that describes an invalid entry */
export function decodeManagedFields(entries: Entries | null | undefined): Managers {
  if (!entries || entries.length === 0) return NO_MANAGERS;
  const known = decodedLists.get(entries);
  if (known) return known;
  const managers = decode(entries);
  if (Object.isFrozen(entries)) decodedLists.set(entries, managers);
  return managers;
}

function decode(entries: Entries): Managers {
  const managers = new ManagersDraft();
  for (const [index, entry] of entries.entries()) {
    const { operation, apiVersion, fieldsType, fieldsV1, time } = entry;
    if (operation !== 'Apply' && operation !== 'Update') throw new Error('operation must be `Apply` or `Update`');
    if (!apiVersion) throw new Error('apiVersion must not be empty');
    if (!fieldsType) throw new Error(`missing fieldsType in managed fields entry ${index}`);
    if (fieldsType !== 'FieldsV1') {
      throw new Error(`invalid fieldsType ${JSON.stringify(fieldsType)} in managed fields entry ${index}`);
    }
    const { manager = '', subresource = '' } = entry;
    const fields = FieldSet.fromFieldsV1(fieldsV1 ?? {});
    const managed: Managed = { manager, operation, apiVersion, subresource, time, fields, entry };
    managers.set(managerId(managed), managed);
  }
  return managers;
}

/**
 * Returns the entries in stored form: appliers first, then by time in whole seconds; undefined when there are none. The
 * list and its entries are frozen. Entries of unchanged managers are reused.
 */
export function encodeManagedFields(managers: Managers): ManagedFieldsEntry[] | undefined {
  if (managers.size === 0) return undefined;
  const entries: ManagedFieldsEntry[] = [];
  if (managers.size === 1) for (const managed of managers.values()) entries.push(encode(managed));
  else for (const managed of [...managers.values()].sort(compareManaged)) entries.push(encode(managed));
  Object.freeze(entries);
  return entries;
}

function encode(managed: Managed): ManagedFieldsEntry {
  const { manager, operation, apiVersion, subresource, time, fields, entry: known } = managed;
  const fieldsType = 'FieldsV1';
  const fieldsV1 = fields.toFieldsV1();
  if (known && isEntryOf(known, managed, fieldsV1)) return known;
  const entry: ManagedFieldsEntry = time
    ? { manager, operation, apiVersion, time, fieldsType, fieldsV1 }
    : { manager, operation, apiVersion, fieldsType, fieldsV1 };
  if (subresource) entry.subresource = subresource;
  return Object.freeze(entry);
}

/** Reports whether this server wrote the entry for a manager that still owns the same fields. */
const isEntryOf = (entry: ManagedFieldsEntry, managed: Managed, fieldsV1: FieldsV1): boolean =>
  entry.fieldsV1 === fieldsV1 &&
  entry.time === managed.time &&
  entry.manager === managed.manager &&
  entry.operation === managed.operation &&
  entry.apiVersion === managed.apiVersion &&
  (entry.subresource ?? '') === managed.subresource &&
  Object.isFrozen(entry);

/** Reports whether a write clears all managers: `[{}]` does, and so does `[]` on the real server. */
export function isReset(entries: Entries | null | undefined, emptyListResets: boolean): boolean {
  if (!entries) return false;
  if (entries.length === 0) return emptyListResets;
  return entries.length === 1 && Object.values(entries[0] ?? {}).every((value) => value === undefined || value === '');
}
