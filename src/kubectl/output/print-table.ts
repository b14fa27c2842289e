import type { DiscoveredResource } from '../../client/discovery.ts';
import type { Table, TableRow } from '../../client/table.ts';
import { alignRows } from './tab-writer.ts';

/** How a table is shown. */
export interface TableOptions {
  readonly isWide: boolean;
  readonly hasHeaders: boolean;
  readonly withNamespace: boolean;
  /** Prefixes names with the kind: `pod/web`. */
  readonly withKind: boolean;
  readonly showLabels: boolean;
  /** Labels that have a column each. */
  readonly labelColumns: readonly string[];
}

/** Returns rows of tables of one resource, aligned together. */
export function printTable(
  { group, kind }: Pick<DiscoveredResource, 'group' | 'kind'>,
  { columnDefinitions, rows }: Pick<Table, 'columnDefinitions' | 'rows'>,
  options: TableOptions,
): string {
  const columns = (columnDefinitions ?? []).map((column, index) => ({ ...column, index }));
  const shown = columns.filter(({ priority }) => options.isWide || !priority);
  const header = [
    ...(options.withNamespace ? ['NAMESPACE'] : []),
    ...shown.map(({ name }) => name.toUpperCase()),
    ...options.labelColumns.map((label) => label.slice(label.lastIndexOf('/') + 1).toUpperCase()),
    ...(options.showLabels ? ['LABELS'] : []),
  ];
  const prefix = options.withKind ? `${kind.toLowerCase()}${group ? `.${group}` : ''}/` : '';
  const lineOf = (row: TableRow): string[] => {
    const { namespace = '', labels = {} } = row.object?.metadata ?? {};
    return [
      ...(options.withNamespace ? [namespace] : []),
      ...shown.map(({ index }, position) => `${position === 0 ? prefix : ''}${cellText(row.cells[index])}`),
      ...options.labelColumns.map((label) => labels[label] ?? '<none>'),
      ...(options.showLabels ? [labelsText(labels)] : []),
    ];
  };
  const lines = [...(options.hasHeaders ? [header] : []), ...(rows ?? []).map(lineOf)];
  return alignRows(lines);
}

/** Returns the first line of a cell; `...` marks that it has more. */
function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'string') return Array.isArray(cell) ? `[${cell.join(' ')}]` : String(cell);
  const end = cell.search(/[\f\n\r]/);
  return end < 0 ? cell : `${cell.slice(0, end)}...`;
}

/** Returns labels as tables show them, sorted by name. */
export function labelsText(labels: Readonly<Record<string, string>> | undefined): string {
  const names = Object.keys(labels ?? {}).sort();
  return names.length === 0 ? '<none>' : names.map((name) => `${name}=${labels?.[name]}`).join(',');
}
