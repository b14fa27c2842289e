import { expect, test } from 'vitest';
import { findEntries, type PaletteEntry, readCommand } from '../../../src/ui/state/palette.ts';

const entry = (section: string, title: string, ...words: string[]): PaletteEntry => ({
  id: `${section} ${title}`,
  section,
  title,
  words,
  run: () => undefined,
});
const ENTRIES = [
  entry('Views', 'Access'),
  entry('Kinds', 'ConfigMaps', 'cm'),
  entry('Kinds', 'Services', 'svc'),
  entry('Objects', 'greeting', 'configmaps', 'cm'),
  entry('Objects', 'my-greeting', 'secrets'),
];
const found = (query: string) =>
  findEntries(ENTRIES, query).map(({ title, entries }) => [title, ...entries.map((one) => one.title)]);

test('an empty query returns everything in section order', () => {
  expect(found(' ')).toEqual([
    ['Views', 'Access'],
    ['Kinds', 'ConfigMaps', 'Services'],
    ['Objects', 'greeting', 'my-greeting'],
  ]);
});

test('prefix matches come first, and so do their sections', () => {
  expect(found('greet')).toEqual([['Objects', 'greeting', 'my-greeting']]);
  expect(found('svc')).toEqual([['Kinds', 'Services']]);
  expect(found('c')[0]).toEqual(['Kinds', 'ConfigMaps', 'Services']);
});

test('every word must match', () => {
  expect(found('cm greeting')).toEqual([['Objects', 'greeting']]);
  expect(found('cm nothing')).toEqual([]);
});

test('a section shows only its best matches', () => {
  const many = Array.from({ length: 20 }, (_, index) => entry('Objects', `pod-${index}`));
  expect(findEntries(many, 'pod')[0]?.entries.length).toBe(8);
});

test('exact names come before names that only begin with the query', () => {
  const names = ['po-test', 'pods-of-others', 'po'].map((title) => entry('Objects', title));
  expect(findEntries(names, 'po')[0]?.entries[0]?.title).toBe('po');
});

test('a short name comes before a title that begins with it', () => {
  const kinds = [entry('Kinds', 'Policies'), entry('Kinds', 'Pods', 'pods', 'po')];
  expect(findEntries(kinds, 'po')[0]?.entries.map(({ title }) => title)).toEqual(['Pods', 'Policies']);
});

test.each([
  [':po', { name: 'po', filter: '', namespace: undefined }],
  [' :Deploy web -n shop ', { name: 'deploy', filter: 'web', namespace: 'shop' }],
  [':po --namespace=shop a b', { name: 'po', filter: 'a b', namespace: 'shop' }],
  [':po -A', { name: 'po', filter: '', namespace: '' }],
  [':po -n', { name: 'po', filter: '', namespace: undefined }],
  [':', { name: '', filter: '', namespace: undefined }],
])('the command %s names a kind or verb, a filter and a namespace', (query, command) => {
  expect(readCommand(query)).toEqual(command);
});

test('a query without a colon is no command', () => {
  expect(readCommand('po -n shop')).toBeUndefined();
});
