import './documentation.css';
import { PageSection, Skeleton } from '@patternfly/react-core';
import { useLocation, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ErrorState } from '../../components/notices/ErrorState.tsx';
import { NotFound } from '../../components/notices/NotFound.tsx';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { type Document, pageOfFile, partKey } from '../../state/documentation/document.ts';
import { DocumentBlock } from './DocumentBlock.tsx';

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
            <DocumentBlock key={partKey(index)} block={block} page={page} />
          ))}
        </article>
      ) : (
        <Skeleton height="20rem" screenreaderText="Loading the page" />
      )}
    </PageSection>
  );
}
