/** Something to go to or to do. */
export interface PaletteEntry {
  /** Different from that of any other entry. */
  readonly id: string;
  /** The heading that it stands under. */
  readonly section: string;
  readonly title: string;
  /** Tells it from others of the same title. */
  readonly detail?: string;
  /** Further words that find it. */
  readonly words?: readonly string[];
  readonly run: () => void;
}

export interface PaletteSection {
  readonly title: string;
  readonly entries: readonly PaletteEntry[];
}

/** How many entries of a section are shown. */
const MOST = 8;

/**
 * The entries that every word of the query finds, by section; the best of a section first. An entry whose title begins
 * with the query is better than one that has a word that does, and that is better than one that only contains it.
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

/** Undefined when a word finds nothing of the entry; 0 for a query without words. */
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
