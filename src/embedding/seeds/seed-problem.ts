/**
 * Returns the requirement that an invalid seed violates. It is separate from the code that reads seeds, because pages
 * load it, and that code needs the YAML library.
 */
export const seedProblem = (seed: unknown): string | undefined =>
  typeof seed === 'string' || Array.isArray(seed) ? undefined : 'must be YAML or a list of objects: seed: [object]';
