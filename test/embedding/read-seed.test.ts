import { expect, it } from 'vitest';
import { readSeed } from '../../src/embedding/seeds/read-seed.ts';

it('a seed may be indented as a whole, as in a program', () => {
  const seed = `
    apiVersion: v1
    kind: ConfigMap
    metadata:
      name: first
    data:
      text: |
        one
          two
    ---

    {apiVersion: v1, kind: ConfigMap, metadata: {name: second}}
  `;
  expect(readSeed(seed)).toMatchObject([
    { place: 'document 1', object: { metadata: { name: 'first' }, data: { text: 'one\n  two\n' } } },
    { place: 'document 2', object: { metadata: { name: 'second' } } },
  ]);
});

it('an empty seed has no documents', () => {
  expect(readSeed('')).toEqual([]);
  expect(readSeed('\n  \n')).toEqual([]);
});
