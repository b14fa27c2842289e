/** How columns are aligned: the smallest width of a cell, and the blanks after it, which the width includes. */
export interface Alignment {
  readonly minimum: number;
  readonly padding: number;
}

/** The alignment of tables of `get`, and of descriptions. */
const TABLE: Alignment = { minimum: 6, padding: 3 };
export const DESCRIPTION: Alignment = { minimum: 0, padding: 2 };

/** Returns the lines of a table. */
export const alignRows = (rows: readonly (readonly string[])[]): string =>
  alignTabs(rows.map((cells) => `${cells.join('\t')}\n`).join(''), TABLE);

/** Characters with which a value could control a terminal, as tables and descriptions show them. */
const escaped = (text: string): string => text.replaceAll('\x1b', '^[').replaceAll('\r', '\\r');

const widthOf = (text: string): number => [...text].length;

/**
 * Aligns lines whose cells end with tabs, as Go's text/tabwriter does: a column is a run of lines that have the cell, and the
 * last cell of a line belongs to no column. Escape characters and carriage returns in values become visible text.
 */
export function alignTabs(text: string, { minimum, padding }: Alignment): string {
  const lines = escaped(text)
    .split('\n')
    .map((line) => line.split('\t'));
  const texts: string[] = [];
  const write = (from: number, to: number, widths: readonly number[]): void => {
    for (let index = from; index < to; index++) {
      const cells = lines[index] ?? [];
      texts.push(
        cells.map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - widthOf(cell)))).join(''),
      );
    }
  };
  const hasColumn = (index: number, column: number): boolean => column < (lines[index]?.length ?? 0) - 1;
  const format = (start: number, end: number, widths: readonly number[]): void => {
    const column = widths.length;
    let from = start;
    let index = start;
    while (index < end) {
      if (!hasColumn(index, column)) {
        index += 1;
        continue;
      }
      write(from, index, widths);
      from = index;
      let width = minimum;
      for (; index < end && hasColumn(index, column); index++)
        width = Math.max(width, widthOf(lines[index]?.[column] ?? '') + padding);
      format(from, index, [...widths, width]);
      from = index;
    }
    write(from, end, widths);
  };
  format(0, lines.length, []);
  return texts.join('\n');
}
