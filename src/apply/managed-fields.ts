import { utf8Length } from '../api/encoding/utf8.ts';
import type { ManagedFieldsEntry } from '../api/kinds/meta-v1.generated.ts';
import { jsonText } from './field-path.ts';
import { FieldSet } from './field-set.ts';

/** A managed fields entry: the fields that one manager owns. */
export interface Managed {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly subresource: string;
  /** RFC 3339, in whole seconds; undefined for entries that never changed a value. */
  readonly time: string | undefined;
  readonly fields: FieldSet;
}

/** Entries by `managerId`. */
export type Managers = Map<string, Managed>;

/** Returns the key of an entry. An applier has one entry for all versions, an updater one per version. */
export function managerId(entry: Pick<Managed, 'manager' | 'operation' | 'apiVersion' | 'subresource'>): string {
  const manager = entry.manager ? `"manager":${jsonText(entry.manager)},` : '';
  const version = entry.operation === 'Update' ? `,"apiVersion":${jsonText(entry.apiVersion)}` : '';
  const subresource = entry.subresource ? `,"subresource":${jsonText(entry.subresource)}` : '';
  return `{${manager}"operation":"${entry.operation}"${version}${subresource}}`;
}

/** Maximum length in bytes of a manager name derived from a User-Agent. */
const MAXIMUM_NAME = 128;

/** Returns the manager of a non-apply write: its `fieldManager`, or else the User-Agent up to the first slash. */
export function managerName(fieldManager: string, userAgent: string | null | undefined): string {
  if (fieldManager !== '') return fieldManager;
  let name = '';
  for (const character of userAgent?.split('/')[0] ?? '') {
    if (!/[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(character)) continue;
    if (utf8Length(name + character) > MAXIMUM_NAME) break;
    name += character;
  }
  return name || 'unknown';
}

/** @throws Error that describes an invalid entry */
export function decodeManagedFields(entries: readonly ManagedFieldsEntry[] | null | undefined): Managers {
  const managers: Managers = new Map();
  for (const [index, entry] of (entries ?? []).entries()) {
    const { operation, apiVersion, fieldsType, fieldsV1, time } = entry;
    if (operation !== 'Apply' && operation !== 'Update') throw new Error('operation must be `Apply` or `Update`');
    if (!apiVersion) throw new Error('apiVersion must not be empty');
    if (!fieldsType) throw new Error(`missing fieldsType in managed fields entry ${index}`);
    if (fieldsType !== 'FieldsV1') {
      throw new Error(`invalid fieldsType ${JSON.stringify(fieldsType)} in managed fields entry ${index}`);
    }
    const { manager = '', subresource = '' } = entry;
    const fields = FieldSet.fromFieldsV1(fieldsV1 ?? {});
    const managed: Managed = { manager, operation, apiVersion, subresource, time, fields };
    managers.set(managerId(managed), managed);
  }
  return managers;
}

/** Returns the entries in stored form: appliers first, then by time in whole seconds; undefined when there are none. */
export function encodeManagedFields(managers: Managers): ManagedFieldsEntry[] | undefined {
  if (managers.size === 0) return undefined;
  const ordered = [...managers.values()];
  if (ordered.length > 1) ordered.sort(compareManaged);
  return ordered.map(encode);
}

function encode({ manager, operation, apiVersion, subresource, time, fields }: Managed): ManagedFieldsEntry {
  const fieldsType = 'FieldsV1';
  const fieldsV1 = fields.toFieldsV1();
  const entry: ManagedFieldsEntry = time
    ? { manager, operation, apiVersion, time, fieldsType, fieldsV1 }
    : { manager, operation, apiVersion, fieldsType, fieldsV1 };
  if (subresource) entry.subresource = subresource;
  return entry;
}

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
