import { isRecord, type Json, type JsonObject, setMember } from '../api/object.ts';

/** Directives of a strategic merge patch: members or member prefixes that control the merge. */
export const DIRECTIVE = '$patch';
export const RETAIN_KEYS = '$retainKeys';
export const ELEMENT_ORDER = '$setElementOrder/';
export const DELETE_FROM_LIST = '$deleteFromPrimitiveList/';

const isDirective = (key: string): boolean =>
  key.startsWith('$') &&
  (key === DIRECTIVE || key === RETAIN_KEYS || key.startsWith(ELEMENT_ORDER) || key.startsWith(DELETE_FROM_LIST));

/**
 * Returns a value of a patch without its nulls and directives, or itself if it has none. Undefined for an object with the
 * directive `$patch`, because there is nothing to delete or replace. Nulls in lists stay.
 */
export function withoutDirectives(value: Json): Json | undefined {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return withoutDirectivesInList(value);
  if (DIRECTIVE in value) return undefined;
  let plain: JsonObject | undefined;
  for (const key in value) {
    const member = value[key] as Json;
    const kept = member === null || isDirective(key) ? undefined : withoutDirectives(member);
    if (kept === member) {
      if (plain) setMember(plain, key, kept);
      continue;
    }
    plain ??= membersBefore(key, value);
    if (kept !== undefined) setMember(plain, key, kept);
  }
  return plain ?? value;
}

function withoutDirectivesInList(list: Json[]): Json[] {
  const plain = list.map(withoutDirectives);
  return plain.every((item, index) => item === list[index]) ? list : plain.filter((item) => item !== undefined);
}

function membersBefore(end: string, value: JsonObject): JsonObject {
  const members: JsonObject = {};
  for (const key in value) {
    if (key === end) break;
    setMember(members, key, value[key] as Json);
  }
  return members;
}

/**
 * The parts of a patch that merging removes: executed directives, and nulls below members that the live object lacks or
 * has with another type. The real server's messages show the patch without them.
 */
export class TakenDirectives {
  readonly #taken = new Map<JsonObject, ReadonlySet<string>>();
  readonly #unmatched = new Set<Json>();

  add(patch: JsonObject, names: ReadonlySet<string>): void {
    this.#taken.set(patch, names);
  }

  /** Records a value that is added to the live object or replaces a value of another type. */
  addUnmatched(value: Json): void {
    this.#unmatched.add(value);
  }

  /** Returns the patch as messages show it. */
  shown(patch: JsonObject): JsonObject {
    return this.#shown(patch, false) as JsonObject;
  }

  #shown(value: Json, isUnmatched: boolean): Json {
    const dropsNulls = isUnmatched || this.#unmatched.has(value);
    if (Array.isArray(value)) return value.map((item) => this.#shown(item, dropsNulls));
    if (!isRecord(value)) return value;
    const shown: JsonObject = {};
    const taken = this.#taken.get(value);
    for (const name in value) {
      const member = value[name] as Json;
      if (!taken?.has(name) && !(dropsNulls && member === null))
        setMember(shown, name, this.#shown(member, dropsNulls));
    }
    return shown;
  }
}
