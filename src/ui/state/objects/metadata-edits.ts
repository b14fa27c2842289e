/** A label or an annotation that is being edited. */
export interface MetadataEntry {
  readonly name: string;
  readonly value: string;
}

type Pairs = Readonly<Record<string, string>>;

export const entriesOf = (pairs: Pairs = {}): readonly MetadataEntry[] =>
  Object.entries(pairs).map(([name, value]) => ({ name, value }));

/** Returns why entries cannot be saved; undefined when they can. Entries without name and value are left out. */
export function entriesProblem(entries: readonly MetadataEntry[]): string | undefined {
  const names = entries.filter(({ name, value }) => name || value).map(({ name }) => name.trim());
  if (names.includes('')) return 'A value has no key.';
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  return repeated && `The key ${repeated} occurs twice.`;
}

/** Returns the merge patch from pairs to the entries; undefined without a change. Removed keys are null. */
export function pairsPatch(
  before: Pairs = {},
  entries: readonly MetadataEntry[],
): Readonly<Record<string, string | null>> | undefined {
  const after = new Map(entries.filter(({ name }) => name.trim()).map(({ name, value }) => [name.trim(), value]));
  const removed = Object.keys(before).filter((name) => !after.has(name));
  const changed = [...after].filter(([name, value]) => before[name] !== value);
  if (removed.length + changed.length === 0) return undefined;
  return Object.fromEntries([...removed.map((name) => [name, null] as const), ...changed]);
}
