import { Link } from '@tanstack/react-router';
import { type Inline, linkTarget, partKey } from '../../state/documentation/document.ts';

interface InlineContentProps {
  readonly content: readonly Inline[];
  readonly page: string;
}

/** Text of a document with its emphasis and links. */
export const InlineContent = ({ content, page }: InlineContentProps) =>
  content.map((part, index) => <InlinePart key={partKey(index)} part={part} page={page} />);

function InlinePart({ part, page }: { readonly part: Inline; readonly page: string }) {
  if (typeof part === 'string') return part;
  if (part.type === 'code') return <code>{part.text}</code>;
  if (part.type === 'break') return <br />;
  const inner = <InlineContent content={part.content} page={page} />;
  if (part.type === 'strong') return <strong>{inner}</strong>;
  if (part.type === 'emphasis') return <em>{inner}</em>;
  const target = linkTarget(page, part.target);
  if (!target) return inner;
  return 'address' in target ? (
    <a href={target.address} target="_blank" rel="noreferrer">
      {inner}
    </a>
  ) : (
    <Link to="/docs/$" params={{ _splat: target.page }} hash={target.section}>
      {inner}
    </Link>
  );
}
