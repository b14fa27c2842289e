import { expect, test } from 'vitest';
import type { AccessMatrixStatus } from '../../../../src/api/debug/access-analysis.ts';
import { matrixRowName, shownRows, sourceText } from '../../../../src/ui/state/access/permission-matrix.ts';

const source = (name: string) => ({
  binding: { kind: 'RoleBinding', namespace: 'x', name },
  role: { kind: 'ClusterRole', name: 'view' },
  rule: { verbs: ['get'] },
});
const matrix: AccessMatrixStatus = {
  sources: [source('a'), source('a'), source('b')],
  rows: [
    { group: 'apps', resource: 'deployments/scale', namespaced: true, verbs: ['get'], granted: [] },
    { group: '', resource: 'pods', namespaced: true, verbs: ['get'], granted: [{ verb: 'get', sources: [0] }] },
  ],
  paths: [],
  incomplete: false,
};

test('rows have the usual resource names', () => {
  expect(matrix.rows.map(matrixRowName)).toEqual(['deployments.apps/scale', 'pods']);
});

test('denied rows are shown on request, and the filter applies to all', () => {
  const shown = (filter: string, showsDenied: boolean) => shownRows(matrix, filter, showsDenied).map(matrixRowName);
  expect(shown('', false)).toEqual(['pods']);
  expect(shown('', true)).toEqual(['deployments.apps/scale', 'pods']);
  expect(shown(' Scale ', true)).toEqual(['deployments.apps/scale']);
});

test('equal sources are named once', () => {
  expect(sourceText(matrix, { sources: [0, 1, 2] })).toBe(
    'RoleBinding a → ClusterRole view, RoleBinding b → ClusterRole view',
  );
  expect(sourceText(matrix, { sources: [] })).toBe('no role');
});
