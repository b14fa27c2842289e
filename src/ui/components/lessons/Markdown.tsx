import { defaultParseSearch, Link } from '@tanstack/react-router';
import { Fragment, useMemo } from 'react';
import { type Inline, parseMarkdown } from '../../../lessons/markdown.ts';
import { CopyableCode } from '../text/CopyableCode.tsx';

/** Renders the Markdown of a lesson, whose links lead to addresses of the app. */
export function Markdown({ children }: { readonly children: string }) {
  const blocks = useMemo(() => parseMarkdown(children), [children]);
  return blocks.map((block, index) => {
    const key = `${index} ${block.type}`;
    if (block.type === 'code')
      return (
        <CopyableCode key={key} label="Code">
          {block.text}
        </CopyableCode>
      );
    if (block.type === 'paragraph')
      return (
        <p key={key}>
          <Inlines content={block.content} />
        </p>
      );
    return (
      <ul key={key}>
        {block.items.map((item, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: The items of a text never move.
          <li key={position}>
            <Inlines content={item} />
          </li>
        ))}
      </ul>
    );
  });
}

function Inlines({ content }: { readonly content: readonly Inline[] }) {
  return content.map((inline, index) => {
    const key = `${index} ${inline.text}`;
    if (inline.type === 'code') return <code key={key}>{inline.text}</code>;
    if (inline.type === 'strong') return <strong key={key}>{inline.text}</strong>;
    if (inline.type === 'emphasis') return <em key={key}>{inline.text}</em>;
    if (inline.type === 'link') return <AppLink key={key} {...inline} />;
    return <Fragment key={key}>{inline.text}</Fragment>;
  });
}

function AppLink({ to, text }: { readonly to: string; readonly text: string }) {
  const [path = '/', query = ''] = to.split('?');
  const search = query === '' ? {} : defaultParseSearch(`?${query}`);
  return (
    <Link to={path} search={search as Record<string, never>}>
      {text}
    </Link>
  );
}
