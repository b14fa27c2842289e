import { expect, test } from 'vitest';
import { findEntries, type PaletteEntry } from '../../../src/ui/state/palette.ts';

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
