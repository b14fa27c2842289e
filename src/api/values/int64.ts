const LIMIT = 2n ** 63n;

/** Parses a decimal integer of 64 bits, with or without a sign; undefined when the text is not one. */
export function parseInt64(text: string): bigint | undefined {
  if (!/^[+-]?[0-9]+$/.test(text)) return undefined;
  const value = BigInt(text.startsWith('+') ? text.slice(1) : text);
  return value >= -LIMIT && value < LIMIT ? value : undefined;
}
