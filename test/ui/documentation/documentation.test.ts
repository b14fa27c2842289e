import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type Block,
  type Document,
  type Inline,
  linkTarget,
  pageOfFile,
} from '../../../src/ui/state/documentation/document.ts';
import { readDocument } from '../../../src/ui/state/documentation/read-document.ts';

const root = new URL('../../../', import.meta.url);
const files = [
  'README.md',
  ...readdirSync(new URL('docs/', root), { recursive: true, encoding: 'utf8' }).map((file) => `docs/${file}`),
];
const documents = new Map<string, Document>(
  files
    .filter((file) => file.endsWith('.md'))
    .map((file) => [pageOfFile(file), readDocument(readFileSync(new URL(file, root), 'utf8'))]),
);

/** Reports whether a page exists, with the section unless it is empty. */
const has = (page: string, section: string): boolean =>
  documents.get(page)?.some((block) => section === '' || (block.type === 'heading' && block.id === section)) ?? false;

const linksIn = (content: readonly Inline[]): string[] =>
  content.flatMap((part) => {
    if (typeof part === 'string' || !('content' in part)) return [];
    return [...(part.type === 'link' ? [part.target] : []), ...linksIn(part.content)];
  });

function linksOf(block: Block): string[] {
  if (block.type === 'code') return [];
  if (block.type === 'list') return block.items.flat().flatMap(linksOf);
  if (block.type === 'table') return [block.header, ...block.rows].flat().flatMap(linksIn);
  return linksIn(block.content);
}

describe('the documentation in the app', () => {
  it('has a page and a section about every view', () => {
    // The compiler requires an address in every row.
    const routes = readFileSync(new URL('src/ui/routes.tsx', root), 'utf8');
    const addresses = [...routes.matchAll(/'([\w/-]+)#([\w-]+)'/g)];
    expect(addresses.length).toBeGreaterThanOrEqual(20);
    const missing = addresses.flatMap(([text, page = '', section = '']) => (has(page, section) ? [] : [text]));
    expect(missing).toEqual([]);
  });

  it('has every page and section to which its links lead', () => {
    const broken = [...documents].flatMap(([page, blocks]) =>
      blocks.flatMap(linksOf).filter((link) => {
        const target = linkTarget(page, link);
        return target && 'page' in target && !has(target.page, target.section);
      }),
    );
    expect(broken).toEqual([]);
  });

  it('opens links to other pages in the app, and links to other files nowhere', () => {
    expect(linkTarget('ui', 'traces.md#explanations')).toEqual({ page: 'traces', section: 'explanations' });
    expect(linkTarget('ui', '#clusters')).toEqual({ page: 'ui', section: 'clusters' });
    expect(linkTarget('decisions/offline', '../ui.md')).toEqual({ page: 'ui', section: '' });
    expect(linkTarget('README', 'docs/decisions/README.md')).toEqual({ page: 'decisions/README', section: '' });
    expect(linkTarget('ui', 'https://semver.org')).toEqual({ address: 'https://semver.org' });
    expect(existsSync(new URL('ARCHITECTURE.md', root))).toBe(true);
    expect(linkTarget('README', 'ARCHITECTURE.md')).toBeUndefined();
    expect(linkTarget('README', 'javascript:alert(1)')).toBeUndefined();
  });

  it('keeps the structure of Markdown, and drops HTML', () => {
    const text =
      '# A *small* `page`\n\n<script>run()</script>\n\n1. one<br>two\n\n| a | b |\n|---|---|\n| `x` | [y](z.md) |\n\n```sh\nls\n```\n';
    expect(readDocument(text)).toEqual([
      {
        type: 'heading',
        depth: 1,
        id: 'a-small-page',
        content: ['A ', { type: 'emphasis', content: ['small'] }, ' ', { type: 'code', text: 'page' }],
      },
      {
        type: 'list',
        isOrdered: true,
        items: [[{ type: 'paragraph', content: ['one', { type: 'break' }, 'two'] }]],
      },
      {
        type: 'table',
        header: [['a'], ['b']],
        rows: [[[{ type: 'code', text: 'x' }], [{ type: 'link', target: 'z.md', content: ['y'] }]]],
      },
      { type: 'code', text: 'ls' },
    ]);
  });

  it('leaves Markdown as text where it is nested too deep', () => {
    expect(readDocument(`${'- '.repeat(10_000)}end`).length).toBeGreaterThan(0);
    const depthOf = (blocks: Document): number =>
      1 + Math.max(0, ...blocks.flatMap((block) => (block.type === 'list' ? block.items.map(depthOf) : [])));
    const nested = readDocument(`${'- '.repeat(200)}end`);
    expect(depthOf(nested)).toBeLessThan(25);
    expect(JSON.stringify(nested)).toContain('end');
  });
});
