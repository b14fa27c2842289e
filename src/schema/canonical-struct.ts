import { unchanged } from './canonical-scalars.ts';
import type { Field, Schema, StructSchema } from './schema.ts';
import { rememberSentEmpties } from './sent-empties.ts';

export type Members = Readonly<Record<string, unknown>>;

/** Returns a value as the server writes it. Parts shared with `written` are not processed again. */
export type Writer = (value: unknown, written?: unknown) => unknown;

/** The writers of other types. */
interface TypeWriters {
  writerOf(schema: Schema): Writer;
  /** Returns the zero value of a type. */
  zeroOf(schema: Schema): unknown;
}

/** A member that is omitted because it is an empty list or map, or has no bytes. */
const SENT_EMPTY = Symbol('sent empty');

/** Options for structs that go to storage. */
interface StructOptions {
  /** Whether empty lists become null, as storage reads them back. */
  readonly dropsEmptyLists: boolean;
  /** Whether to keep null in time fields. In a canonical value, null is Go's zero time; in a client's value, it is not. */
  readonly keepsZeroTimes: boolean;
}

/**
 * Writes the members of a struct. Iterates over the members of the value rather than the fields, because most fields
 * are absent.
 */
export class StructWriter {
  readonly #inOrder: readonly FieldWriter[];
  readonly #byName: ReadonlyMap<string, FieldWriter>;
  readonly #alwaysWritten: number;

  constructor(fields: StructSchema['fields'], types: TypeWriters, options: StructOptions) {
    this.#inOrder = [...fields].map(([name, field], place) => new FieldWriter(name, place, field, types, options));
    this.#byName = new Map(this.#inOrder.map((field) => [field.name, field]));
    this.#alwaysWritten = this.#inOrder.filter(({ isAlwaysWritten }) => isAlwaysWritten).length;
  }

  /** Returns the written members, indexed by the places of their fields. */
  written(value: Record<string, unknown>, known: Members | undefined): unknown[] {
    const members: unknown[] = new Array(this.#inOrder.length);
    for (const name in value) {
      const field = this.#byName.get(name);
      if (field) members[field.place] = field.write(value[name], known);
    }
    return members;
  }

  /** Like `written`; undefined when the value is already in canonical form. */
  changed(value: Record<string, unknown>, known: Members | undefined): unknown[] | undefined {
    let members: unknown[] | undefined;
    let missing = this.#alwaysWritten;
    let next = 0;
    for (const name in value) {
      const field = this.#byName.get(name);
      const member = value[name];
      const written = field?.write(member, known);
      const isKept = field !== undefined && field.place >= next && written !== undefined && written === member;
      if (!isKept) members ??= this.#before(name, value);
      if (!field) continue;
      if (members) members[field.place] = written;
      next = field.place + 1;
      if (field.isAlwaysWritten) missing -= 1;
    }
    return members ?? (missing === 0 ? undefined : this.#before(undefined, value));
  }

  /** Returns the members before the first one that changes when it is written. */
  #before(first: string | undefined, value: Record<string, unknown>): unknown[] {
    const members: unknown[] = new Array(this.#inOrder.length);
    for (const name in value) {
      if (name === first) break;
      const field = this.#byName.get(name);
      if (field) members[field.place] = value[name];
    }
    return members;
  }

  joined(members: readonly unknown[]): Record<string, unknown> {
    const out: Record<string, unknown> = {};
    let empties: Set<string> | undefined;
    for (const field of this.#inOrder) {
      const written = members[field.place];
      if (written === SENT_EMPTY) {
        empties ??= new Set();
        empties.add(field.name);
      } else if (written !== undefined) out[field.name] = written;
      else if (field.isAlwaysWritten) out[field.name] = field.absent();
    }
    if (empties) rememberSentEmpties(out, empties);
    return out;
  }
}

class FieldWriter {
  readonly name: string;
  readonly place: number;
  readonly isAlwaysWritten: boolean;
  readonly #write: Writer;
  readonly #omitsEmpty: boolean;
  readonly #dropsEmpty: boolean;
  readonly #isNullWhenAbsent: boolean;
  readonly #keepsNull: boolean;
  readonly #isBytes: boolean;
  readonly #zero: () => unknown;

  constructor(
    name: string,
    place: number,
    { schema, empty, nullWhenAbsent }: Field,
    { writerOf, zeroOf }: TypeWriters,
    { dropsEmptyLists, keepsZeroTimes }: StructOptions,
  ) {
    this.name = name;
    this.place = place;
    this.isAlwaysWritten = empty === 'always';
    this.#dropsEmpty = dropsEmptyLists && schema.kind === 'list' && this.isAlwaysWritten;
    this.#zero = () => zeroOf(schema);
    this.#write = writerOf(schema);
    this.#omitsEmpty = empty === 'omitted';
    this.#isBytes = schema.kind === 'scalar' && schema.type === 'bytes';
    this.#isNullWhenAbsent =
      this.isAlwaysWritten && (nullWhenAbsent === true || (schema.kind !== 'struct' && zeroOf(schema) === null));
    this.#keepsNull = this.#isNullWhenAbsent || (keepsZeroTimes && isTime(schema));
  }

  /** Returns the member as it is written; undefined or SENT_EMPTY when it is omitted. */
  write(value: unknown, known: Members | undefined): unknown {
    if (value === undefined) return undefined;
    if (value === null) return this.#keepsNull ? null : undefined;
    const written = typeof value === 'object' ? this.#part(value, known?.[this.name]) : this.#scalar(value);
    if (this.#dropsEmpty && isEmpty(written)) return null;
    if (!this.#omitsEmpty || !isEmpty(written)) return written;
    return typeof written === 'object' || this.#isBytes ? SENT_EMPTY : undefined;
  }

  #scalar(value: unknown): unknown {
    return this.#write === unchanged ? value : this.#write(value);
  }

  #part(value: object, before: unknown): unknown {
    return value === before ? value : this.#write(value, before);
  }

  /** Returns an absent member as it is written. */
  absent(): unknown {
    return this.#isNullWhenAbsent ? null : this.#zero();
  }
}

const isTime = (schema: Schema): boolean =>
  schema.kind === 'scalar' && (schema.type === 'time' || schema.type === 'microtime');

const isEmpty = (value: unknown): boolean =>
  value === '' ||
  value === 0 ||
  value === false ||
  (typeof value === 'object' && value !== null && (Array.isArray(value) ? value.length === 0 : isEmptyRecord(value)));

function isEmptyRecord(value: object): boolean {
  for (const _ in value) return false;
  return true;
}
