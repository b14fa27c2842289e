import { isRecord } from '../../../api/object.ts';

/** A field that differs between two states of an object. */
export interface FieldChange {
  readonly type: 'added' | 'changed' | 'removed';
  /** As the server writes paths; items of lists that have a name are named by it: `spec.containers[name=web].image`. */
  readonly field: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Fields by which items of lists are told apart, in order of preference. */
const IDENTIFYING = ['uid', 'name', 'key', 'type', 'containerPort', 'port', 'ip', 'mountPath'];

/** The fields in which two values differ, the smallest ones that do; what is absent and what is undefined are the same. */
export function fieldChanges(before: unknown, after: unknown, field = ''): FieldChange[] {
  if (isSame(before, after)) return [];
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

/** A key that every item has and that tells the items of each list apart. */
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

/** Whether two values of JSON are equal, whatever the order of their members. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  }
  if (!isRecord(one) || !isRecord(other)) return false;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) => isSame(one[key], other[key]));
}

/** Whether all that one value of JSON says stands in another too, which may say more: what the server filled in. */
export function isWithin(part: unknown, whole: unknown): boolean {
  if (part === null || part === undefined) return true;
  if (Array.isArray(part) && Array.isArray(whole)) {
    return part.length === whole.length && part.every((item, index) => isWithin(item, whole[index]));
  }
  if (!isRecord(part) || !isRecord(whole)) return part === whole;
  return Object.keys(part).every((key) => isWithin(part[key], whole[key]));
}

/** What changes with every write and says nothing about it. */
const BOOKKEEPING = /^metadata\.(managedFields|resourceVersion)(\[|\.|$)/;

/** The changes that a person made or meant. */
export const meaningfulChanges = (before: unknown, after: unknown): FieldChange[] =>
  fieldChanges(before, after).filter(({ field }) => !BOOKKEEPING.test(field));
