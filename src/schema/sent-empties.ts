import { isRecord } from '../api/object.ts';

const empties = new WeakMap<object, ReadonlySet<string>>();

/**
 * Remembers the members of a struct that were sent as empty lists, maps or bytes and are written as absent ones. Storage
 * forgets them, but until then Go's `reflect.DeepEqual` and `%#v` distinguish them from absent members.
 */
export function rememberSentEmpties(written: object, names: ReadonlySet<string>): void {
  empties.set(written, names);
}

/** Copies the marks of a struct to its copy. */
export function copySentEmpties(from: object, to: object): void {
  const names = empties.get(from);
  if (names && !empties.has(to)) empties.set(to, names);
}

/** Reports whether a member that is absent was sent as an empty list or map, or without bytes. */
export const isSentEmpty = (struct: object, name: string): boolean =>
  empties.get(struct)?.has(name) === true && (struct as Readonly<Record<string, unknown>>)[name] === undefined;

/** Reports whether a value has, at any depth, a member that was sent as an empty list or map, or without bytes. */
export function hasSentEmpties(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasSentEmpties);
  if (!isRecord(value)) return false;
  for (const name of empties.get(value) ?? []) if (value[name] === undefined) return true;
  for (const name in value) if (typeof value[name] === 'object' && hasSentEmpties(value[name])) return true;
  return false;
}
