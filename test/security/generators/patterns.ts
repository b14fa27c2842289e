import fc from 'fast-check';

const piece = fc.constantFrom('a', '.', '[a-z]', '\\d', '(a|b)', '(a|aa)', '(a*)*', '(?:x|xy|xyz)', '^', '$', '\\pL');
const counted = fc
  .tuple(piece, fc.nat(1000), fc.nat(1000))
  .map(([text, least, more]) => `(${text}){${least},${least + more}}`);

/** A pattern of a custom resource and a text to match it with. */
export interface PatternCase {
  readonly pattern: string;
  readonly text: string;
}

/** Patterns that backtrack or expand, with texts that nearly match. */
export const patterns: fc.Arbitrary<PatternCase> = fc.record({
  pattern: fc.array(fc.oneof(piece, counted), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
  text: fc
    .tuple(fc.constantFrom('a', 'ab', 'xyz', '0'), fc.nat(20_000), fc.constantFrom('', '!'))
    .map(([unit, count, last]) => unit.repeat(count) + last),
});
