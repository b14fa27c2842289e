import type { ReactNode } from 'react';
import { type Inline, partKey } from '../../state/documentation/document.ts';

/** Renders a link from its target, as in the Markdown, and its text. */
export type RenderLink = (target: string, text: ReactNode) => ReactNode;

interface InlineContentProps {
  readonly content: readonly Inline[];
  readonly link: RenderLink;
}

/** Text of a document with its emphasis and links. */
export const InlineContent = ({ content, link }: InlineContentProps) =>
  content.map((part, index) => <InlinePart key={partKey(index)} part={part} link={link} />);

function InlinePart({ part, link }: { readonly part: Inline; readonly link: RenderLink }) {
  if (typeof part === 'string') return part;
  if (part.type === 'code') return <code>{part.text}</code>;
  if (part.type === 'break') return <br />;
  const inner = <InlineContent content={part.content} link={link} />;
  if (part.type === 'strong') return <strong>{inner}</strong>;
  if (part.type === 'emphasis') return <em>{inner}</em>;
  return link(part.target, inner);
}
