import { JsonPath } from '../../../api/json/json-path.ts';
import { jsonPathError } from '../../../api/json/json-path-syntax.ts';
import { type Column, cellText } from './table-view.ts';

/** A user's changes to the table of a kind. Columns are named by their titles. */
export interface TableLayout {
  /** The chosen order; columns that it lacks follow in their own order. */
  readonly order?: readonly string[];
  /** Whether a column is shown. By default, those of the wide view are not. */
  readonly shown?: Readonly<Record<string, boolean>>;
  /** Widths in pixels. */
  readonly widths?: Readonly<Record<string, number>>;
  /** Columns by a label or JSONPath, which is also their title. */
  readonly added?: readonly string[];
  /** The sorting, in the format of addresses. */
  readonly sort?: string;
}

export const NO_LAYOUT: TableLayout = {};

const isPath = (source: string): boolean => /^[.{$[]/.test(source);

/** Returns a JSONPath without the braces of kubectl's templates and without the root. */
const barePath = (source: string): string => source.replace(/^\{(.*)\}$/, '$1').replace(/^\$/, '');

/** Reports whether a table needs whole objects, because a column has a JSONPath. */
export const needsObjects = ({ added = [] }: TableLayout): boolean => added.some(isPath);

/** Returns the error in the label or JSONPath of a new column; undefined when it is valid. */
export function sourceProblem(source: string, columns: readonly Column[]): string | undefined {
  if (columns.some(({ name }) => name === source)) return `The table already has a column ${source}`;
  if (isPath(source)) return jsonPathError(`{${barePath(source)}}`);
  return /^[\w./-]+$/.test(source) ? undefined : 'Enter the key of a label, or a JSONPath that begins with a dot';
}

/** Returns a column of the values of a label, or of the first match of a JSONPath in the object. */
function addedColumn(source: string): Column {
  const column = { name: source, type: 'text', isWide: false, isAdded: true } as const;
  if (!isPath(source))
    return {
      ...column,
      description: `Value of the label ${source}`,
      textOf: ({ object }) => object.metadata.labels?.[source] ?? '',
    };
  const path = new JsonPath(barePath(source));
  return { ...column, description: `First match of ${source}`, textOf: ({ object }) => cellText(path.first(object)) };
}

/** Returns all columns of a table in their order: those given and those that the user added. */
export function arrangedColumns(columns: readonly Column[], { order = [], added = [] }: TableLayout): Column[] {
  const all = [...columns, ...added.map(addedColumn)];
  const placeOf = ({ name }: Column): number => {
    const place = order.indexOf(name);
    return place < 0 ? order.length : place;
  };
  return all.sort((one, other) => placeOf(one) - placeOf(other));
}

/** Reports whether a column is shown. The name, which links to the object, always is. */
export const isShown = ({ name, type, isWide }: Column, { shown = {} }: TableLayout): boolean =>
  type === 'name' || (shown[name] ?? !isWide);

/** Moves a column by a number of places. */
export function movedColumn(columns: readonly Column[], name: string, places: number): TableLayout['order'] {
  const names = columns.map((column) => column.name);
  const from = names.indexOf(name);
  const to = Math.min(Math.max(from + places, 0), names.length - 1);
  return names.toSpliced(from, 1).toSpliced(to, 0, name);
}
