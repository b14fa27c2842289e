import { Button, Tooltip } from '@patternfly/react-core';
import { Tbody } from '@patternfly/react-table';
import { memo } from 'react';
import { dialectNamed } from '../../../../api/dialect.ts';
import { type DiscoveredResource, findResource } from '../../../../client/discovery.ts';
import { undoPatch } from '../../../../client/objects/rollout-patches.ts';
import type { Workload } from '../../../../client/objects/workload.ts';
import { patchObject } from '../../../commands/patch-object.ts';
import { Age } from '../../../components/Age.tsx';
import { ObjectLink } from '../../../components/ObjectLink.tsx';
import { TitledCard } from '../../../components/TitledCard.tsx';
import { StatusLabel } from '../../../components/table/StatusLabel.tsx';
import { Table } from '../../../components/table/Table.tsx';
import { TableHead } from '../../../components/table/TableHead.tsx';
import { Td } from '../../../components/table/Td.tsx';
import { Tr } from '../../../components/table/Tr.tsx';
import { WhyButton } from '../../../components/why/WhyButton.tsx';
import { useApplication, useDiscovery } from '../../../hooks/use-application.ts';
import { dialectOf } from '../../../state/dialect-names.ts';
import { imagesOf, type Revision } from '../../../state/objects/workloads/revisions.ts';
import { CountBar } from './CountBar.tsx';

interface RevisionsCardProps {
  readonly resource: DiscoveredResource;
  readonly workload: Workload;
  readonly revisions: readonly Revision[];
}

/**
 * The revisions of a workload with the pods of each, and the way back to an older one. Memoized, because pods change more
 * often than their counts.
 */
export const RevisionsCard = memo(function RevisionsCard({ resource, workload, revisions }: RevisionsCardProps) {
  const discovery = useDiscovery();
  const plural = resource.resource === 'deployments' ? 'replicasets' : 'controllerrevisions';
  const holders = findResource(discovery, plural, resource.group);
  const hasCounts = plural === 'replicasets';
  return (
    <TitledCard title="Revisions">
      {revisions.length === 0 ? (
        <p className="tp-subtle">No revisions. The controller creates one for each template.</p>
      ) : (
        <Table variant="compact" borders={false} aria-label="Revisions" gridBreakPoint="grid-md">
          <TableHead
            columns={[
              { children: 'Revision', modifier: 'fitContent' },
              { children: holders?.kind },
              'Images',
              ...(hasCounts ? ['Pods'] : []),
              { children: 'Age', modifier: 'fitContent' },
              { screenReaderText: 'Actions' },
            ]}
          />
          <Tbody>
            {revisions.map((revision) => (
              <Tr key={revision.holder.metadata.uid}>
                <Td dataLabel="Revision" modifier="nowrap">
                  {revision.number} {revision.isCurrent && <StatusLabel status="info">Current</StatusLabel>}
                </Td>
                <Td dataLabel={holders?.kind ?? 'Object'}>
                  <ObjectLink resource={holders} metadata={revision.holder.metadata} />
                  {revision.changeCause && <div className="tp-subtle">{revision.changeCause}</div>}
                </Td>
                <Td dataLabel="Images">{imagesOf(revision).join(', ')}</Td>
                {hasCounts && (
                  <Td dataLabel="Pods">
                    <RevisionCounts holders={holders} revision={revision} />
                  </Td>
                )}
                <Td dataLabel="Age">
                  <Age timestamp={revision.holder.metadata.creationTimestamp} />
                </Td>
                <Td isActionCell modifier="nowrap">
                  {!revision.isCurrent && <UndoButton resource={resource} workload={workload} revision={revision} />}
                </Td>
              </Tr>
            ))}
          </Tbody>
        </Table>
      )}
    </TitledCard>
  );
});

interface RevisionCountsProps {
  /** The kind of the objects that hold revisions. */
  readonly holders: DiscoveredResource | undefined;
  readonly revision: Revision;
}

function RevisionCounts({ holders, revision: { number, counts, holder } }: RevisionCountsProps) {
  // Bars of 0 of 0 would be full, as if an old revision still had pods.
  if (counts.every(({ count, of }) => count === 0 && of === 0)) return <span className="tp-subtle">No pods</span>;
  const { namespace, name = '' } = holder.metadata;
  return (
    <div className="tp-counts">
      {counts.map(({ label, count, of }) => {
        const text = `${count} of ${of} ${label.toLowerCase()}`;
        return (
          <div key={label} className="tp-counted">
            <CountBar {...{ label, count, of, text }} name={`${label} pods of revision ${number}`} />
            {holders && (
              <WhyButton
                aspect={{ count: label.toLowerCase() }}
                statement={`${text} of revision ${number}`}
                subject={{ resource: holders, namespace, name }}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}

interface UndoButtonProps extends Omit<RevisionsCardProps, 'revisions'> {
  readonly revision: Revision;
}

function UndoButton({ resource, workload, revision }: UndoButtonProps) {
  const application = useApplication();
  const dialect = dialectNamed(dialectOf(useDiscovery()));
  const { name } = workload.metadata;
  const undo = () =>
    void patchObject(application, resource, workload, undoPatch(workload, revision.holder, dialect), {
      done: `Rolling ${name} back to revision ${revision.number}`,
      failed: `${name} could not be rolled back`,
    });
  const isPaused = workload.spec?.paused === true;
  const button = (
    <Button
      variant="link"
      isInline
      isAriaDisabled={isPaused}
      aria-label={`Roll back to revision ${revision.number}`}
      onClick={undo}
    >
      Roll back
    </Button>
  );
  return isPaused ? <Tooltip content="Resume the deployment first">{button}</Tooltip> : button;
}
