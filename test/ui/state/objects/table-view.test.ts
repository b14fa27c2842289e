import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TableColumnDefinition, TableRow } from '../../../../src/client/table.ts';
import {
  columnsOf,
  columnWidths,
  eventWidths,
  filterRows,
  keyOfRow,
  readSorting,
  sortingText,
  sortRows,
} from '../../../../src/ui/state/objects/table-view.ts';

const definition = (name: string, type = 'string', priority = 0, format = ''): TableColumnDefinition => ({
  name,
  type,
  format,
  description: '',
  priority,
});
const DEFINITIONS = [
  definition('Name', 'string', 0, 'name'),
  definition('Ready', 'integer'),
  definition('Age'),
  definition('Images', 'string', 1),
];
const row = (namespace: string, name: string, ready: number, created: string, labels = {}): TableRow => ({
  cells: [name, ready, 'what the server thought', 'nginx'],
  object: { metadata: { namespace, name, creationTimestamp: created, labels } },
});
const ROWS = [
  row('shop', 'web-10', 9, '2024-01-01T00:00:00Z', { app: 'web' }),
  row('shop', 'web-2', 10, '2024-03-01T00:00:00Z'),
  row('bank', 'vault', 0, '2024-02-01T00:00:00Z'),
];
const columns = columnsOf(DEFINITIONS, true);
const names = (rows: readonly TableRow[]) => rows.map(({ cells }) => cells[0]);
const sorted = (sort: string) => names(sortRows(ROWS, columns, readSorting(sort)));

describe('columns', () => {
  it('have the namespace after the name, and mark those of the wide view', () => {
    expect(columns.map(({ name }) => name)).toEqual(['Name', 'Namespace', 'Ready', 'Age', 'Images']);
    expect(columns.filter(({ isWide }) => isWide).map(({ name }) => name)).toEqual(['Images']);
    expect(columnsOf(DEFINITIONS, false).map(({ name }) => name)).toEqual(['Name', 'Ready', 'Age', 'Images']);
  });

  it("compute a live age from the object, whatever the server's column name", () => {
    const [created] = columnsOf([definition('Created At', 'date')], false);
    expect(created).toMatchObject({ name: 'Age', type: 'age' });
    expect(ROWS[0] && created?.textOf(ROWS[0])).toBe('2024-01-01T00:00:00Z');
  });

  it('are as wide as their longest text, within limits, and shrink down to a readable width', () => {
    const long = row('shop', 'x'.repeat(200), 1, '');
    expect(columnWidths([...ROWS, long], columns)).toEqual([
      { best: 46, least: 10 },
      { best: 15, least: 9 },
      { best: 11, least: 6 },
      { best: 9, least: 5 },
      { best: 12, least: 7 },
    ]);
  });

  it('of a status have room for the button that explains one that is not good', () => {
    const [, status] = columnsOf([definition('Name', 'string', 0, 'name'), definition('Status')], false);
    const widthsOf = (text: string) =>
      status && columnWidths([{ ...row('shop', 'web', 1, ''), cells: ['web', text] }], [status]);
    expect(widthsOf('Running and well')).toEqual([{ best: 16, least: 7 }]);
    expect(widthsOf('CrashLoopBackOff')).toEqual([{ best: 22, least: 7 }]);
  });

  it('leave the width of a list of events to the messages', () => {
    const titles = ['Last Seen', 'Reason', 'Object', 'Message'];
    const cells = ['3s', 'FailedScheduling', `pod/${'x'.repeat(200)}`, 'x'.repeat(200), 'web.17a'];
    const definitions = [...titles.map((title) => definition(title)), definition('Name', 'string', 1, 'name')];
    expect(eventWidths([{ ...row('shop', 'web.17a', 1, ''), cells }], columnsOf(definitions, false))).toEqual([
      { best: 9, least: 9 },
      { best: 14, least: 14 },
      { best: 24, least: 14 },
      { best: 44, least: 24 },
      { best: 9, least: 9 },
    ]);
  });
});

describe('filtering', () => {
  it('requires every word, in any column or label', () => {
    expect(names(filterRows(ROWS, columns, 'SHOP 10'))).toEqual(['web-10', 'web-2']);
    expect(names(filterRows(ROWS, columns, 'app=web'))).toEqual(['web-10']);
    expect(filterRows(ROWS, columns, '  ')).toBe(ROWS);
  });
});

describe('sorting', () => {
  it('is by namespace and name by default', () => {
    expect(names(sortRows(ROWS, columns))).toEqual(['vault', 'web-2', 'web-10']);
  });

  it('puts the last written object first on request, unless a column is sorted', () => {
    const rows = ROWS.map((one, index) => {
      const metadata = { ...one.object.metadata, resourceVersion: ['9', '100', '20'][index] ?? '' };
      return { ...one, object: { metadata } };
    });
    expect(names(sortRows(rows, columns, undefined, [], true))).toEqual(['web-2', 'vault', 'web-10']);
    expect(names(sortRows(rows, columns, readSorting('Name'), [], true))).toEqual(['vault', 'web-2', 'web-10']);
  });

  it('compares numbers in texts by value', () => {
    expect(sorted('Name')).toEqual(['vault', 'web-2', 'web-10']);
    expect(sorted('-Ready')).toEqual(['web-2', 'web-10', 'vault']);
  });

  it('puts the youngest objects first by age', () => {
    expect(sorted('Age')).toEqual(['web-2', 'vault', 'web-10']);
    expect(sorted('-Age')).toEqual(['web-10', 'vault', 'web-2']);
  });

  it('gives the same order when it starts from earlier rows, some of which are gone, changed or new', () => {
    const some = fc.uniqueArray(
      fc.record({ namespace: fc.constantFrom('bank', 'shop'), number: fc.nat(30), ready: fc.nat(3) }),
      { selector: ({ namespace, number }) => `${namespace} ${number}` },
    );
    const rowsOf = (list: readonly { namespace: string; number: number; ready: number }[]) =>
      list.map(({ namespace, number, ready }) => row(namespace, `web-${number}`, ready, ''));
    void fc.assert(
      fc.property(some, some, fc.constantFrom('Name', '-Ready', undefined), (first, second, sort) => {
        const sorting = readSorting(sort);
        const earlier = rowsOf(first);
        const rows = [...earlier.filter((_, index) => index % 3 > 0), ...rowsOf(second)];
        const unique = [...new Map(rows.map((one) => [keyOfRow(one), one])).values()];
        const before = sortRows(earlier, columns, sorting);
        expect(sortRows(unique, columns, sorting, before)).toEqual(sortRows(unique, columns, sorting));
      }),
    );
  });

  it('ignores an unknown column', () => {
    expect(sorted('Nonsense')).toEqual(['vault', 'web-2', 'web-10']);
  });

  it('is formatted in the address as a name with a sign', () => {
    expect(sortingText({ column: 'Age', descending: true })).toBe('-Age');
    expect(readSorting('-Age')).toEqual({ column: 'Age', descending: true });
  });
});
