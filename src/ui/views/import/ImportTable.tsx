import { Label } from '@patternfly/react-core';
import { Tbody } from '@patternfly/react-table';
import { StatusLabel } from '../../components/table/StatusLabel.tsx';
import { Table } from '../../components/table/Table.tsx';
import { TableHead } from '../../components/table/TableHead.tsx';
import { Td } from '../../components/table/Td.tsx';
import { Tr } from '../../components/table/Tr.tsx';
import { ServerMessage } from '../../components/text/ServerMessage.tsx';
import { kindOf } from '../../state/objects/export-selection.ts';
import type { ImportEntry, ImportOutcome } from '../../state/stores/import-store.ts';
import type { ImportState } from './use-import.ts';

/** Maximum number of rows; failed ones come first, so that none is left out. */
const MOST_SHOWN = 500;

/** The planned action and outcome of each object. */
export function ImportTable({
  state: { entries, outcomes, exists, updatesExisting },
}: {
  readonly state: ImportState;
}) {
  const rows = entries.map((entry, index) => ({ entry, index, outcome: outcomes.get(index) }));
  const shown = rows.toSorted((a, b) => severityOf(b) - severityOf(a)).slice(0, MOST_SHOWN);
  return (
    <>
      <Table variant="compact" aria-label="Objects to import">
        <TableHead
          columns={[
            { children: 'Line', width: 10 },
            { children: 'Kind', width: 20 },
            { children: 'Name', width: 20 },
            'Result',
          ]}
        />
        <Tbody>
          {shown.map(({ entry, index, outcome }) => (
            <Tr key={index}>
              <Td dataLabel="Line">{entry.line}</Td>
              <Td dataLabel="Kind">{entry.object ? kindOf(entry.object) : '–'}</Td>
              <Td dataLabel="Name">{nameOf(entry)}</Td>
              <Td dataLabel="Result">
                <Result
                  entry={entry}
                  outcome={outcome}
                  exists={exists(entry.object)}
                  updatesExisting={updatesExisting}
                />
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
      {rows.length > shown.length && (
        <p className="tp-subtle">{(rows.length - shown.length).toLocaleString('en')} more objects not shown.</p>
      )}
    </>
  );
}

const nameOf = ({ object }: ImportEntry): string =>
  object
    ? [object.metadata.namespace, object.metadata.name ?? `${object.metadata.generateName}…`].filter(Boolean).join('/')
    : '–';

function severityOf({ entry, outcome }: { entry: ImportEntry; outcome: ImportOutcome | undefined }): number {
  if (entry.problem || outcome?.status === 'refused') return 2;
  return outcome?.status === 'not-tried' ? 1 : 0;
}

const OUTCOMES: Readonly<
  Record<
    ImportOutcome['status'],
    { readonly text: string; readonly status?: 'success' | 'danger' | 'warning' | 'info' }
  >
> = {
  created: { text: 'Created', status: 'success' },
  updated: { text: 'Updated', status: 'success' },
  unchanged: { text: 'Unchanged' },
  kept: { text: 'Already exists, kept' },
  refused: { text: 'Failed', status: 'danger' },
  'not-tried': { text: 'Skipped', status: 'warning' },
};

interface ResultProps {
  readonly entry: ImportEntry;
  readonly outcome: ImportOutcome | undefined;
  readonly exists: boolean;
  readonly updatesExisting: boolean;
}

function Result({ entry, outcome, exists, updatesExisting }: ResultProps) {
  if (outcome) {
    const { text, status } = OUTCOMES[outcome.status];
    return (
      <>
        <Label isCompact {...(status ? { status } : {})}>
          {text}
        </Label>{' '}
        {'message' in outcome && <ServerMessage>{outcome.message}</ServerMessage>}
      </>
    );
  }
  if (entry.problem) {
    return (
      <>
        <StatusLabel status="warning">Cannot be imported</StatusLabel> {entry.problem}
      </>
    );
  }
  return <>{exists ? (updatesExisting ? 'Already exists, will be updated' : 'Already exists, will be kept') : 'New'}</>;
}
