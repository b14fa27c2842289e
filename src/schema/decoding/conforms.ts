import { isRecord } from '../../api/object.ts';
import { isPlainQuantity } from '../../api/values/quantity.ts';
import { canonicalBytes, canonicalMicroTime, canonicalTime } from '../scalar-text.ts';
import type { Alternatives, ScalarSchema, Schema, StructSchema } from '../schema.ts';

/** Reports whether a parsed JSON value fits a type. */
type Check = (value: unknown, decoded?: unknown) => boolean;

/**
 * Reports whether a parsed JSON value has only known members of the right types, so that Go would decode it unchanged.
 * Returns false for some valid values as well, such as numbers for quantities.
 * @param decoded a value decoded before; shared parts are not read again
 */
export const conforms = (value: unknown, schema: Schema, decoded?: unknown): boolean =>
  whole.checkOf(schema)(value, decoded);

/** Like `conforms`, but false for new values whose type is not known: Go keeps their text instead of their members. */
export const conformsToTypes = (value: unknown, schema: Schema, decoded?: unknown): boolean =>
  typed.checkOf(schema)(value, decoded);

/** The checks of schemas, each of which is created once. */
class Checks {
  readonly #known = new WeakMap<Schema, Check>();
  readonly #ofUnknownType: Check;

  constructor(ofUnknownType: Check) {
    this.#ofUnknownType = ofUnknownType;
  }

  checkOf(schema: Schema): Check {
    const known = this.#known.get(schema);
    if (known) return known;
    const check = this.#create(schema);
    // Go decodes null into every type.
    const nullable: Check = (value, decoded) =>
      value === null || (value !== undefined && value === decoded) || check(value, decoded);
    this.#known.set(schema, nullable);
    return nullable;
  }

  #create(schema: Schema): Check {
    switch (schema.kind) {
      case 'any':
        return schema.alternatives ? this.#alternatives(schema.alternatives) : this.#ofUnknownType;
      case 'scalar':
        return scalarCheck(schema);
      case 'struct':
        return this.#struct(schema);
      case 'list': {
        const isItem = this.#later(schema.items);
        return (value, decoded) => {
          if (!Array.isArray(value)) return false;
          const before = Array.isArray(decoded) ? decoded : NOTHING;
          return value.every((item, index) => isItem(item, before[index]));
        };
      }
      case 'map': {
        const isMember = this.#later(schema.values);
        return (value) => isRecord(value) && Object.values(value).every((member) => isMember(member));
      }
    }
  }

  /** Returns a check that is created on first use, because a struct may contain itself. */
  #later(schema: Schema): Check {
    let check: Check | undefined;
    return (value, decoded) => {
      check ??= this.checkOf(schema);
      return check(value, decoded);
    };
  }

  #alternatives({ object, list, boolean }: Alternatives): Check {
    const isObject = this.#later(object);
    const isList = list ? this.#later(list) : () => false;
    return (value, decoded) => {
      if (Array.isArray(value)) return isList(value, decoded);
      return isRecord(value) ? isObject(value, decoded) : boolean === true && typeof value === 'boolean';
    };
  }

  #struct({ fields }: StructSchema): Check {
    let members: ReadonlyMap<string, Check> | undefined;
    return (value, decoded) => {
      if (!isRecord(value)) return false;
      const before = isRecord(decoded) ? decoded : undefined;
      members ??= new Map([...fields].map(([name, { schema }]) => [name, this.checkOf(schema)]));
      for (const name in value) if (!members.get(name)?.(value[name], before?.[name])) return false;
      return true;
    };
  }
}

const whole = new Checks(() => true);
const typed = new Checks(() => false);

const NOTHING: readonly unknown[] = [];

function scalarCheck({ type }: ScalarSchema): Check {
  switch (type) {
    case 'string':
      return (value) => typeof value === 'string';
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'int32':
      return isInt32;
    case 'int64':
      return isInt64;
    case 'number':
      return Number.isFinite;
    case 'intOrString':
      return (value) => typeof value === 'string' || isInt32(value);
    case 'quantity':
      return (value) => typeof value === 'string' && isPlainQuantity(value);
    case 'bytes':
      return textCheck(canonicalBytes);
    case 'time':
      return textCheck(canonicalTime);
    case 'microtime':
      return textCheck(canonicalMicroTime);
  }
}

const isInt64: Check = (value) => Number.isSafeInteger(value) || typeof value === 'bigint';

const isInt32: Check = (value) => typeof value === 'number' && (value | 0) === value;

const textCheck =
  (read: (text: string) => unknown): Check =>
  (value) => {
    if (typeof value !== 'string') return false;
    try {
      read(value);
      return true;
    } catch {
      return false;
    }
  };
