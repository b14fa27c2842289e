/** The parameters are `KindFacts` of `src/resources/kind-facts.ts`, which this room may not import. */
type Facts = Readonly<{ group: string; version: string; kind: string; resource: string; types: object }>;

export interface GroupRow {
  readonly group: string;
  readonly versions: readonly string[];
  readonly preferred: string;
}
export function resourceRowsOf(facts: Facts): readonly Readonly<Record<string, unknown>>[];
export function definitionsOf(facts: Facts): Readonly<Record<string, unknown>>;
export function groupRowsOf(
  facts: readonly Pick<Facts, 'group' | 'version'>[],
  groups: readonly GroupRow[],
): GroupRow[];
