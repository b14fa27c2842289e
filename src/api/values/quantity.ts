import { BoundedMap } from '../memory/bounded-map.ts';

/**
 * Resource amounts (`100m`, `1.5Gi`, `12e6`): exact decimal numbers that remember their notation (apimachinery's
 * resource.Quantity).
 */
export type QuantityFormat = 'DecimalExponent' | 'BinarySI' | 'DecimalSI';

export interface Quantity {
  /** The amount is `unscaled` × 10^`scale`. */
  readonly unscaled: bigint;
  readonly scale: number;
  /** Empty for a quantity that was sent as null. */
  readonly format: QuantityFormat | '';
  /** The original text if the server keeps it; otherwise empty, and the canonical text applies. */
  readonly text: string;
}

export const QUANTITY_FORMAT_ERROR =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
export const QUANTITY_SUFFIX_ERROR = "unable to parse quantity's suffix";
export const QUANTITY_DIGITS_ERROR = 'quantities must have at most 1000 digits';

/** The quantity that Go decodes from null. */
export const NULL_QUANTITY: Quantity = { unscaled: 0n, scale: 0, format: '', text: '' };

const DECIMAL_SUFFIXES: readonly string[] = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'];
const BINARY_SUFFIXES: readonly string[] = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const NANO = -9;
const MAXIMUM_BINARY = 2n ** 63n - 1n;
const MAXIMUM_FAST_DIGITS = 18;
const MAXIMUM_EXPONENT_DIGITS = 19;

/** Maximum number of digits that expanding an exponent adds; greater amounts count as this many. */
const MAXIMUM_SHIFT = 100;

/** Maximum number of digits of an amount. Arithmetic on more would take long. */
const MAXIMUM_DIGITS = 1000;

const power = (exponent: number): bigint => 10n ** BigInt(exponent);
const absolute = (value: bigint): bigint => (value < 0n ? -value : value);

interface Suffix {
  readonly format: QuantityFormat;
  /** Power of 2 for BinarySI, otherwise of 10. */
  readonly exponent: number;
}

function suffixOf(text: string): Suffix | undefined {
  const decimal = DECIMAL_SUFFIXES.indexOf(text);
  if (decimal >= 0) return { format: 'DecimalSI', exponent: (decimal - 3) * 3 };
  const binary = BINARY_SUFFIXES.indexOf(text);
  if (binary >= 0) return { format: 'BinarySI', exponent: binary * 10 };
  const exponent = exponentOf(text);
  return exponent === undefined ? undefined : { format: 'DecimalExponent', exponent };
}

/** Parses an exponent like the real server: as 64 bits, of which only 32 count. Undefined for invalid text. */
function exponentOf(suffix: string): number | undefined {
  const [, sign = '', digits] = /^[eE]([+-]?)0*([0-9]*)$/.exec(suffix) ?? [];
  if (digits === undefined || /[eE+-]$/.test(suffix) || digits.length > MAXIMUM_EXPONENT_DIGITS) return undefined;
  const exponent = BigInt(digits) * (sign === '-' ? -1n : 1n);
  return BigInt.asIntN(64, exponent) === exponent ? Number(BigInt.asIntN(32, exponent)) : undefined;
}

/** A quantity without sign, exponent or unusual digits, as most are. */
const PLAIN = /^\d{1,99}(?:\.\d{1,99})?(?:[numkMGTPE]|[KMGTPE]i)?$/;

/** Reports whether a text is a quantity in an everyday notation. Other notations can also be valid. */
export const isPlainQuantity = (text: string): boolean => PLAIN.test(text);

/** Converts `unscaled` to another scale; lost digits round away from zero. No exponent is expanded beyond its bound. */
function rescale(unscaled: bigint, scale: number, target: number): { unscaled: bigint; exact: boolean } {
  if (target <= scale) return { unscaled: unscaled * power(Math.min(scale - target, MAXIMUM_SHIFT)), exact: true };
  const divisor = power(Math.min(target - scale, MAXIMUM_DIGITS + 1));
  const whole = unscaled / divisor;
  const exact = whole * divisor === unscaled;
  return { unscaled: exact ? whole : whole + (unscaled < 0n ? -1n : 1n), exact };
}

/**
 * Reports whether the real server keeps a number's original text. It uses a quick check that even some canonical texts
 * fail.
 */
