import { Tbody } from '@patternfly/react-table';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type DiscoveredResource, findResource } from '../../../client/discovery.ts';
import { TitledCard } from '../../components/TitledCard.tsx';
import { Table } from '../../components/table/Table.tsx';
import { TableHead } from '../../components/table/TableHead.tsx';
import { Td } from '../../components/table/Td.tsx';
import { Tr } from '../../components/table/Tr.tsx';
import { useDiscovery } from '../../hooks/use-application.ts';
import { useCount } from '../../hooks/use-count.ts';
import { resourceParameters } from '../../state/objects/addresses.ts';
import { pluralKind } from '../../state/objects/navigation.ts';

/** The counted kinds, the most informative first. */
const COUNTED = [
  ...['pods', 'deployments', 'statefulsets', 'daemonsets', 'jobs', 'cronjobs', 'services', 'ingresses'],
  ...['configmaps', 'secrets', 'persistentvolumeclaims', 'serviceaccounts', 'roles', 'rolebindings'],
];

/** The number of objects of each kind in a namespace. */
export function NamespaceContents({ namespace }: { readonly namespace: string }) {
  const discovery = useDiscovery();
  const resources = COUNTED.flatMap((plural) => findResource(discovery, plural) ?? []);
  return (
    <TitledCard title="Contents">
      <Table variant="compact" borders={false} aria-label="Contents">
        <TableHead columns={['Kind', 'Objects']} />
        <Tbody>
          {resources.map((resource) => (
            <CountRow key={resource.resource} resource={resource} namespace={namespace} />
          ))}
        </Tbody>
      </Table>
    </TitledCard>
  );
}

function CountRow({ resource, namespace }: { readonly resource: DiscoveredResource; readonly namespace: string }) {
  const count = useCount(
    resource,
    useMemo(() => [namespace], [namespace]),
  );
  return (
    <Tr>
      <Td dataLabel="Kind">
        <Link
          to="/objects/$group/$version/$resource"
          params={resourceParameters(resource)}
          search={(old) => ({ ...old, namespace })}
        >
          {pluralKind(resource)}
        </Link>
      </Td>
      <Td dataLabel="Objects">{count ?? '–'}</Td>
    </Tr>
  );
}
