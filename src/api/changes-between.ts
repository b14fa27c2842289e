import { isRecord, memberOf, setMember } from './object.ts';
import type { TracedChange } from './request-trace.ts';

/** What leads from one plain data value to another, member by member and item by item; empty when they are equal. */
export function changesBetween(before: unknown, after: unknown): TracedChange[] {
  const changes: TracedChange[] = [];
  compare('', before, after, changes);
  return changes;
}

function compare(path: string, before: unknown, after: unknown, changes: TracedChange[]): void {
  if (before === after) return;
  if (Array.isArray(before) && Array.isArray(after)) compareItems(path, before, after, changes);
  else if (isRecord(before) && isRecord(after)) compareMembers(path, before, after, changes);
  else if (before === undefined) changes.push({ op: 'add', path, value: copyOf(after) });
  else if (after === undefined) changes.push({ op: 'remove', path, before: copyOf(before) });
  else changes.push({ op: 'replace', path, value: copyOf(after), before: copyOf(before) });
}

function compareMembers(
  path: string,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  changes: TracedChange[],
): void {
  for (const key of Object.keys(before)) {
    const value = memberOf(after, key);
    // Most stays as it was: no path is written for it.
    if (before[key] !== value) compare(`${path}/${escapeStep(key)}`, before[key], value, changes);
  }
  for (const key of Object.keys(after)) {
    if (!Object.hasOwn(before, key)) compare(`${path}/${escapeStep(key)}`, undefined, after[key], changes);
  }
}

/** Items that are gone are removed from the end, so that each path is right when its turn comes. */
function compareItems(
  path: string,
  before: readonly unknown[],
  after: readonly unknown[],
  changes: TracedChange[],
): void {
  const shared = Math.min(before.length, after.length);
  for (let index = 0; index < shared; index++) compare(`${path}/${index}`, before[index], after[index], changes);
  for (let index = before.length - 1; index >= shared; index--)
    changes.push({ op: 'remove', path: `${path}/${index}`, before: copyOf(before[index]) });
  for (let index = shared; index < after.length; index++)
    changes.push({ op: 'add', path: `${path}/${index}`, value: copyOf(after[index]) });
}

/** A step of a JSON pointer. */
const escapeStep = (key: string): string =>
  key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key;

/** A copy of a plain data value: what is compared again and again, structuredClone would take long for. */
export function copyOf<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copyOf) as T;
  if (!isRecord(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) setMember(copy, key, copyOf(value[key]));
  return copy as T;
}
