import { type Json, type JsonObject, memberOf, setMember } from '../api/object.ts';

/** An object under a patch. It is copied on the first change. */
export class MergedObject {
  readonly #live: Readonly<JsonObject>;
  #copy: JsonObject | undefined;

  constructor(live: Readonly<JsonObject>) {
    this.#live = live;
  }

  names(): string[] {
    return Object.keys(this.#copy ?? this.#live);
  }

  member(name: string): Json | undefined {
    return memberOf(this.#copy ?? this.#live, name);
  }

  /** Undefined deletes the member. */
  set(name: string, value: Json | undefined): void {
    if (value === undefined) this.delete(name);
    else if (this.member(name) !== value) setMember(this.#changed(), name, value);
  }

  delete(name: string): void {
    if (Object.hasOwn(this.#copy ?? this.#live, name)) delete this.#changed()[name];
  }

  #changed(): JsonObject {
    this.#copy ??= { ...this.#live };
    return this.#copy;
  }

  /** The result: the live object itself if no member differs. */
  get result(): JsonObject {
    return this.#copy && !hasSameMembers(this.#copy, this.#live) ? this.#copy : this.#live;
  }
}

function hasSameMembers(merged: Readonly<JsonObject>, live: Readonly<JsonObject>): boolean {
  for (const name in merged) if (merged[name] !== memberOf(live, name)) return false;
  for (const name in live) if (!Object.hasOwn(merged, name)) return false;
  return true;
}