function keepsText(digits: string, fraction: string, suffix: Suffix): boolean {
  const shifted = digits + fraction;
  if (suffix.format === 'BinarySI') {
    const precision = 14 - digits.length - Math.trunc((suffix.exponent * 3) / 10);
    return fraction === '' && precision >= 0 && (BigInt(digits) & 7n) !== 0n;
  }
  const scale = suffix.exponent - fraction.length;
  const isFast = shifted.length <= MAXIMUM_FAST_DIGITS && scale >= NANO;
  return isFast && scale % 3 === 0 && !shifted.endsWith('000') && !shifted.startsWith('0');
}

/** Cached, because objects use few distinct quantities. */
const parsed = new BoundedMap<string, Quantity>(4096);
/** Maximum length of cached texts. */
const LONGEST_REMEMBERED = 32;

/**
 * Parses a quantity. Digits below one billionth round away from zero; a number without digits is zero.
 * @throws Error with the real server's message
 */
export function parseQuantity(text: string): Quantity {
  const known = parsed.get(text);
  if (known) return known;
  const quantity = parse(text);
  if (text.length <= LONGEST_REMEMBERED) parsed.set(text, quantity);
  return quantity;
}

/**
 * Sign, digits, fraction and suffix. Each digit fits one part only, which prevents excessive backtracking on long
 * texts.
 */
const NOTATION = /^([+-]?)([0-9]*)(?:\.([0-9]*))?((?:[eEinumkKMGTP]+[-+]?|[-+])[0-9]*)?$/;

function parse(text: string): Quantity {
  if (text === '0') return { unscaled: 0n, scale: 0, format: 'DecimalSI', text };
  const match = NOTATION.exec(text);
  if (text === '' || !match) throw new Error(QUANTITY_FORMAT_ERROR);
  const [, sign, whole = '', fraction = '', suffixText = ''] = match;
  const significant = whole.replace(/^0+/, '');
  const suffix = suffixOf(suffixText);
  if (!suffix) throw new Error(QUANTITY_SUFFIX_ERROR);
  const digits = significant || '0';
  if (digits.length + fraction.length > MAXIMUM_DIGITS) throw new Error(QUANTITY_DIGITS_ERROR);
  const amount = amountOf(BigInt(digits + fraction), fraction.length, suffix);
  return {
    ...amount,
    unscaled: sign === '-' ? -amount.unscaled : amount.unscaled,
    text: keepsText(digits, fraction, suffix) ? text : '',
  };
}

function amountOf(digits: bigint, fractionLength: number, suffix: Suffix): Omit<Quantity, 'text'> {
  const isBinary = suffix.format === 'BinarySI';
  const unscaled = isBinary ? digits << BigInt(suffix.exponent) : digits;
  const scale = (isBinary ? 0 : suffix.exponent) - fractionLength;
  if (scale < NANO) return bounded(rescale(unscaled, scale, NANO).unscaled, NANO, suffix.format);
  return bounded(unscaled, scale, suffix.format);
}

function bounded(unscaled: bigint, scale: number, format: QuantityFormat): Omit<Quantity, 'text'> {
  if (format !== 'BinarySI') return { unscaled, scale, format };
  const one = power(Math.max(0, -scale));
  if (unscaled > MAXIMUM_BINARY * one) return { unscaled: MAXIMUM_BINARY, scale: 0, format };
  return { unscaled, scale, format: unscaled > 0n && unscaled < one ? 'DecimalSI' : format };
}

export const quantityOf = (value: bigint, format: QuantityFormat = 'DecimalSI'): Quantity => ({
  unscaled: value,
  scale: 0,
  format,
  text: '',
});

