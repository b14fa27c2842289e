import './documentation.css';
import { PageSection, Skeleton } from '@patternfly/react-core';
import { Link, useLocation, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { DocumentBlock } from '../../components/documentation/DocumentBlock.tsx';
import { ErrorState } from '../../components/notices/ErrorState.tsx';
import { NotFound } from '../../components/notices/NotFound.tsx';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { type Document, linkTarget, pageOfFile, partKey } from '../../state/documentation/document.ts';

const FILES = import.meta.glob<Document>(['/docs/**/*.md', '/README.md'], { import: 'default' });
const PAGES = new Map(Object.entries(FILES).map(([file, load]) => [pageOfFile(file), load]));

/** A page of the documentation, which is part of the app and so opens without a network. */
export function DocumentView() {
  const { _splat } = useParams({ from: '/docs/$' });
  const page = _splat || 'README';
  const { hash } = useLocation();
  const load = PAGES.get(page);
  const { value: blocks, error } = useAnswer(page, '', async () => load?.() ?? []);
  useTitle('Documentation');
  useEffect(() => {
    if (blocks && hash !== '') document.getElementById(hash)?.scrollIntoView();
  }, [blocks, hash]);
  if (!load) return <NotFound />;
  if (error !== undefined) return <ErrorState error={error} onRetry={() => location.reload()} />;
  return (
    <PageSection isFilled hasBodyWrapper={false}>
      {blocks ? (
        <article key={page} className="tp-document">
          {blocks.map((block, index) => (
            <DocumentBlock key={partKey(index)} block={block} link={linkOf(page)} />
          ))}
        </article>
      ) : (
        <Skeleton height="20rem" screenreaderText="Loading the page" />
      )}
    </PageSection>
  );
}

/** Links to other pages stay in the app. */
const linkOf = (page: string) => (target: string, text: ReactNode) => {
  const to = linkTarget(page, target);
  if (!to) return text;
  return 'address' in to ? (
    <a href={to.address} target="_blank" rel="noreferrer">
      {text}
    </a>
  ) : (
    <Link to="/docs/$" params={{ _splat: to.page }} hash={to.section}>
      {text}
    </Link>
  );
};
