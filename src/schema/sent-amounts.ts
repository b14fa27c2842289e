import { isRecord } from '../api/object.ts';
import { copySentEmpties } from './sent-empties.ts';

/** Amounts by resource name. */
type Amounts = Readonly<Record<string, unknown>>;

const spellings = new WeakMap<object, Amounts>();

/**
 * Remembers the client's spelling of amounts that the server writes differently (`1.5` as `1500m`), because messages
 * show a quantity as it was sent.
 */
export function rememberSentAmounts(written: Amounts, sent: Amounts): void {
  if (Object.keys(written).some((name) => written[name] !== sent[name])) spellings.set(written, sent);
}

/** Reports whether the client spelled an amount of the list differently. */
export const hasSentAmounts = (list: Amounts): boolean => spellings.has(list);

/**
 * Returns an amount as the client spelled it; undefined when the server's spelling is the same or the client's is
 * unknown.
 */
export function sentAmount(list: Amounts, name: string): string | undefined {
  const sent = spellings.get(list)?.[name];
  return typeof sent === 'string' || typeof sent === 'number' ? String(sent).trim() : undefined;
}

/** Reports whether the client sent null as the amount, which is written as zero. */
export const isSentNull = (list: Amounts, name: string): boolean => spellings.get(list)?.[name] === null;

/** Returns an amount of a list, or null if the client sent null. */
export const asSent = (list: unknown, name: string, amount: unknown): unknown =>
  isRecord(list) && isSentNull(list, name) ? null : amount;

/** Copies an amount to another list, with its original spelling. */
export function copyAmount(name: string, from: Amounts, to: Record<string, unknown>): void {
  to[name] = from[name];
  const sent = isSentNull(from, name) ? null : sentAmount(from, name);
  if (sent !== undefined) spellings.set(to, { ...spellings.get(to), [name]: sent });
}

const NOTHING: ReadonlySet<unknown> = new Set();

/**
 * Returns a copy of plain data that keeps the original spellings of amounts, and the marks of members that were sent
 * empty.
 * @param shared values that the copy shares with the original
 */
export function cloneAsSent<T>(value: T, shared = NOTHING): T {
  return clone(value, shared) as T;
}

function clone(value: unknown, shared: ReadonlySet<unknown>): unknown {
  if (shared.has(value)) return value;
  if (Array.isArray(value)) return value.map((item) => clone(item, shared));
  if (!isRecord(value)) return value;
  const copy = { ...value };
  for (const key in copy) if (typeof copy[key] === 'object') copy[key] = clone(copy[key], shared);
  const sent = spellings.get(value);
  if (sent) spellings.set(copy, sent);
  copySentEmpties(value, copy);
  return copy;
}
