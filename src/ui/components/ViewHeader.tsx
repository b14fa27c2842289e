import { PageSection, Title } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { useTitle } from '../hooks/use-title.ts';

interface ViewHeaderProps {
  /** The heading of the view, and the title of the browser tab. */
  readonly title: string;
  readonly description: ReactNode;
  readonly children?: ReactNode;
}

/** The header of a view. */
export function ViewHeader({ title, description, children }: ViewHeaderProps) {
  useTitle(title);
  return (
    <PageSection className="tp-header" hasBodyWrapper={false}>
      <Title headingLevel="h1">{title}</Title>
      <p className="tp-subtle">{description}</p>
      {children}
    </PageSection>
  );
}
