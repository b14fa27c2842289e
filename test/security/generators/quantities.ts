import fc from 'fast-check';

const SUFFIXES = ['', 'm', 'n', 'k', 'Ki', 'Mi', 'E', 'Ei', 'e3', 'E-3', 'x'];
const exponent = fc.oneof(fc.integer({ min: -400, max: 400 }), fc.integer({ min: -(10 ** 12), max: 10 ** 12 }));

/** Quantities, most of them at or beyond the accepted bounds. */
export const quantities: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(fc.integer(), fc.constantFrom(...SUFFIXES)).map(([number, suffix]) => `${number}${suffix}`),
  fc.tuple(fc.constantFrom('1', '-1', '0', '9.9', '0.000001'), exponent).map(([number, power]) => `${number}e${power}`),
  fc.nat(5000).map((length) => '9'.repeat(length)),
  fc.nat(5000).map((length) => `0.${'0'.repeat(length)}1`),
  fc.string({ maxLength: 20 }),
);
