import { objectKey } from '../../../client/object-key.ts';
import { statusMark } from '../../../client/states/status-mark.ts';
import type { TableColumnDefinition, TableRow } from '../../../client/table.ts';

/** A column of the server's table, or one that the UI adds. */
export interface Column {
  readonly name: string;
  readonly description: string;
  /** `age` counts from the object's creation; the others show the row's cell. */
  readonly type: 'name' | 'namespace' | 'age' | 'number' | 'text';
  readonly textOf: (row: TableRow) => string;
  /** Whether the server shows the column in the wide view only. */
  readonly isWide: boolean;
  /** Whether the user added the column. */
  readonly isAdded?: true;
}

export const keyOfRow = (row: TableRow): string => objectKey(row.object);

/** Names of creation time columns. */
const CREATION_COLUMNS = new Set(['Age', 'Created At']);

/** Returns the server's columns, with the namespace after the name when rows have several. */
export function columnsOf(definitions: readonly TableColumnDefinition[], withNamespace: boolean): Column[] {
  const columns = definitions.map(columnOf);
  if (!withNamespace) return columns;
  const namespace: Column = {
    name: 'Namespace',
    description: 'Namespace of the object',
    type: 'namespace',
    isWide: false,
    textOf: ({ object }) => object.metadata.namespace ?? '',
  };
  return [...columns.slice(0, 1), namespace, ...columns.slice(1)];
}

function columnOf({ name, type, format, description, priority }: TableColumnDefinition, index: number): Column {
  const isWide = priority > 0;
  const textOf = ({ cells }: TableRow): string => cellText(cells[index]);
  if (CREATION_COLUMNS.has(name)) {
    return {
      name: 'Age',
      description,
      type: 'age',
      isWide,
      textOf: ({ object }) => object.metadata.creationTimestamp ?? '',
    };
  }
  if (format === 'name') return { name, description, type: 'name', isWide, textOf };
  return { name, description, type: type === 'integer' || type === 'number' ? 'number' : 'text', isWide, textOf };
}

/** Returns the text of a cell; objects and lists as JSON. */
export const cellText = (cell: unknown): string =>
  cell === null || cell === undefined ? '' : typeof cell === 'object' ? JSON.stringify(cell) : String(cell);

/** Texts that were computed for the rows of a table, which are immutable, by what they were computed from. */
const texts = new WeakMap<object, WeakMap<TableRow, string>>();

/** Returns the text of a row, which is computed once for each `source`: thousands of rows are filtered at every key. */
function cachedText(source: object, row: TableRow, textOf: (row: TableRow) => string): string {
  const known = texts.get(source) ?? new WeakMap<TableRow, string>();
  texts.set(source, known);
  const text = known.get(row) ?? textOf(row);
  known.set(row, text);
  return text;
}

/** Returns the rows that contain every word of `filter` in a column or label. */
export function filterRows(rows: readonly TableRow[], columns: readonly Column[], filter: string): readonly TableRow[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  const shown = columns.filter(({ type }) => type !== 'age');
  const searched = (row: TableRow): string => {
    const labels = Object.entries(row.object.metadata.labels ?? {}).map(([name, value]) => `${name}=${value}`);
    return [...shown.map(({ textOf }) => textOf(row)), ...labels].join('\n').toLowerCase();
  };
  return rows.filter((row) => {
    const text = cachedText(columns, row, searched);
    return words.every((word) => text.includes(word));
  });
}

export interface Sorting {
  readonly column: string;
  readonly descending: boolean;
}

/** Parses a sorting: `-Age` sorts by age, descending. */
export const readSorting = (text: string | undefined): Sorting | undefined =>
  text ? { column: text.replace(/^-/, ''), descending: text.startsWith('-') } : undefined;
export const sortingText = ({ column, descending }: Sorting): string => (descending ? `-${column}` : column);

/** Returns a text that sorts without regard to case, and numbers in it by value: comparing such keys is faster than a collator. */
const sortKey = (text: string): string =>
  text.toLowerCase().replace(/0*(\d+)/g, (_, digits: string) => String.fromCharCode(48 + digits.length) + digits);

/** Stands for the order by namespace and name. */
const BY_NAME = {};

/**
 * Sorts by a column, numbers by value; by namespace and name without a sorting or when its column is hidden.
 * @param before The result for earlier rows. Rows that remain are already in order, which saves most comparisons.
 * @param isNewestFirst whether rows without a sorting are in the order in which they were written, the last one first
 */
