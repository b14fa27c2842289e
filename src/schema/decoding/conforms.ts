import { isRecord } from '../../api/object.ts';
import { isPlainQuantity } from '../../api/values/quantity.ts';
import { canonicalBytes, canonicalMicroTime, canonicalTime } from '../scalar-text.ts';
import type { Alternatives, ScalarSchema, Schema, StructSchema } from '../schema.ts';

/** Reports whether a parsed JSON value fits a type. */
type Check = (value: unknown, decoded?: unknown) => boolean;

const checks = new WeakMap<Schema, Check>();

/**
 * Reports whether a parsed JSON value has only known members of the right types, so that Go would decode it unchanged.
 * Returns false for some valid values as well, such as numbers for quantities.
 * @param decoded a value decoded before; shared parts are not read again
 */
export const conforms = (value: unknown, schema: Schema, decoded?: unknown): boolean => checkOf(schema)(value, decoded);

function checkOf(schema: Schema): Check {
  const known = checks.get(schema);
  if (known) return known;
  const check = createCheck(schema);
  // Go decodes null into every type.
  const nullable: Check = (value, decoded) =>
    value === null || (value !== undefined && value === decoded) || check(value, decoded);
  checks.set(schema, nullable);
  return nullable;
}

function createCheck(schema: Schema): Check {
  switch (schema.kind) {
    case 'any':
      return schema.alternatives ? alternativesCheck(schema.alternatives) : () => true;
    case 'scalar':
      return scalarCheck(schema);
    case 'struct':
      return structCheck(schema);
    case 'list': {
      const isItem = later(schema.items);
      return (value, decoded) => {
        if (!Array.isArray(value)) return false;
        const before = Array.isArray(decoded) ? decoded : NOTHING;
        return value.every((item, index) => isItem(item, before[index]));
      };
    }
    case 'map': {
      const isMember = later(schema.values);
      return (value) => isRecord(value) && Object.values(value).every((member) => isMember(member));
    }
  }
}

/** Returns a check that is created on first use, because a struct may contain itself. */
function later(schema: Schema): Check {
  let check: Check | undefined;
  return (value, decoded) => {
    check ??= checkOf(schema);
    return check(value, decoded);
  };
}

function alternativesCheck({ object, list, boolean }: Alternatives): Check {
  const isObject = later(object);
  const isList = list ? later(list) : () => false;
  return (value, decoded) => {
    if (Array.isArray(value)) return isList(value, decoded);
    return isRecord(value) ? isObject(value, decoded) : boolean === true && typeof value === 'boolean';
  };
}

const NOTHING: readonly unknown[] = [];

function structCheck({ fields }: StructSchema): Check {
  let members: ReadonlyMap<string, Check> | undefined;
  return (value, decoded) => {
    if (!isRecord(value)) return false;
    const before = isRecord(decoded) ? decoded : undefined;
    members ??= new Map([...fields].map(([name, { schema }]) => [name, checkOf(schema)]));
    for (const name in value) if (!members.get(name)?.(value[name], before?.[name])) return false;
    return true;
  };
}

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
