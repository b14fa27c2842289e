import { isEqualJson } from '../../../api/memory/equal-json.ts';
import { isRecord } from '../../../api/object.ts';

/** A difference of one field between two states of an object. */
export interface FieldChange {
  readonly type: 'added' | 'changed' | 'removed';
  /** Path as the server formats it; list items are identified by key: `spec.containers[name=web].image`. */
  readonly field: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Fields that identify list items, in order of preference. */
const IDENTIFYING = ['uid', 'name', 'key', 'type', 'containerPort', 'port', 'ip', 'mountPath'];

/** Returns the smallest fields in which two values differ. Absent and undefined are equal. */
export function fieldChanges(before: unknown, after: unknown, field = ''): FieldChange[] {
  if (isEqualJson(before, after)) return [];
  if (isRecord(before) && isRecord(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) => fieldChanges(before[key], after[key], memberPath(field, key)));
  }
  if (Array.isArray(before) && Array.isArray(after)) return listChanges(before, after, field);
  if (before === undefined) return [{ type: 'added', field, after }];
  if (after === undefined) return [{ type: 'removed', field, before }];
  return [{ type: 'changed', field, before, after }];
}

const memberPath = (field: string, key: string): string =>
  /^[A-Za-z][\w-]*$/.test(key) ? (field ? `${field}.${key}` : key) : `${field}[${key}]`;

function listChanges(before: readonly unknown[], after: readonly unknown[], field: string): FieldChange[] {
  const key = identifyingKey([...before, ...after], [before, after]);
  if (key === undefined) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, index) => fieldChanges(before[index], after[index], `${field}[${index}]`)).flat();
  }
  const former = byKey(before, key);
  const latter = byKey(after, key);
  const names = [...new Set([...former.keys(), ...latter.keys()])];
  return names.flatMap((name) => fieldChanges(former.get(name), latter.get(name), `${field}[${key}=${name}]`));
}

/** Returns a key that every item has and that is unique within each list. */
function identifyingKey(items: readonly unknown[], lists: readonly (readonly unknown[])[]): string | undefined {
  if (!items.every(isRecord)) return undefined;
  return IDENTIFYING.find(
    (key) =>
      items.every((item) => typeof item[key] === 'string' || typeof item[key] === 'number') &&
      lists.every((list) => byKey(list, key).size === list.length),
  );
}

const byKey = (items: readonly unknown[], key: string): Map<string, unknown> =>
  new Map(items.map((item) => [String(isRecord(item) ? item[key] : item), item]));

/** Reports whether one JSON value is contained in another, which may have more members, such as defaults. */
export function isWithin(part: unknown, whole: unknown): boolean {
  if (part === null || part === undefined) return true;
  if (Array.isArray(part) && Array.isArray(whole)) {
    return part.length === whole.length && part.every((item, index) => isWithin(item, whole[index]));
  }
  if (!isRecord(part) || !isRecord(whole)) return part === whole;
  return Object.keys(part).every((key) => isWithin(part[key], whole[key]));
}

/** Fields that change with every write. */
const BOOKKEEPING = /^metadata\.(managedFields|resourceVersion)(\[|\.|$)/;

/** Returns the differences without bookkeeping fields. */
export const meaningfulChanges = (before: unknown, after: unknown): FieldChange[] =>
  fieldChanges(before, after).filter(({ field }) => !BOOKKEEPING.test(field));
