import { Button, Flex } from '@patternfly/react-core';
import { useNavigate } from '@tanstack/react-router';
import { memo } from 'react';
import { type DiscoveredResource, groupResourceKey } from '../../../client/discovery.ts';
import { AddNodesButton } from '../../components/AddNodesButton.tsx';
import { useClusterActivity } from '../../hooks/use-cluster-activity.ts';
import { resourceParameters } from '../../state/objects/addresses.ts';

/** The actions that create objects of a kind. Memoized, because the header follows every change of the list. */
export const HeaderActions = memo(function HeaderActions({ resource }: { readonly resource: DiscoveredResource }) {
  const navigate = useNavigate();
  const create = () => void navigate({ to: '/create/$group/$version/$resource', params: resourceParameters(resource) });
  return (
    <Flex gap={{ default: 'gapSm' }}>
      {groupResourceKey(resource) === '/nodes' && <AddNodes />}
      <Button onClick={create}>Create {resource.kind}</Button>
    </Flex>
  );
});

const AddNodes = () => <AddNodesButton activity={useClusterActivity()} variant="secondary" />;
