import { utf8Bytes } from '../../api/encoding/utf8.ts';
import { isBytes } from '../../api/realms.ts';
import { goFloat } from '../../api/values/go-number.ts';
import { passThrough } from '../evaluation/budget.ts';
import { type Evaluate, global, operator } from '../typing/declarations.ts';
import { parseDuration, parseTime, secondsOf, secondsText, timestampText } from '../values/time-text.ts';
import {
  Duration,
  Failure,
  ListValue,
  MapValue,
  Timestamp,
  TypeValue,
  typeName,
  UnsignedInteger,
  type Value,
} from '../values/values.ts';
import { duration, int, noOverload, timestamp, uint } from './operators.ts';

const SECOND = 1_000_000_000n;
const TRUE = ['1', 't', 'T', 'true', 'TRUE', 'True'];
const FALSE = ['0', 'f', 'F', 'false', 'FALSE', 'False'];

const failed = (value: Value, type: string): Failure =>
  new Failure(`type conversion error from '${typeName(value)}' to '${type}'`);

function toBool(value: Value): Value {
  if (typeof value === 'boolean') return value;
  if (TRUE.includes(value as string)) return true;
  return FALSE.includes(value as string) ? false : failed(value, 'bool');
}

function toBytes(value: Value): Value {
  return typeof value === 'string' ? utf8Bytes(value) : value;
}

function toDouble(value: Value): Value {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof UnsignedInteger) return Number(value.value);
  if (typeof value !== 'string') return value;
  if (/^[+-]?nan$/i.test(value)) return /^nan$/i.test(value) ? Number.NaN : failed(value, 'double');
  const infinite = /^([+-]?)inf(?:inity)?$/i.exec(value);
  if (infinite) return infinite[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const isNumeral = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(value);
  return isNumeral && Number.isFinite(Number(value)) ? Number(value) : failed(value, 'double');
}

function toDuration(value: Value): Value {
  if (typeof value === 'bigint') return duration(value);
  return typeof value === 'string' ? (parseDuration(value) ?? failed(value, 'google.protobuf.Duration')) : value;
}

function toInt(value: Value): Value {
  if (typeof value === 'number') {
    const isInRange = value > -(2 ** 63) && value < 2 ** 63;
    return isInRange ? BigInt(Math.trunc(value)) : new Failure('integer overflow');
  }
  if (value instanceof UnsignedInteger) return int(value.value);
  if (value instanceof Duration) return value.nanoseconds;
  if (value instanceof Timestamp) return secondsOf(value);
  if (typeof value !== 'string') return value;
  const parsed = /^[+-]?0*\d{1,19}$/.test(value) ? int(BigInt(value.replace(/^\+/, ''))) : undefined;
  return parsed === undefined || parsed instanceof Failure ? failed(value, 'int') : parsed;
}

function toUint(value: Value): Value {
  if (typeof value === 'bigint') return uint(value);
  if (typeof value === 'number') {
    const isInRange = value >= 0 && value < 2 ** 64;
    return isInRange ? uint(BigInt(Math.trunc(value))) : new Failure('unsigned integer overflow');
  }
  if (typeof value !== 'string') return value;
  const parsed = /^0*\d{1,20}$/.test(value) ? uint(BigInt(value)) : undefined;
  return parsed === undefined || parsed instanceof Failure ? failed(value, 'uint') : parsed;
}

function toText(value: Value): Value {
  if (typeof value === 'number') return goFloat(value);
  if (value instanceof UnsignedInteger) return String(value.value);
  if (value instanceof Timestamp) return timestampText(value);
  if (value instanceof Duration) return secondsText(value);
  if (!isBytes(value)) return typeof value === 'string' ? value : String(value);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(value);
  } catch {
    return new Failure('invalid UTF-8 in bytes, cannot convert to string');
  }
}

function toTimestamp(value: Value): Value {
  if (typeof value === 'bigint') return timestamp(value * SECOND);
  if (typeof value !== 'string') return value;
  const nanoseconds = parseTime(value);
  return nanoseconds === undefined ? failed(value, 'google.protobuf.Timestamp') : timestamp(nanoseconds);
}

const sizeOf: Evaluate = ([value = null], budget) => {
  if (typeof value === 'string') {
    passThrough(budget, value.length);
    return BigInt(codePointCount(value));
  }
  if (isBytes(value) || value instanceof ListValue) return BigInt(value.length);
  if (!(value instanceof MapValue)) return noOverload('size', value, false);
  const { size } = value;
  budget.work(size);
  return BigInt(size);
};

/** Returns the length of a string in code points. */
export function codePointCount(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

const conversion = (name: string, from: readonly string[], convert: (value: Value) => Value) =>
  from.map((type) =>
    global(name, `${type}: ${name}`, ([value = null], budget) => {
      if (typeof value === 'string') passThrough(budget, value.length);
      return convert(value);
    }),
  );

const SIZED = ['bytes: int', 'list(T): int', 'map(K, V): int', 'string: int'];

export const CONVERSIONS = [
  ...conversion('bool', ['bool', 'string'], toBool),
  ...conversion('bytes', ['bytes', 'string'], toBytes),
  ...conversion('double', ['double', 'int', 'string', 'uint'], toDouble),
  ...conversion('duration', ['duration', 'int', 'string'], toDuration),
  ...conversion('int', ['int', 'double', 'duration', 'string', 'timestamp', 'uint'], toInt),
  ...conversion('string', ['string', 'bool', 'bytes', 'double', 'duration', 'int', 'timestamp', 'uint'], toText),
  ...conversion('timestamp', ['timestamp', 'int', 'string'], toTimestamp),
  ...conversion('uint', ['uint', 'double', 'int', 'string'], toUint),
  ...operator('dyn', ['T: dyn'], ([value = null]) => value),
  ...operator('type', ['T: type(T)'], ([value = null]) => new TypeValue(typeName(value))),
  ...operator('size', SIZED, sizeOf),
  ...operator('size', SIZED, sizeOf).map((written) => ({ ...written, isMember: true })),
];
