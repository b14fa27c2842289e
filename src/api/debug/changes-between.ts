import { isRecord, memberOf } from '../object.ts';
import type { TracedChange } from './request-trace.ts';

/**
 * Returns the changes that turn one plain data value into another, member by member and item by item; empty when they
 * are equal.
 */
export function changesBetween(before: unknown, after: unknown): TracedChange[] {
  const comparison = new Comparison();
  if (before !== after) comparison.compare(before, after);
  return comparison.changes;
}

class Comparison {
  readonly changes: TracedChange[] = [];
  /**
   * Path to the values under comparison. Most values are equal, so the path becomes text only where something changed.
   */
  readonly #steps: (string | number)[] = [];

  /** Compares two values that are not identical. */
  compare(before: unknown, after: unknown): void {
    if (Array.isArray(before) && Array.isArray(after)) this.#compareItems(before, after);
    else if (isRecord(before) && isRecord(after)) this.#compareMembers(before, after);
    else if (before === undefined) this.changes.push({ op: 'add', path: this.#path(), value: copyOf(after) });
    else if (after === undefined) this.changes.push({ op: 'remove', path: this.#path(), before: copyOf(before) });
    else this.changes.push({ op: 'replace', path: this.#path(), value: copyOf(after), before: copyOf(before) });
  }

  #compareMembers(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): void {
    for (const key of Object.keys(before)) this.#compareAt(key, before[key], memberOf(after, key));
    for (const key of Object.keys(after)) if (!Object.hasOwn(before, key)) this.#compareAt(key, undefined, after[key]);
  }

  /** Removes surplus items from the end, so that each path is still valid when its operation is applied. */
  #compareItems(before: readonly unknown[], after: readonly unknown[]): void {
    const shared = Math.min(before.length, after.length);
    for (let index = 0; index < shared; index++) this.#compareAt(index, before[index], after[index]);
    for (let index = before.length - 1; index >= shared; index--) this.#compareAt(index, before[index], undefined);
    for (let index = shared; index < after.length; index++) this.#compareAt(index, undefined, after[index]);
  }

  #compareAt(step: string | number, before: unknown, after: unknown): void {
    if (before === after) return;
    this.#steps.push(step);
    this.compare(before, after);
    this.#steps.pop();
  }

  #path(): string {
    return this.#steps.map((step) => `/${escapeStep(String(step))}`).join('');
  }
}

/** Escapes one reference token of a JSON pointer (RFC 6901). */
const escapeStep = (key: string): string =>
  key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key;

/**
 * Returns a deep copy of a plain data value; structuredClone is too slow for values that are compared on every request.
 */
export function copyOf<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copyOf) as T;
  if (!isRecord(value)) return value;
  const copy: Record<string, unknown> = { ...value };
  for (const key in copy) if (typeof copy[key] === 'object') copy[key] = copyOf(copy[key]);
  return copy as T;
}