/** Returns a negative number, zero or a positive number if `a` is less than, equal to or greater than `b`. */
export function compareQuantities(a: Quantity, b: Quantity): number {
  if (Math.abs(a.scale - b.scale) > MAXIMUM_SHIFT) {
    const difference = magnitude(a) - magnitude(b);
    if (difference !== 0) return difference;
  }
  const scale = Math.min(a.scale, b.scale);
  const difference = rescale(a.unscaled, a.scale, scale).unscaled - rescale(b.unscaled, b.scale, scale).unscaled;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Returns a number that orders amounts of different lengths: the places before the decimal point, with the sign. */
function magnitude({ unscaled, scale }: Quantity): number {
  if (unscaled === 0n) return 0;
  // Positive, because amounts have at most nine decimal places.
  const places = absolute(unscaled).toString().length + scale - NANO;
  return unscaled < 0n ? -places : places;
}

/** Returns the sum, in the format of `a` unless `a` is zero. */
export function addQuantities(a: Quantity, b: Quantity): Quantity {
  const scale = Math.min(a.scale, b.scale);
  const unscaled = rescale(a.unscaled, a.scale, scale).unscaled + rescale(b.unscaled, b.scale, scale).unscaled;
  return { unscaled, scale, format: a.unscaled === 0n ? b.format : a.format, text: '' };
}

export const negateQuantity = (quantity: Quantity): Quantity => ({
  ...quantity,
  unscaled: -quantity.unscaled,
  text: '',
});

export const subtractQuantities = (a: Quantity, b: Quantity): Quantity => addQuantities(a, negateQuantity(b));

/** Returns -1, 0 or 1. */
export const quantitySign = ({ unscaled }: Quantity): number => (unscaled < 0n ? -1 : unscaled > 0n ? 1 : 0);

/** Returns the amount in units of 10^`scale`, rounded away from zero: `scaledValue(quantity, -3)` is in thousandths. */
export const scaledValue = (quantity: Quantity, scale: number): bigint =>
  rescale(quantity.unscaled, quantity.scale, scale).unscaled;

/** Returns the amount as an integer, rounded away from zero. */
export const wholeValue = (quantity: Quantity): bigint => scaledValue(quantity, 0);

export const isWhole = (quantity: Quantity): boolean => rescale(quantity.unscaled, quantity.scale, 0).exact;

/** Returns the amount in thousandths, an integer, so that ratios have no floating-point errors. */
export const thousandths = (quantity: Quantity): number => Number(scaledValue(quantity, -3));

/** Rounds a quantity to multiples of 10^`scale`, away from zero. */
export function roundUpQuantity(quantity: Quantity, scale: number): Quantity {
  if (quantity.scale >= scale) return quantity;
  return { ...quantity, unscaled: scaledValue(quantity, scale), scale, text: '' };
}

function decimalText({ unscaled, scale }: Quantity, format: 'DecimalExponent' | 'DecimalSI' | ''): string {
  const digits = unscaled.toString();
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  let mantissa = BigInt(digits.slice(0, end));
  let exponent = scale + digits.length - end;
  const excess = ((exponent % 3) + 3) % 3;
  mantissa *= power(excess);
  exponent -= excess;
  if (format === 'DecimalExponent') return `${mantissa}${exponent === 0 ? '' : `e${exponent}`}`;
  // The real server loses the exponent above the last suffix.
  return `${mantissa}${DECIMAL_SUFFIXES[exponent / 3 + 3] ?? ''}`;
}

function binaryText(value: bigint): string {
  let [mantissa, exponent] = [value, 0];
  while (mantissa % 1024n === 0n) {
    mantissa /= 1024n;
    exponent += 1;
  }
  return `${mantissa}${BINARY_SUFFIXES[exponent] ?? ''}`;
}

/**
 * Returns the quantity as the real server writes it: the original text if it is kept, otherwise with the largest suffix
 * that needs no fraction.
 */
export function quantityText(quantity: Quantity): string {
  if (quantity.text) return quantity.text;
  if (quantity.unscaled === 0n) return '0';
  if (quantity.format !== 'BinarySI') return decimalText(quantity, quantity.format);
  const { unscaled, exact } = rescale(quantity.unscaled, quantity.scale, 0);
  if (!exact || absolute(unscaled) < 1024n) return decimalText(quantity, 'DecimalSI');
  return binaryText(unscaled);
}

/** A small number of whole units, as most quantities are: already canonical, and in thousandths. */
const CANONICAL = /^(?:0|[1-9]\d{0,2}(?:[mkMGTP]|[KMGTP]i)?)$/;

/**
 * Returns the text that the server stores for a quantity; surrounding spaces are dropped.
 * @throws Error with the real server's message
 */
export const canonicalQuantity = (text: string): string =>
  CANONICAL.test(text) ? text : quantityText(parseQuantity(text.trim()));

/** Like `canonicalQuantity`, rounded up to thousandths, as the real server does in every resource list. */
export const canonicalResourceQuantity = (text: string): string =>
  CANONICAL.test(text) ? text : quantityText(roundUpQuantity(parseQuantity(text.trim()), -3));

/** Returns the quantity as errors show the real server's Go struct, which points to amounts that are no int64. */
export function quantityGoText({ unscaled, scale, format, text }: Quantity): string {
  const isInt64 = BigInt.asIntN(64, unscaled) === unscaled;
  const amount = isInt64 ? `value:${unscaled}, scale:${scale}` : 'value:0, scale:0';
  const decimal = isInt64 ? 'nil' : '0xc000000000';
  return `resource.Quantity{i:resource.int64Amount{${amount}}, d:resource.infDecAmount{Dec:(*inf.Dec)(${decimal})}, s:"${text}", Format:"${format}"}`;
}
