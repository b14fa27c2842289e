import { setMember } from '../object.ts';

/**
 * JSON whose integers keep their digits. An integer that fits into 64 bits but not exactly into a double is a `bigint`;
 * all other numbers are doubles.
 */

const LIMIT = 2n ** 63n;

/** Matches the digits of integers that may not fit exactly into a double. */
const LONG = /\d{16}/;

/** Matches strings, and integers that may not fit exactly into a double. */
const STRINGS_AND_LONG_INTEGERS = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/** Digits of the limit. Longer texts are not converted, because conversion takes more than linear time. */
const MAXIMUM_DIGITS = 19;

/** Reports whether a JSON text may contain an integer that a double cannot hold. */
export const mayHaveLongIntegers = (text: string): boolean => LONG.test(text);

/** Returns a 64-bit integer as a number if that is exact, otherwise as a bigint. */
export const exactInteger = (value: string | bigint): number | bigint => {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : BigInt(value);
};

/** Parses JSON. @throws SyntaxError */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return mayHaveLongIntegers(text) ? withExactIntegers(value, text) : value;
}

function withExactIntegers(value: unknown, text: string): unknown {
  let isChanged = false;
  const marked = text.replace(STRINGS_AND_LONG_INTEGERS, (token) => {
    if (token.startsWith('"') || !isInexact(token)) return token;
    isChanged = true;
    return `"${token}"`;
  });
  if (!isChanged) return value;
  const root = { value };
  replaceMarked(root, { value: JSON.parse(marked) });
  return root.value;
}

function isInexact(token: string): boolean {
  if (token.length > MAXIMUM_DIGITS + 1 || Number.isSafeInteger(Number(token))) return false;
  const value = BigInt(token);
  return value >= -LIMIT && value < LIMIT;
}

/** Replaces each number of a value by a bigint if the marked copy has a string in its place. */
function replaceMarked(root: object, markedRoot: object): void {
  const open: [object, object][] = [[root, markedRoot]];
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const [value, marked] = pair as Record<string, unknown>[];
    for (const key in value) {
      const [member, copy] = [value[key], marked?.[key]];
      if (typeof member === 'number' && typeof copy === 'string') setMember(value, key, BigInt(copy));
      else if (typeof member === 'object' && member !== null) open.push([member, copy as object]);
    }
  }
}

/**
 * Returns the JSON of a value like JSON.stringify, except that 64-bit integers may be bigints.
 * @param indent spaces for each level; undefined for one line
 */
export function writeJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, null, indent);
  } catch (error) {
    // JSON.stringify rejects bigints. Checking the error's name keeps the client bundle of other projects small.
    if ((error as Error).name !== 'TypeError') throw error;
    return textWithLongIntegers(value, indent);
  }
}

/** Writes bigints as doubles first, and then replaces these by the exact digits, in the same order. */
function textWithLongIntegers(value: unknown, indent: number | undefined): string {
  const digits: string[] = [];
  const exactly = (_: string, member: unknown): unknown => {
    const number = typeof member === 'bigint' ? Number(member) : member;
    if (typeof number === 'number' && /^-?\d{16,}$/.test(String(number))) digits.push(String(member));
    return number;
  };
  const text = JSON.stringify(value, exactly, indent);
  let next = 0;
  return text.replace(STRINGS_AND_LONG_INTEGERS, (token) =>
    token.startsWith('"') ? token : (digits[next++] ?? token),
  );
}
