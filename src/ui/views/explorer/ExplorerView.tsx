import './explorer.css';
import { EmptyState, EmptyStateBody, PageSection, SearchInput } from '@patternfly/react-core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { groupResourceText } from '../../../api/object.ts';
import { ViewHeader } from '../../components/ViewHeader.tsx';
import { useDiscovery } from '../../hooks/use-application.ts';
import { findQualified } from '../../state/followed-steps.ts';
import { FieldPage } from './FieldPage.tsx';
import { FieldResults } from './FieldResults.tsx';
import { KindIndex } from './KindIndex.tsx';

/** Every kind and field that the cluster serves, with its documentation, and a search over all of them. */
export function ExplorerView() {
  const { resource, version, field = '', filter = '' } = useSearch({ from: '/explorer' });
  const navigate = useNavigate({ from: '/explorer' });
  const discovery = useDiscovery();
  const searched = useDeferredValue(filter);
  const preferred = resource === undefined ? undefined : findQualified(discovery, resource);
  const found =
    preferred &&
    (discovery.resources.find(
      (one) => one.group === preferred.group && one.resource === preferred.resource && one.version === version,
    ) ??
      preferred);
  return (
    <>
      <ViewHeader
        title="API explorer"
        description="Every kind and field that this cluster serves, custom resources included."
      >
        <SearchInput
          className="tp-explorer-search"
          value={filter}
          placeholder="Search all fields: probe seconds"
          aria-label="Search all fields"
          onChange={(_, text) => void navigate({ search: (old) => ({ ...old, filter: text }), replace: true })}
          onClear={() => void navigate({ search: (old) => ({ ...old, filter: undefined }), replace: true })}
        />
      </ViewHeader>
      <PageSection isFilled hasBodyWrapper={false} className="tp-explorer">
        {searched.trim() !== '' ? (
          <FieldResults text={searched} />
        ) : found ? (
          <FieldPage resource={found} path={field.split('.').filter(Boolean)} key={groupResourceText(found)} />
        ) : resource !== undefined ? (
          <EmptyState titleText={`Unknown resource ${resource}`} headingLevel="h2">
            <EmptyStateBody>
              The server does not serve it. <Link to="/explorer">Show all kinds</Link>
            </EmptyStateBody>
          </EmptyState>
        ) : (
          <KindIndex />
        )}
      </PageSection>
    </>
  );
}
