import { utf8Length } from '../api/encoding/utf8.ts';
import type { ManagedFieldsEntry } from '../api/kinds/meta-v1.generated.ts';
import { BoundedMap } from '../api/memory/bounded-map.ts';
import { jsonText } from './field-path.ts';
import { FieldSet, type FieldsV1 } from './field-set.ts';

/** A managed fields entry: the fields that one manager owns. */
export interface Managed {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly subresource: string;
  /** RFC 3339, in whole seconds; undefined for entries that never changed a value. */
  readonly time: string | undefined;
  readonly fields: FieldSet;
  /** The entry that was decoded, or that of the manager before the change. It is written again if it still holds. */
  readonly entry?: ManagedFieldsEntry | undefined;
}

/** Entries by `managerId`. */
export type Managers = Map<string, Managed>;

/** Returns the key of an entry. An applier has one entry for all versions, an updater one per version. */
export function managerId(entry: Pick<Managed, 'manager' | 'operation' | 'apiVersion' | 'subresource'>): string {
  const manager = entry.manager ? `"manager":${nameText(entry.manager)},` : '';
  const version = entry.operation === 'Update' ? `,"apiVersion":${nameText(entry.apiVersion)}` : '';
  const subresource = entry.subresource ? `,"subresource":${nameText(entry.subresource)}` : '';
  return `{${manager}"operation":"${entry.operation}"${version}${subresource}}`;
}

/** The JSON texts of recent names: every write has those of all managers of its object. */
const nameTexts = new BoundedMap<string, string>(1_000);

function nameText(name: string): string {
  let text = nameTexts.get(name);
  if (text === undefined) {
    text = jsonText(name);
    nameTexts.set(name, text);
  }
  return text;
}

/** Maximum length in bytes of a manager name derived from a User-Agent. */
const MAXIMUM_NAME = 128;

/** Returns the manager of a non-apply write: its `fieldManager`, or else the User-Agent up to the first slash. */
export function managerName(fieldManager: string, userAgent: string | null | undefined): string {
  if (fieldManager !== '') return fieldManager;
  if (!userAgent) return UNKNOWN;
  let name = userAgentNames.get(userAgent);
  if (name === undefined) {
    name = nameOfUserAgent(userAgent);
    userAgentNames.set(userAgent, name);
  }
  return name;
}

const UNKNOWN = 'unknown';
const userAgentNames = new BoundedMap<string, string>(1_000);

function nameOfUserAgent(userAgent: string): string {
  let name = '';
  for (const character of userAgent.split('/')[0] ?? '') {
    if (!/[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(character)) continue;
    if (utf8Length(name + character) > MAXIMUM_NAME) break;
    name += character;
  }
  return name || UNKNOWN;
}

/** @throws Error that describes an invalid entry */
export function decodeManagedFields(entries: readonly ManagedFieldsEntry[] | null | undefined): Managers {
  const managers: Managers = new Map();
  if (!entries) return managers;
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
 * Returns the entries in stored form: appliers first, then by time in whole seconds; undefined when there are none. They are
 * frozen, and those of managers that did not change are the decoded ones.
 */
export function encodeManagedFields(managers: Managers): ManagedFieldsEntry[] | undefined {
  if (managers.size === 0) return undefined;
  const entries: ManagedFieldsEntry[] = [];
  if (managers.size === 1) for (const managed of managers.values()) entries.push(encode(managed));
  else for (const managed of [...managers.values()].sort(compareManaged)) entries.push(encode(managed));
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

/** Reports whether an entry was written here for a manager that still owns the same. */
const isEntryOf = (entry: ManagedFieldsEntry, managed: Managed, fieldsV1: FieldsV1): boolean =>
  entry.fieldsV1 === fieldsV1 &&
  entry.time === managed.time &&
  entry.manager === managed.manager &&
  entry.operation === managed.operation &&
  entry.apiVersion === managed.apiVersion &&
  (entry.subresource ?? '') === managed.subresource &&
  Object.isFrozen(entry);

const compareText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

function compareManaged(a: Managed, b: Managed): number {
  return (
    compareText(a.operation, b.operation) ||
    compareTime(a, b) ||
    compareText(a.manager, b.manager) ||
    compareText(a.apiVersion, b.apiVersion) ||
    compareText(a.subresource, b.subresource)
  );
}

/** Compares times by their seconds. In the form of the server, earlier times have smaller texts. */
function compareTime(a: Managed, b: Managed): number {
  if (a.time === b.time) return 0;
  return isServerTime(a.time) && isServerTime(b.time) ? compareText(a.time, b.time) : secondsOf(a) - secondsOf(b);
}

const SERVER_TIME_LENGTH = '2006-01-02T15:04:05Z'.length;
const isServerTime = (time: string | undefined): time is string =>
  time?.length === SERVER_TIME_LENGTH && time.endsWith('Z');

const secondsOf = ({ time }: Managed): number => (time ? Math.floor(Date.parse(time) / 1000) : 0);

/** Maximum number of updaters; beyond it, the oldest are merged into one entry. */
const MAXIMUM_UPDATERS = 10;
const MERGED_UPDATERS = 'ancient-changes';

/** Merges the oldest updaters of each version while there are too many. Modifies `managers`. */
export function mergeOldUpdaters(managers: Managers): void {
  if (managers.size <= MAXIMUM_UPDATERS) return;
  const updaters = [...managers].filter(([, { operation }]) => operation === 'Update');
  let excess = updaters.length - MAXIMUM_UPDATERS;
  if (excess <= 0) return;
  updaters.sort(([a, left], [b, right]) => secondsOf(left) - secondsOf(right) || compareText(a, b));
  const firstOf = new Map<string, string>();
  for (const [id, entry] of updaters) {
    if (excess <= 0) return;
    const first = firstOf.get(entry.apiVersion);
    if (first === undefined) {
      firstOf.set(entry.apiVersion, id);
      continue;
    }
    const bucket = { ...entry, manager: MERGED_UPDATERS, subresource: '' };
    const bucketId = managerId(bucket);
    const older = managers.get(bucketId) ?? managers.get(first);
    if (!managers.has(bucketId)) managers.delete(first);
    managers.delete(id);
    managers.set(bucketId, { ...bucket, fields: older ? entry.fields.union(older.fields) : entry.fields });
    excess--;
  }
}

/** Reports whether a write clears all managers: `[{}]` does, and so does `[]` on the real server. */
export function isReset(entries: readonly ManagedFieldsEntry[] | null | undefined, emptyListResets: boolean): boolean {
  if (!entries) return false;
  if (entries.length === 0) return emptyListResets;
  return entries.length === 1 && Object.values(entries[0] ?? {}).every((value) => value === undefined || value === '');
}
