import { Button, EmptyState, EmptyStateActions, EmptyStateBody, EmptyStateFooter } from '@patternfly/react-core';
import CubesIcon from '@patternfly/react-icons/dist/esm/icons/cubes-icon';
import { useNavigate } from '@tanstack/react-router';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import { resourceParameters } from '../../state/addresses.ts';
import { pluralKind } from '../../state/navigation.ts';

/** In place of an object that was never there, or is not any more; should it come back, it shows again. */
export function GoneObject({ resource, name }: { readonly resource: DiscoveredResource; readonly name: string }) {
  const navigate = useNavigate();
  return (
    <EmptyState titleText={`There is no ${resource.kind} “${name}”`} icon={CubesIcon} headingLevel="h1">
      <EmptyStateBody>It has been deleted, or was never created. If it is created, it appears here.</EmptyStateBody>
      <EmptyStateFooter>
        <EmptyStateActions>
          <Button
            onClick={() =>
              void navigate({ to: '/objects/$group/$version/$resource', params: resourceParameters(resource) })
            }
          >
            Show all {pluralKind(resource)}
          </Button>
        </EmptyStateActions>
      </EmptyStateFooter>
    </EmptyState>
  );
}
