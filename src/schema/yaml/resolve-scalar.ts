import { base64Text } from '../../api/encoding/base64.ts';

/** A YAML 1.1 scalar as go-yaml v2 resolves it. Integers are bigints, floats are numbers. */
export type YamlScalar = string | number | bigint | boolean | null;

const WORDS: ReadonlyMap<string, YamlScalar> = new Map<string, YamlScalar>([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map((word) => [word, true] as const),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map((word) => [word, false] as const),
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['.nan', '.NaN', '.NAN'].map((word) => [word, Number.NaN] as const),
  ...['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'].map((word) => [word, Number.POSITIVE_INFINITY] as const),
  ...['-.inf', '-.Inf', '-.INF'].map((word) => [word, Number.NEGATIVE_INFINITY] as const),
]);

const TAG_PREFIX = 'tag:yaml.org,2002:';
const RESOLVABLE = new Set(['str', 'bool', 'int', 'float', 'null', 'timestamp']);
const INTEGER = /^([+-]?)(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9][0-9]*)$/;
const FLOAT = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/;
const FLOAT_AFTER_DOT = /^\.[0-9]+([eE][-+]?[0-9]+)?$/;
/** Times stay text; their type only matters when a tag requests another one. */
const TIME =
  /^\d{4}-\d{1,2}-\d{1,2}(?:[Tt]\d{1,2}:\d{1,2}:\d{1,2}(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)| \d{1,2}:\d{1,2}:\d{1,2}(?:\.\d+)?)?$/;

/** Resolves a plain scalar, or any scalar with a tag in its full form. @throws Error with go-yaml's message */
export function resolveScalar(text: string, tag: string | undefined): YamlScalar {
  if (tag === undefined) return resolvePlain(text);
  const short = tag.startsWith(TAG_PREFIX) ? tag.slice(TAG_PREFIX.length) : '';
  if (short === 'binary') return decodeBinary(text);
  if (short === 'str' || !RESOLVABLE.has(short)) return text;
  const value = resolvePlain(text);
  const found = short === 'timestamp' && TIME.test(text) ? 'timestamp' : typeName(value);
  if (short === found) return value;
  if (short === 'float' && typeof value === 'bigint' && BigInt.asIntN(64, value) === value) return Number(value);
  throw new Error(`cannot decode !!${found} \`${text}\` as a !!${short}`);
}

/** Reports whether a plain scalar resolves to text rather than another YAML type. */
export const resolvesToText = (text: string): boolean =>
  text !== '<<' && !TIME.test(text) && typeof resolvePlain(text) === 'string';

function resolvePlain(text: string): YamlScalar {
  const word = WORDS.get(text);
  if (word !== undefined) return word;
  if (text.startsWith('.')) return finiteOr(text, FLOAT_AFTER_DOT.test(text) ? Number(text) : Number.NaN);
  if (!/^[-+0-9]/.test(text)) return text;
  const plain = text.replaceAll('_', '');
  return integerOf(plain) ?? finiteOr(text, FLOAT.test(plain) ? Number(plain) : Number.NaN);
}

const finiteOr = (text: string, value: number): number | string => (Number.isFinite(value) ? value : text);

const LEADING_ZEROS = /^0[xXbBoO]?0*/;
/**
 * Digits of the largest integer with base 2. Longer texts are not converted, because conversion takes more than linear
 * time.
 */
const MAXIMUM_DIGITS = 64;

/**
 * Parses an integer like Go's 64-bit ParseInt and ParseUint, with the base given by its prefix; undefined when out of
 * range.
 */
function integerOf(text: string): bigint | undefined {
  const [, sign = '', digits] = INTEGER.exec(text) ?? [];
  if (digits === undefined || digits.replace(LEADING_ZEROS, '').length > MAXIMUM_DIGITS) return undefined;
  const size = BigInt(/^0[0-7]+$/.test(digits) ? `0o${digits}` : digits);
  const value = sign === '-' ? -size : size;
  if (BigInt.asIntN(64, value) === value) return value;
  return sign === '' && BigInt.asUintN(64, value) === value ? value : undefined;
}

function typeName(value: YamlScalar): string {
  if (value === null) return 'null';
  if (typeof value === 'bigint') return 'int';
  if (typeof value === 'number') return 'float';
  return typeof value === 'boolean' ? 'bool' : 'str';
}

function decodeBinary(text: string): string {
  const plain = text.replaceAll(/[\r\n]/g, '');
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(plain)) {
    throw new Error('!!binary value contains invalid base64 data');
  }
  return base64Text(plain);
}
