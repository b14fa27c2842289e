import { Button, Label } from '@patternfly/react-core';
import { Tbody } from '@patternfly/react-table';
import type { CertificateSigningRequest } from '../../../api/kinds/certificates-v1.generated.ts';
import { Age } from '../../components/Age.tsx';
import { Table } from '../../components/table/Table.tsx';
import { TableHead } from '../../components/table/TableHead.tsx';
import { Td } from '../../components/table/Td.tsx';
import { Tr } from '../../components/table/Tr.tsx';
import { type RequestState, requestState } from '../../state/access/certificate-facts.ts';

interface RequestTableProps {
  readonly requests: readonly CertificateSigningRequest[];
  readonly selected: string | undefined;
  readonly onSelect: (name: string) => void;
}

/** All requests; the name opens one. */
export function RequestTable({ requests, selected, onSelect }: RequestTableProps) {
  return (
    <Table variant="compact" aria-label="Certificate requests" gridBreakPoint="grid-md">
      <TableHead columns={['Name', 'State', 'Requestor', 'Signer', 'Age']} />
      <Tbody>
        {requests.map((request) => {
          const { name = '', creationTimestamp } = request.metadata;
          return (
            <Tr key={name} isRowSelected={name === selected}>
              <Td dataLabel="Name">
                <Button variant="link" isInline aria-expanded={name === selected} onClick={() => onSelect(name)}>
                  {name}
                </Button>
              </Td>
              <Td dataLabel="State">
                <StateLabel state={requestState(request)} />
              </Td>
              <Td dataLabel="Requestor">{request.spec.username}</Td>
              <Td dataLabel="Signer">{request.spec.signerName}</Td>
              <Td dataLabel="Age">
                <Age timestamp={creationTimestamp} />
              </Td>
            </Tr>
          );
        })}
      </Tbody>
    </Table>
  );
}

const LOOKS = {
  Pending: { status: 'warning' },
  Approved: { status: 'info' },
  Issued: { status: 'success' },
  Denied: { status: 'danger' },
  Failed: { status: 'danger' },
} as const;

export const StateLabel = ({ state }: { readonly state: RequestState }) => (
  <Label isCompact variant="outline" {...LOOKS[state]}>
    {state}
  </Label>
);
