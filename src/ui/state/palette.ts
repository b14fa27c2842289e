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
 * Returns the entries that match every word of the query, by section, best matches first. A title or search word that
 * equals a word ranks highest, then a title that begins with it, then any word that does, then any text that contains it.
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
  const others = words.map((word) => word.toLowerCase());
  const all = [name, detail.toLowerCase(), ...others].join(' ');
  let score = 0;
  for (const word of wanted) {
    if (!all.includes(word)) return undefined;
    if (name === word) score += 5;
    else if (others.includes(word)) score += 4;
    else score += name.startsWith(word) ? 3 : ` ${all}`.includes(` ${word}`) ? 2 : 1;
  }
  return score;
}

/** A query like those of k9s: `:po web -n shop`. */
export interface PaletteCommand {
  /** The kind or verb, in lower case. */
  readonly name: string;
  /** The other words, which filter a list. */
  readonly filter: string;
  /** Undefined: the selected namespace. Empty: all namespaces. */
  readonly namespace: string | undefined;
}

/** Reads a query that begins with a colon; returns undefined for others. */
export function readCommand(query: string): PaletteCommand | undefined {
  const text = query.trim();
  if (!text.startsWith(':')) return undefined;
  const words = text.slice(1).trim().split(/\s+/).filter(Boolean);
  let namespace: string | undefined;
  const others: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (word === '-A' || word === '--all-namespaces') namespace = '';
    else if (word === '-n' || word === '--namespace') {
      index += 1;
      namespace = words[index];
    } else if (/^(-n|--namespace)=/.test(word)) namespace = word.slice(word.indexOf('=') + 1);
    else others.push(word);
  }
  const [name = '', ...filter] = others;
  return { name: name.toLowerCase(), filter: filter.join(' '), namespace };
}
