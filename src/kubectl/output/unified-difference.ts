/** Lines of context around changes. */
const CONTEXT = 3;
/** Most pairs of lines that are compared; longer changes replace all their lines. */
const MOST_CELLS = 4_000_000;

/** A line of a comparison: in both texts, only in the first, or only in the second. */
interface ComparedLine {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

/** Returns the hunks of `diff -u`; empty when the texts are equal. */
export function unifiedDifference(before: string, after: string): string {
  const lines = compareLines(linesOf(before), linesOf(after));
  const changed = [...lines.keys()].filter((index) => lines[index]?.mark !== ' ');
  const hunks: [number, number][] = [];
  for (const index of changed) {
    const last = hunks.at(-1);
    if (last && index - last[1] <= 2 * CONTEXT) last[1] = index + 1;
    else hunks.push([index, index + 1]);
  }
  return hunks
    .map(([start, end]) => hunkText(lines, Math.max(0, start - CONTEXT), Math.min(lines.length, end + CONTEXT)))
    .join('');
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

function hunkText(lines: readonly ComparedLine[], start: number, end: number): string {
  const count = (from: number, to: number, mark: string): number =>
    lines.slice(from, to).filter((line) => line.mark !== mark).length;
  const range = (mark: string): string => {
    const length = count(start, end, mark);
    const first = count(0, start, mark) + (length > 0 ? 1 : 0);
    return length === 1 ? String(first) : `${first},${length}`;
  };
  const body = lines
    .slice(start, end)
    .map(({ mark, text }) => `${mark}${text}\n`)
    .join('');
  return `@@ -${range('+')} +${range('-')} @@\n${body}`;
}

const same = (text: string): ComparedLine => ({ mark: ' ', text });

/** Compares lines: those between the common beginning and the common end by their longest common subsequence. */
function compareLines(before: readonly string[], after: readonly string[]): ComparedLine[] {
  const shortest = Math.min(before.length, after.length);
  let head = 0;
  while (head < shortest && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shortest - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const removed = before.slice(head, before.length - tail);
  const added = after.slice(head, after.length - tail);
  return [
    ...before.slice(0, head).map(same),
    ...(removed.length * added.length > MOST_CELLS
      ? [
          ...removed.map((text): ComparedLine => ({ mark: '-', text })),
          ...added.map((text): ComparedLine => ({ mark: '+', text })),
        ]
      : compareChangedLines(removed, added)),
    ...before.slice(before.length - tail).map(same),
  ];
}

function compareChangedLines(before: readonly string[], after: readonly string[]): ComparedLine[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  for (let row = before.length - 1; row >= 0; row--)
    for (let column = after.length - 1; column >= 0; column--) {
      const isSame = before[row] === after[column];
      const [here, below] = [lengths[row], lengths[row + 1]];
      if (here)
        here[column] = isSame ? (below?.[column + 1] ?? 0) + 1 : Math.max(below?.[column] ?? 0, here[column + 1] ?? 0);
    }
  const lines: ComparedLine[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    if (row < before.length && before[row] === after[column]) {
      lines.push({ mark: ' ', text: before[row] ?? '' });
      row += 1;
      column += 1;
    } else if (row < before.length && (lengths[row + 1]?.[column] ?? 0) >= (lengths[row]?.[column + 1] ?? 0))
      lines.push({ mark: '-', text: before[row++] ?? '' });
    else lines.push({ mark: '+', text: after[column++] ?? '' });
  }
  return lines;
}
