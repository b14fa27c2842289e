/** A destination or action in the palette. */
export interface PaletteEntry {
  /** Unique among all entries. */
  readonly id: string;
  /** Heading of its section. */
  readonly section: string;
  readonly title: string;
  /** Distinguishes entries with the same title. */
  readonly detail?: string;
  /** Additional search words. */
  readonly words?: readonly string[];
  readonly run: () => void;
}

export interface PaletteSection {
  readonly title: string;
  readonly entries: readonly PaletteEntry[];
}

/** Maximum number of entries per section. */
const MOST = 8;

/**
 * Returns the entries that match every word of the query, by section, best matches first. A title that begins with a
 * word ranks above one with a word that does, and that above one that only contains it.
 */
export function findEntries(entries: readonly PaletteEntry[], query: string): readonly PaletteSection[] {
  const wanted = query.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const found = entries.flatMap((entry) => {
    const score = scoreOf(entry, wanted);
    return score === undefined ? [] : [{ entry, score }];
  });
  const sections = new Map<string, { best: number; items: typeof found }>();
  for (const item of found) {
    const section = sections.get(item.entry.section) ?? { best: 0, items: [] };
    section.items.push(item);
    section.best = Math.max(section.best, item.score);
    sections.set(item.entry.section, section);
  }
  return [...sections]
    .toSorted(([, a], [, b]) => b.best - a.best)
    .map(([title, { items }]) => ({
      title,
      entries: items
        .toSorted((a, b) => b.score - a.score)
        .slice(0, MOST)
        .map(({ entry }) => entry),
    }));
}

/** Returns undefined when a word does not match; zero for an empty query. */
function scoreOf({ title, detail = '', words = [] }: PaletteEntry, wanted: readonly string[]): number | undefined {
  const name = title.toLowerCase();
  const all = [name, detail.toLowerCase(), ...words.map((word) => word.toLowerCase())].join(' ');
  let score = 0;
  for (const word of wanted) {
    if (!all.includes(word)) return undefined;
    score += name.startsWith(word) ? 3 : ` ${all}`.includes(` ${word}`) ? 2 : 1;
  }
  return score;
}