export function sortRows(
  rows: readonly TableRow[],
  columns: readonly Column[],
  sorting?: Sorting,
  before: readonly TableRow[] = [],
  isNewestFirst = false,
): TableRow[] {
  const column = columns.find(({ name }) => name === sorting?.column);
  if (!column && isNewestFirst) return rows.toSorted((one, other) => writtenAt(other) - writtenAt(one));
  const textOf = column?.textOf ?? keyOfRow;
  const keyOf = column?.type === 'age' ? textOf : (row: TableRow) => sortKey(textOf(row));
  // The younger an object, the later its timestamp: an ascending age is a descending timestamp.
  const direction = (sorting?.descending ? -1 : 1) * (column?.type === 'age' ? -1 : 1);
  const keyed = inOrderOf(before, rows).map((row) => ({ row, key: cachedText(column ?? BY_NAME, row, keyOf) }));
  keyed.sort((a, b) => direction * compareTexts(a.key, b.key) || compareTexts(keyOfRow(a.row), keyOfRow(b.row)));
  return keyed.map(({ row }) => row);
}

const writtenAt = ({ object }: TableRow): number => Number(object.metadata.resourceVersion ?? 0);

/** Returns the rows in the order of the earlier ones, followed by the new ones. */
function inOrderOf(before: readonly TableRow[], rows: readonly TableRow[]): readonly TableRow[] {
  const fresh = new Set(rows);
  return [...before.filter((row) => fresh.delete(row)), ...fresh];
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Reports whether a text of the column Status has a button that explains it. */
export const isExplained = (status: string): boolean => (statusMark(status) ?? 'success') !== 'success';

/** The width of that button, in characters. */
const EXPLANATION = 6;

const WIDEST = { name: 46, namespace: 28, age: 9, number: 12, text: 44 } as const;
/** Characters down to which a column shrinks before the table scrolls. */
const NARROWEST = { name: 10, namespace: 9, age: 5, number: 6, text: 6 } as const;
/** The width of a character of a title, whose letters are small, in characters of a cell. */
const TITLE = 0.75;
const SAMPLE = 300;

/** The width of a column in characters. */
export interface ColumnWidth {
  readonly best: number;
  /** The width when the table lacks room. */
  readonly least: number;
}

/**
 * Returns column widths, derived from the first rows within limits by type, so that columns keep their widths while
 * rows come and go.
 */
export function columnWidths(rows: readonly TableRow[], columns: readonly Column[]): ColumnWidth[] {
  const sample = rows.slice(0, SAMPLE);
  return columns.map((column) => {
    const { name, type } = column;
    const button = name === 'Status' && sample.some((row) => isExplained(column.textOf(row))) ? EXPLANATION : 0;
    const best = Math.min(Math.max(longestOf(sample, column) + button, name.length + 6), WIDEST[type]);
    return { best, least: Math.min(best, Math.max(titleWidth(column), NARROWEST[type])) };
  });
}

const longestOf = (rows: readonly TableRow[], { type, textOf }: Column): number =>
  type === 'age' ? 7 : rows.reduce((length, row) => Math.max(length, textOf(row).length), 0);

const titleWidth = ({ name }: Column): number => Math.ceil(name.length * TITLE) + 2;

const MESSAGE: ColumnWidth = { best: 44, least: 24 };
/** The width of a name of which the end is enough: an ellipsis and its generated part. */
const NAME_END: ColumnWidth = { best: 9, least: 9 };
/** Limits of the other columns of events, whose texts wrap. */
const BESIDE_MESSAGE: ColumnWidth = { best: 24, least: 14 };
/** The average width of a letter, in characters, which are as wide as a digit. */
const LETTER = 0.85;

/** Reports whether a column has the messages of events, which are shown as a whole. */
export const isMessage = ({ name }: Column): boolean => name === 'Message';

/** Returns the column widths of events. All columns but the message are as narrow as their texts and titles allow. */
export function eventWidths(rows: readonly TableRow[], columns: readonly Column[]): ColumnWidth[] {
  const sample = rows.slice(0, SAMPLE);
  return columns.map((column) => {
    if (isMessage(column)) return MESSAGE;
    // The names of events are generated, and matter less than their messages.
    if (column.type === 'name') return NAME_END;
    const needed = Math.max(Math.ceil(longestOf(sample, column) * LETTER), titleWidth(column));
    return { best: Math.min(needed, BESIDE_MESSAGE.best), least: Math.min(needed, BESIDE_MESSAGE.least) };
  });
}
