import { isRecord, setMember } from '../api/object.ts';

/** Amounts by resource name. */
type Amounts = Readonly<Record<string, unknown>>;

const spellings = new WeakMap<object, Amounts>();

/**
 * Remembers how a client spelled the amounts of a list that is written otherwise (`1.5` as `1500m`): messages show a
 * quantity as it was read.
 */
export function rememberSentAmounts(written: Amounts, sent: Amounts): void {
  if (Object.keys(written).some((name) => written[name] !== sent[name])) spellings.set(written, sent);
}

/** The amount as the client spelled it; undefined when it is spelled as the server does, or nobody knows. */
export function sentAmount(list: Amounts, name: string): string | undefined {
  const sent = spellings.get(list)?.[name];
  return typeof sent === 'string' || typeof sent === 'number' ? String(sent).trim() : undefined;
}

/** Takes an amount over into another list, as it was spelled. */
export function copyAmount(name: string, from: Amounts, to: Record<string, unknown>): void {
  to[name] = from[name];
  const sent = sentAmount(from, name);
  if (sent !== undefined) spellings.set(to, { ...spellings.get(to), [name]: sent });
}

/** A copy of plain data whose lists of amounts are remembered as the original's are. */
export function cloneWithSentAmounts<T>(value: T): T {
  return clone(value) as T;
}

function clone(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(clone);
  if (!isRecord(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) setMember(copy, key, clone(member));
  const sent = spellings.get(value);
  if (sent) spellings.set(copy, sent);
  return copy;
}
