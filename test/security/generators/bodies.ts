import fc from 'fast-check';

const KEYS = ['metadata', 'name', 'labels', 'data', 'kind', 'apiVersion', '__proto__', 'constructor', 'spec', ''];

const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom(null, true, 0, -1, 1e308, '', '\u0000', '../..'),
    fc.string({ maxLength: 30 }),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...KEYS), fc.string({ maxLength: 8 })), tie('value'), { maxKeys: 5 }),
  ),
}));

const nested = fc
  .tuple(fc.constantFrom('[', '{"a":', '{"metadata":{"labels":'), fc.nat(20_000))
  .map(([opening, depth]) => opening.repeat(depth));

/** JSON bodies: malformed objects, deeply nested objects, and texts that are not objects. */
export const bodies: fc.Arbitrary<string> = fc.oneof(
  value.map((each) => JSON.stringify(each)),
  nested,
  fc.nat(200_000).map((length) => JSON.stringify({ metadata: { name: 'a'.repeat(length) } })),
  fc.nat(20_000).map((count) => JSON.stringify({ metadata: { finalizers: new Array<string>(count).fill('a/b') } })),
  fc.string({ maxLength: 200 }),
);
