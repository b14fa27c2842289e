/**
 * Returns what a seed must be, when a value is none. Apart from the code that reads seeds: pages load this one, and that one
 * brings YAML.
 */
export const seedProblem = (seed: unknown): string | undefined =>
  typeof seed === 'string' || Array.isArray(seed) ? undefined : 'must be YAML or a list of objects: seed: [object]';
