const LIMIT = 2n ** 63n;
/** Digits of the limit. Longer texts are not converted, because conversion takes more than linear time. */
const MAXIMUM_DIGITS = 19;

/** Parses a decimal integer of 64 bits, with or without a sign; undefined when the text is not one. */
export function parseInt64(text: string): bigint | undefined {
  if (!/^[+-]?[0-9]+$/.test(text)) return undefined;
  const digits = text.replace(/^[+-]?0*/, '');
  if (digits.length > MAXIMUM_DIGITS) return undefined;
  const value = text.startsWith('-') ? -BigInt(digits) : BigInt(digits);
  return value >= -LIMIT && value < LIMIT ? value : undefined;
}
