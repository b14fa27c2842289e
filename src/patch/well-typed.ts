import { isRecord } from '../api/object.ts';
import { parseQuantity } from '../api/values/quantity.ts';
import { canonicalBytes, canonicalMicroTime, canonicalTime } from '../schema/scalar-text.ts';
import type { ScalarSchema, Schema } from '../schema/schema.ts';

/**
 * Reports whether a value would be decoded to itself: every member is known and every scalar has its own type. False
 * only means that decoding may change or reject the value.
 */
export function isWellTyped(value: unknown, schema: Schema): boolean {
  if (value === null) return true;
  switch (schema.kind) {
    case 'any':
      return true;
    case 'scalar':
      return isScalar(value, schema.type);
    case 'list':
      return Array.isArray(value) && value.every((item) => isWellTyped(item, schema.items));
    case 'map':
      return isRecord(value) && Object.values(value).every((item) => isWellTyped(item, schema.values));
    case 'struct':
      return (
        isRecord(value) && Object.keys(value).every((name) => isMember(value[name], schema.fields.get(name)?.schema))
      );
  }
}

const isMember = (value: unknown, schema: Schema | undefined): boolean =>
  schema !== undefined && isWellTyped(value, schema);

function isScalar(value: unknown, type: ScalarSchema['type']): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string';
    case 'boolean':
      return typeof value === 'boolean';
    case 'int32':
      return isInt32(value);
    case 'int64':
      return Number.isSafeInteger(value);
    case 'number':
      return Number.isFinite(value);
    case 'intOrString':
      return typeof value === 'string' || isInt32(value);
    case 'quantity':
      return isText(value, parseQuantity);
    case 'bytes':
      return isText(value, canonicalBytes);
    case 'time':
      return isText(value, canonicalTime);
    case 'microtime':
      return isText(value, canonicalMicroTime);
  }
}

const isInt32 = (value: unknown): boolean => typeof value === 'number' && value === (value | 0);

/** Reports whether a value is a text that a reader accepts; readers throw for others. */
function isText(value: unknown, read: (text: string) => unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    read(value);
    return true;
  } catch {
    return false;
  }
}
