import { Button, EmptyState, EmptyStateActions, EmptyStateBody, EmptyStateFooter } from '@patternfly/react-core';
import CubesIcon from '@patternfly/react-icons/dist/esm/icons/cubes-icon';
import SearchIcon from '@patternfly/react-icons/dist/esm/icons/search-icon';
import { useNavigate } from '@tanstack/react-router';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import { useNamespaces } from '../../hooks/use-namespaces.ts';
import { namespacesText } from '../../state/namespaces.ts';
import { resourceParameters } from '../../state/objects/addresses.ts';
import { pluralKind } from '../../state/objects/navigation.ts';

/** An empty list, with the reason and actions. */
export function NoObjects({
  resource,
  isFiltered,
}: {
  readonly resource: DiscoveredResource;
  readonly isFiltered: boolean;
}) {
  const namespaces = useNamespaces();
  const navigate = useNavigate();
  const where = resource.namespaced && namespaces.length > 0 ? ` in ${namespacesText(namespaces)}` : '';
  const parameters = resourceParameters(resource);
  const search = (change: object) => void navigate({ to: '.', search: (old) => ({ ...old, ...change }) });
  return (
    <EmptyState
      titleText={isFiltered ? `No matching ${pluralKind(resource)}` : `No ${pluralKind(resource)}${where}`}
      icon={isFiltered ? SearchIcon : CubesIcon}
      headingLevel="h2"
      variant="sm"
    >
      <EmptyStateBody>
        {isFiltered
          ? `No ${pluralKind(resource)}${where} match the text and labels.`
          : 'New objects appear here automatically.'}
      </EmptyStateBody>
      <EmptyStateFooter>
        <EmptyStateActions>
          {isFiltered && (
            <Button onClick={() => search({ filter: undefined, labels: undefined })}>Clear filters</Button>
          )}
          {!isFiltered && resource.verbs.includes('create') && (
            <Button onClick={() => void navigate({ to: '/create/$group/$version/$resource', params: parameters })}>
              Create {resource.kind}
            </Button>
          )}
          {where !== '' && (
            <Button variant="link" onClick={() => search({ namespace: undefined })}>
              Show all namespaces
            </Button>
          )}
        </EmptyStateActions>
      </EmptyStateFooter>
    </EmptyState>
  );
}
