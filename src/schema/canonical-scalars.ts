import { isRecord } from '../api/object.ts';
import { canonicalQuantity, canonicalResourceQuantity } from '../api/values/quantity.ts';
import { canonicalBytes, canonicalMicroTime, canonicalTime } from './scalar-text.ts';
import type { ScalarSchema, Schema } from './schema.ts';
import { hasSentAmounts, rememberSentAmounts } from './sent-amounts.ts';

/** Returns a value as the server writes it. */
type Writer = (value: unknown) => unknown;

export const unchanged: Writer = (value) => value;

/** Returns the zero value of a scalar type. */
export function zeroOfScalar({ type }: ScalarSchema): unknown {
  switch (type) {
    case 'string':
      return '';
    case 'boolean':
      return false;
    case 'quantity':
      return '0';
    case 'bytes':
    case 'time':
    case 'microtime':
      return null;
    default:
      return 0;
  }
}

const texts: Partial<Record<ScalarSchema['type'], (text: string) => string | null>> = {
  bytes: canonicalBytes,
  time: canonicalTime,
  microtime: canonicalMicroTime,
  quantity: canonicalQuantity,
};

/** A map of quantities is a resource list, which the server rounds up to thousandths. */
export const isResourceAmount = (schema: Schema): boolean => schema.kind === 'scalar' && schema.type === 'quantity';

export function scalarWriter({ type }: ScalarSchema): Writer {
  const text = texts[type];
  return text ? textWriter(text) : unchanged;
}

const textWriter =
  (canonicalText: (text: string) => string | null): Writer =>
  (value) => {
    const isText = typeof value === 'string' || typeof value === 'number';
    try {
      return isText ? canonicalText(String(value)) : value;
    } catch {
      return value;
    }
  };

const roundedAmount = textWriter(canonicalResourceQuantity);

/** Writes an amount of a resource list. Go decodes null as zero. */
export const writeAmount: Writer = (value) => (value === null ? '0' : roundedAmount(value));

/** Returns the writer of a resource list, which remembers the client's spelling of its amounts. */
export const amountsWriter =
  (write: Writer): Writer =>
  (value) => {
    const written = write(value);
    if (!isRecord(value) || !isRecord(written)) return value;
    // Returns a copy to drop the sent amounts, which are remembered by list.
    if (written === value) return hasSentAmounts(value) ? { ...value } : value;
    rememberSentAmounts(written, value);
    return written;
  };
