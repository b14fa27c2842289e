const INT64 = 2 ** 63;

/** Reports whether Go decodes a number as an integer: it is whole and fits into 64 bits. */
export const isGoInteger = (value: number): boolean => Number.isInteger(value) && value >= -INT64 && value < INT64;

/** Returns a double as Go's `%v` formats it: with an exponent of at least two digits below 1e-4 and from 1e6. */
export function goFloat(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  if (Object.is(value, -0)) return '-0';
  const [digits = '', exponent = '0'] = value.toExponential().split('e');
  const power = Number(exponent);
  if (value === 0 || (power >= -4 && power < 6)) return String(value);
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

/** Returns a number of JSON as Go's `%v` formats it: integers by their digits. */
export const goNumber = (value: number): string => (isGoInteger(value) ? BigInt(value).toString() : goFloat(value));

/** Returns a double as Go converts it to a 64-bit integer: truncated, or the smallest one when it does not fit. */
export const goInteger = (value: number): number => (Math.abs(value) < INT64 ? Math.trunc(value) : -INT64);
