import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { FieldFacts, KindFacts } from '../../src/resources/kind-facts.ts';
import { definitionsOf, groupRowsOf, resourceRowsOf } from '../../src/scripts/generate/kind-rows.mjs';
import { readFacts } from '../../src/scripts/generate/read-facts.mjs';

const factsWith = (fields: FieldFacts, more: Partial<KindFacts> = {}): KindFacts => ({
  group: 'example.k8s.io',
  version: 'v1',
  kind: 'Widget',
  resource: 'widgets',
  namespaced: true,
  description: 'A widget.',
  types: { Widget: { 'spec?': 'WidgetSpec' }, WidgetSpec: fields },
  ...more,
});
const specWith = (fields: FieldFacts): unknown => definitionsOf(factsWith(fields))['example.v1.WidgetSpec'];

describe('definitions from facts', () => {
  test.each<[string, object]>([
    ['string', { type: 'string' }],
    ['*int64', { type: 'integer', format: 'int64', pointer: true }],
    ['[]byte', { type: 'string', format: 'byte' }],
    ['[]string set', { type: 'array', items: { type: 'string' }, listType: 'set' }],
    [
      '[]Part map(name,port) merge(name)',
      {
        type: 'array',
        items: { ref: 'example.v1.Part' },
        ...{ listType: 'map', listMapKeys: ['name', 'port'], patchStrategy: 'merge', patchMergeKey: 'name' },
      },
    ],
    ['map[string]bool atomic', { type: 'object', values: { type: 'boolean' }, mapType: 'atomic' }],
    ['core.v1.ObjectReference', { ref: 'core.v1.ObjectReference', byValue: true }],
    ['*core.v1.ObjectReference', { ref: 'core.v1.ObjectReference' }],
    ['meta.v1.Time', { ref: 'meta.v1.Time' }],
    ['string as(Phase) default(New) written', { type: 'string', goType: 'Phase', default: 'New', empty: 'always' }],
  ])('an optional field %s', (text, expected) => {
    expect(specWith({ 'field?': text })).toEqual({ fields: { field: { ...expected, number: 1 } } });
  });

  test('fields are numbered by position unless they have a number, and required without a question mark', () => {
    expect(specWith({ a: 'string', 'b?': 'string number(7)', c: 'string' })).toEqual({
      fields: { a: { type: 'string', number: 1 }, b: { type: 'string', number: 7 }, c: { type: 'string', number: 3 } },
      required: ['a', 'c'],
    });
  });

  test('an unknown word is an error', () => {
    expect(() => specWith({ a: 'string sorted' })).toThrow('unknown word "sorted" in "string sorted"');
  });

  test('a kind has a list', () => {
    expect(definitionsOf(factsWith({}))['example.v1.WidgetList']).toMatchObject({
      kinds: [['example.k8s.io', 'v1', 'WidgetList']],
      required: ['items'],
    });
  });
});

test('a subresource may have a body of another kind', () => {
  const subresources = { scale: { kind: 'autoscaling/v1 Scale' }, log: { kind: 'v1 Pod', verbs: ['get'] } };
  expect(resourceRowsOf(factsWith({}, { subresources })).slice(1)).toMatchObject([
    { group: 'autoscaling', version: 'v1', kind: 'Scale', name: 'widgets/scale', verbs: ['get', 'patch', 'update'] },
    { group: '', version: 'v1', kind: 'Pod', name: 'widgets/log', verbs: ['get'] },
  ]);
});

test('a group is listed only when it is new or has a new version', () => {
  const groups = [{ group: 'apps', versions: ['v1'], preferred: 'v1' }];
  expect(
    groupRowsOf(
      [
        { group: '', version: 'v1' },
        { group: 'apps', version: 'v1' },
      ],
      groups,
    ),
  ).toEqual([]);
  expect(
    groupRowsOf(
      [
        { group: 'apps', version: 'v2alpha1' },
        { group: 'new', version: 'v1' },
      ],
      groups,
    ),
  ).toEqual([
    { group: 'apps', versions: ['v1', 'v2alpha1'], preferred: 'v1' },
    { group: 'new', versions: ['v1'], preferred: 'v1' },
  ]);
});

test('facts are read from files without executing them, and must be literals', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tabplane-facts-'));
  const read = async (text: string) => {
    await writeFile(join(folder, 'kind.ts'), text);
    return readFacts(pathToFileURL(`${folder}/`));
  };
  try {
    const literal = "import './absent.ts';\nconst facts = { a: 'b', c: [true, false] } satisfies Facts;";
    expect(await read(literal)).toEqual([{ a: 'b', c: [true, false] }]);
    expect(await read('const other = { a: 1 };')).toEqual([]);
    await expect(read('const facts = { a: name };')).rejects.toThrow('kind.ts: facts must be literals, not name');
  } finally {
    await rm(folder, { recursive: true });
  }
});
