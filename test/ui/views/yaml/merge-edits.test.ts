import { describe, expect, test } from 'vitest';
import { mergeEdits } from '../../../../src/ui/views/yaml/merge-edits.ts';
import { editYaml, readDocuments } from '../../../../src/ui/views/yaml/yaml-documents.ts';

describe('merging server changes into a text', () => {
  const loaded = { data: { a: '1', b: '1', c: '1' }, list: ['x'] };

  test('applies server changes', () => {
    const live = { data: { a: '2', b: '1', d: '1' }, list: ['x', 'y'] };
    expect(mergeEdits(loaded, loaded, live)).toEqual({
      edits: [
        { path: ['data', 'a'], value: '2' },
        { path: ['data', 'c'], value: undefined },
        { path: ['data', 'd'], value: '1' },
        { path: ['list'], value: ['x', 'y'] },
      ],
      overlaps: [],
    });
  });

  test("keeps the text's changes and reports overlaps", () => {
    const written = { data: { a: 'mine', b: 'mine', c: '1' }, list: ['x'] };
    const live = { data: { a: 'theirs', b: '1', c: '1' }, list: ['x'] };
    expect(mergeEdits(loaded, written, live)).toEqual({ edits: [], overlaps: ['data.a'] });
  });

  test('keeps comments and order', () => {
    const text = '# mine\ndata:\n  b: "2" # why\n  a: "1"\n';
    expect(editYaml(text, [{ path: ['data', 'a'], value: '3' }])).toBe('# mine\ndata:\n  b: "2" # why\n  a: "3"\n');
  });
});

test('YAML is parsed as on the server', () => {
  const [document] = readDocuments('mode: 0644\non: yes\nat: 2024-01-01T00:00:00Z\nratio: 20:30\n').documents;
  expect(document?.toJS()).toEqual({ mode: 420, true: true, at: '2024-01-01T00:00:00Z', ratio: '20:30' });
});
