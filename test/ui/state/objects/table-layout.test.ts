import { describe, expect, it } from 'vitest';
import type { TableRow } from '../../../../src/client/table.ts';
import {
  arrangedColumns,
  isShown,
  movedColumn,
  needsObjects,
  sourceProblem,
} from '../../../../src/ui/state/objects/table-layout.ts';
import { columnsOf } from '../../../../src/ui/state/objects/table-view.ts';

const definition = (name: string, priority: number, format = '') => ({
  name,
  type: 'string',
  format,
  description: '',
  priority,
});
const COLUMNS = columnsOf([definition('Name', 0, 'name'), definition('Ready', 0), definition('Images', 1)], false);
const ROW = {
  cells: ['web', '1/1', 'nginx'],
  object: { metadata: { name: 'web', labels: { app: 'shop' } }, spec: { ports: [{ port: 80 }], node: 'one' } },
} as TableRow;

const names = (columns: readonly { name: string }[]) => columns.map(({ name }) => name);

describe('the layout of a table', () => {
  it('shows the columns of the wide view only on demand, and always the name', () => {
    expect(names(COLUMNS.filter((column) => isShown(column, {})))).toEqual(['Name', 'Ready']);
    const shown = { Name: false, Ready: false, Images: true };
    expect(names(COLUMNS.filter((column) => isShown(column, { shown })))).toEqual(['Name', 'Images']);
  });

  it('adds columns of labels and of JSONPaths, also in the braces of kubectl and with a root', () => {
    const added = ['app', '.spec.node', '{.spec.ports[0].port}', '$.spec.none', 'tier'];
    const columns = arrangedColumns(COLUMNS, { added }).slice(COLUMNS.length);
    expect(names(columns)).toEqual(added);
    expect(columns.map(({ textOf }) => textOf(ROW))).toEqual(['shop', 'one', '80', '', '']);
  });

  it('needs whole objects for JSONPaths only', () => {
    expect([{}, { added: ['app'] }, { added: ['app', '.spec.node'] }].map(needsObjects)).toEqual([false, false, true]);
  });

  it('keeps the chosen order, with new columns at the end', () => {
    const order = movedColumn(COLUMNS, 'Images', -1) ?? [];
    expect(order).toEqual(['Name', 'Images', 'Ready']);
    expect(names(arrangedColumns(COLUMNS, { order, added: ['app'] }))).toEqual([...order, 'app']);
    expect(movedColumn(COLUMNS, 'Images', 5)).toEqual(['Name', 'Ready', 'Images']);
  });

  it('explains why a column cannot be added', () => {
    expect(sourceProblem('app.kubernetes.io/name', COLUMNS)).toBeUndefined();
    expect(sourceProblem('.spec.node', COLUMNS)).toBeUndefined();
    expect(sourceProblem('Ready', COLUMNS)).toBe('The table already has a column Ready');
    expect(sourceProblem('app = web', COLUMNS)).toMatch(/^Enter the key of a label/);
    expect(sourceProblem('.spec.ports[', COLUMNS)).toMatch(/unterminated/);
  });
});
