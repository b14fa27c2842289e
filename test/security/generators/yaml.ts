import fc from 'fast-check';

const PREFIX = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { generateName: a- }\n';

const doubled = (levels: number): string =>
  ['x0: &x0 [a, a]', ...Array.from({ length: levels }, (_, at) => `x${at + 1}: &x${at + 1} [*x${at}, *x${at}]`)].join(
    '\n',
  );

/** YAML with recursive or repeated aliases, and texts that are not YAML. */
export const yamlTexts: fc.Arbitrary<string> = fc.oneof(
  fc.nat(30).map((levels) => `${PREFIX}data:\n  ${doubled(levels).replaceAll('\n', '\n  ')}\n`),
  fc
    .tuple(fc.nat(50_000), fc.nat(3000))
    .map(
      ([size, count]) =>
        `${PREFIX}a: &a "${'x'.repeat(size)}"\nb: [${new Array<string>(count).fill('*a').join(', ')}]\n`,
    ),
  fc.nat(3000).map((depth) => `${PREFIX}data: ${'['.repeat(depth)}`),
  fc.nat(2000).map((depth) => PREFIX + Array.from({ length: depth }, (_, at) => `${' '.repeat(at)}a:\n`).join('')),
  fc.nat(20_000).map((count) => PREFIX + Array.from({ length: count }, (_, at) => `k${at}: 1\n`).join('')),
  fc.constantFrom('a: &a [*a]', '<<: *x', '--- \n---\n', '!!js/function x', '%YAML 9.9\n---\n', '? ? ? ?', '\t- a'),
  fc.string({ maxLength: 300 }),
);
