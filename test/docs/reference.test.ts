import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { referencePages } from '../../src/scripts/reference/write-reference.mjs';

const folder = new URL('../../docs/reference/', import.meta.url);
const pages = referencePages();

it('the API reference matches the docstrings; otherwise run `npm run reference`', () => {
  const committed = new Map(readdirSync(folder).map((file) => [file, readFileSync(new URL(file, folder), 'utf8')]));
  expect(committed).toEqual(pages);
});

it('every export of the package has a description', () => {
  const isCode = /^(`|\||Also has)/;
  const bare = [...pages].flatMap(([file, text]) =>
    text
      .split(/^### /m)
      .slice(1)
      .map((section) => section.split(/^## /m)[0]?.trim().split('\n') ?? [])
      .filter(([, ...lines]) => lines.every((line) => line === '' || isCode.test(line)))
      .map(([name]) => `${file}: ${name}`),
  );
  expect(bare).toEqual([]);
});
