import { expect, it } from 'vitest';
import { parseMarkdown } from '../../src/lessons/markdown.ts';

it('paragraphs, lists and code are blocks, and lines of a paragraph are joined', () => {
  expect(parseMarkdown('One\nline.\n\n- a\n  goes on\n- b\n\n```yaml\nkind: Pod\n  x: 1\n```\nEnd')).toEqual([
    { type: 'paragraph', content: [{ type: 'text', text: 'One line.' }] },
    { type: 'list', items: [[{ type: 'text', text: 'a goes on' }], [{ type: 'text', text: 'b' }]] },
    { type: 'code', text: 'kind: Pod\n  x: 1' },
    { type: 'paragraph', content: [{ type: 'text', text: 'End' }] },
  ]);
});

it('code, strong text, emphasis and links are pieces of a paragraph', () => {
  expect(parseMarkdown('See `a*b*`, **now** and *then*: [Pods](/objects/core/v1/pods).')).toEqual([
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'See ' },
        { type: 'code', text: 'a*b*' },
        { type: 'text', text: ', ' },
        { type: 'strong', text: 'now' },
        { type: 'text', text: ' and ' },
        { type: 'emphasis', text: 'then' },
        { type: 'text', text: ': ' },
        { type: 'link', text: 'Pods', to: '/objects/core/v1/pods' },
        { type: 'text', text: '.' },
      ],
    },
  ]);
});

it.each(['https://evil.example', 'javascript:alert', '//evil.example', '/\\evil.example', 'data:text/html,x'])(
  'a link to %s, which leaves the app, is text',
  (to) => {
    expect(parseMarkdown(`[here](${to})`)).toEqual([
      { type: 'paragraph', content: [{ type: 'text', text: `here (${to})` }] },
    ]);
  },
);

it('HTML is text', () => {
  const html = '<img src=x onerror=alert(1)> <b>bold</b>';
  expect(parseMarkdown(html)).toEqual([{ type: 'paragraph', content: [{ type: 'text', text: html }] }]);
});
