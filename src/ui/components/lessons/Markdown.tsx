import { defaultParseSearch, Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { appPath } from '../../state/documentation/app-path.ts';
import { partKey } from '../../state/documentation/document.ts';
import { readDocument } from '../../state/documentation/read-document.ts';
import { DocumentBlock } from '../documentation/DocumentBlock.tsx';

/** Renders the Markdown of a lesson. Its links lead to addresses of the app; others are text. */
export function Markdown({ children }: { readonly children: string }) {
  const blocks = useMemo(() => readDocument(children), [children]);
  return blocks.map((block, index) => <DocumentBlock key={partKey(index)} block={block} link={appLink} />);
}

function appLink(target: string, text: ReactNode): ReactNode {
  const to = appPath(target);
  if (!to)
    return (
      <>
        {text} ({target})
      </>
    );
  return (
    <Link to={to.path} search={defaultParseSearch(to.query) as Record<string, never>}>
      {text}
    </Link>
  );
}
