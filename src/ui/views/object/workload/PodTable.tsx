import { Button, Skeleton } from '@patternfly/react-core';
import { Tbody } from '@patternfly/react-table';
import { memo, useRef, useState } from 'react';
import { findResource } from '../../../../client/discovery.ts';
import { Age } from '../../../components/Age.tsx';
import { ObjectLink } from '../../../components/ObjectLink.tsx';
import { StatusLabel } from '../../../components/table/StatusLabel.tsx';
import { Table } from '../../../components/table/Table.tsx';
import { TableHead } from '../../../components/table/TableHead.tsx';
import { Td } from '../../../components/table/Td.tsx';
import { Tr } from '../../../components/table/Tr.tsx';
import { WhyButton } from '../../../components/why/WhyButton.tsx';
import { useDiscovery } from '../../../hooks/use-application.ts';
import { useRowsInSight } from '../../../hooks/use-rows-in-sight.ts';
import { type PodRow, podStatusMark } from '../../../state/objects/workloads/pod-rows.ts';

interface PodTableProps {
  readonly pods: readonly PodRow[];
  readonly isLoading: boolean;
  /** Shows the namespace instead of the node, on the page of a node. */
  readonly ofNode?: boolean;
}

/** Number of pods shown initially and added by "Show more". */
const PAGE = 50;

const whereOf = (ofNode: boolean): string => (ofNode ? 'Namespace' : 'Node');

/** Pods with links to their page, their node and their logs. */
export function PodTable({ pods, isLoading, ofNode = false }: PodTableProps) {
  const [limit, setLimit] = useState(PAGE);
  const where = whereOf(ofNode);
  const shown = pods.slice(0, limit);
  const body = useRef<HTMLTableSectionElement>(null);
  const { first, end, above, below, fillerAbove, fillerBelow } = useRowsInSight(shown.length, body, '.tp-tab-content');
  return (
    <>
      <Table
        variant="compact"
        borders={false}
        aria-label="Pods"
        aria-rowcount={shown.length + 1}
        gridBreakPoint="grid-md"
      >
        <TableHead
          aria-rowindex={1}
          columns={[
            'Pod',
            { children: 'Status', modifier: 'fitContent' },
            { children: 'Ready', modifier: 'fitContent' },
            { children: 'Restarts', modifier: 'fitContent' },
            { children: where, modifier: 'fitContent' },
            { children: 'Age', modifier: 'fitContent' },
            { screenReaderText: 'Links', modifier: 'fitContent' },
          ]}
        />
        <Tbody ref={body}>
          {isLoading && (
            <Tr>
              <Td colSpan={7}>
                <Skeleton screenreaderText="Loading pods" />
              </Td>
            </Tr>
          )}
          {first > 0 && <tr ref={fillerAbove} style={{ height: above }} />}
          {shown.slice(first, end).map((pod, index) => (
            <Tr key={pod.metadata.uid} aria-rowindex={first + index + 2}>
              <PodCells pod={pod} ofNode={ofNode} />
            </Tr>
          ))}
          {end < shown.length && <tr ref={fillerBelow} style={{ height: below }} />}
        </Tbody>
      </Table>
      {pods.length > limit && (
        <Button variant="link" isInline onClick={() => setLimit(limit + PAGE)}>
          Show more ({pods.length - limit})
        </Button>
      )}
    </>
  );
}

interface PodCellsProps {
  readonly pod: PodRow;
  readonly ofNode: boolean;
}

/** Memoized, because during a rollout the table changes many times a second, and most of its pods do not. */
const PodCells = memo(function PodCells({ pod, ofNode }: PodCellsProps) {
  const discovery = useDiscovery();
  const podResource = findResource(discovery, 'pods', '');
  const nodeResource = findResource(discovery, 'nodes', '');
  const where = whereOf(ofNode);
  return (
    <>
      <Td dataLabel="Pod">
        <ObjectLink resource={podResource} metadata={pod.metadata} />
      </Td>
      <Td dataLabel="Status">
        <StatusLabel status={podStatusMark(pod)}>{pod.status}</StatusLabel>
      </Td>
      <Td dataLabel="Ready">{pod.ready}</Td>
      <Td dataLabel="Restarts" modifier="nowrap">
        {pod.restarts}{' '}
        {podResource && !/^0\b/.test(pod.restarts) && (
          <WhyButton
            aspect={{ count: 'restarts' }}
            statement={`Restarts of ${pod.metadata.name}`}
            subject={{ resource: podResource, namespace: pod.metadata.namespace, name: pod.metadata.name ?? '' }}
          />
        )}
      </Td>
      <Td dataLabel={where} modifier="nowrap">
        {ofNode ? (
          pod.metadata.namespace
        ) : pod.node ? (
          <ObjectLink resource={nodeResource} metadata={{ name: pod.node }} tab="pods" />
        ) : (
          <span className="tp-subtle">None</span>
        )}
      </Td>
      <Td dataLabel="Age">
        <Age timestamp={pod.metadata.creationTimestamp} />
      </Td>
      <Td>
        <ObjectLink resource={podResource} metadata={pod.metadata} tab="logs" text="Logs" />
      </Td>
    </>
  );
});
