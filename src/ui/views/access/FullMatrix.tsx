import { SearchInput, Skeleton, Switch, Toolbar, ToolbarContent, ToolbarItem } from '@patternfly/react-core';
import { Tbody } from '@patternfly/react-table';
import { useState } from 'react';
import type { AccessMatrixRow, AccessMatrixStatus } from '../../../api/debug/access-analysis.ts';
import { ApiError } from '../../../client/api-error.ts';
import { requestMatrix } from '../../commands/review-access.ts';
import { ErrorState } from '../../components/notices/ErrorState.tsx';
import { Table } from '../../components/table/Table.tsx';
import { TableHead } from '../../components/table/TableHead.tsx';
import { Td } from '../../components/table/Td.tsx';
import { Tr } from '../../components/table/Tr.tsx';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useApplication } from '../../hooks/use-application.ts';
import type { AskedSubject } from '../../state/access/access-question.ts';
import { MATRIX_VERBS, matrixRowName, shownRows, sourceText } from '../../state/access/permission-matrix.ts';
import { AccessMatrix } from './AccessMatrix.tsx';
import { MatrixCell } from './MatrixCell.tsx';
import { MatrixTable } from './MatrixTable.tsx';

interface FullMatrixProps {
  readonly subject: AskedSubject;
  readonly namespace: string | undefined;
  readonly occasion: string;
}

/** All permissions of a subject with their sources; only decisions when the caller cannot view the sources. */
export function FullMatrix({ subject, namespace, occasion }: FullMatrixProps) {
  const { client } = useApplication();
  const { value, error } = useAnswer(JSON.stringify({ subject, namespace }), occasion, (signal) =>
    requestMatrix(client, subject, namespace, signal),
  );
  if (error instanceof ApiError && (error.isForbidden || error.isNotFound)) {
    return <AccessMatrix subject={subject} namespace={namespace} occasion={occasion} />;
  }
  if (error) return <ErrorState error={error} />;
  if (!value) return <Skeleton height="20rem" screenreaderText="Loading permissions" />;
  return <LoadedMatrix matrix={value} namespace={namespace} />;
}

function LoadedMatrix({ matrix, namespace }: { matrix: AccessMatrixStatus; namespace: string | undefined }) {
  const [filter, setFilter] = useState('');
  const [showsDenied, setShowsDenied] = useState(false);
  const rows = shownRows(matrix, filter, showsDenied);
  return (
    <>
      <p className="tp-subtle">
        {namespace ? `In namespace ${namespace} and at cluster scope` : 'In all namespaces'}. Select a cell to see why.{' '}
        {matrix.reason} {matrix.incomplete && `This may be incomplete: ${matrix.evaluationError}.`}
      </p>
      <Toolbar inset={{ default: 'insetNone' }}>
        <ToolbarContent>
          <ToolbarItem>
            <SearchInput
              value={filter}
              onChange={(_, text) => setFilter(text)}
              onClear={() => setFilter('')}
              placeholder="Filter resources"
              aria-label="Filter resources"
            />
          </ToolbarItem>
          <ToolbarItem alignSelf="center">
            <Switch
              id="matrix-denied"
              label="Show denied resources"
              isChecked={showsDenied}
              onChange={(_, shown) => setShowsDenied(shown)}
            />
          </ToolbarItem>
        </ToolbarContent>
      </Toolbar>
      <MatrixTable
        rows={rows}
        cell={(row, verb) => row.verbs.includes(verb) && <GrantedCell matrix={matrix} row={row} verb={verb} />}
        otherVerbs={(row) =>
          row.granted
            .filter(({ verb }) => !MATRIX_VERBS.includes(verb))
            .map(({ verb }) => <GrantedCell key={verb} matrix={matrix} row={row} verb={verb} isLabelled />)
        }
      />
      {rows.length === 0 && (
        <p className="tp-matrix-none">
          {filter.trim() === '' ? 'This subject has no permissions here.' : 'No permissions match the filter.'}
        </p>
      )}
      <GrantedPaths matrix={matrix} />
    </>
  );
}

interface GrantedCellProps {
  readonly matrix: AccessMatrixStatus;
  readonly row: AccessMatrixRow;
  readonly verb: string;
  readonly isLabelled?: boolean;
}

function GrantedCell({ matrix, row, verb, isLabelled = false }: GrantedCellProps) {
  const granted = row.granted.find((one) => one.verb === verb);
  return (
    <MatrixCell
      verb={verb}
      resource={matrixRowName(row)}
      isAllowed={granted !== undefined}
      isLabelled={isLabelled}
      names={granted?.names}
      source={granted && sourceText(matrix, granted)}
    />
  );
}

function GrantedPaths({ matrix }: { readonly matrix: AccessMatrixStatus }) {
  if (matrix.paths.length === 0) return null;
  return (
    <Table variant="compact" aria-label="Allowed paths" gridBreakPoint="" className="tp-matrix-paths">
      <TableHead columns={['Path', 'Verbs', 'Granted by']} />
      <Tbody>
        {matrix.paths.map((granted) => (
          <Tr key={granted.path}>
            <Td dataLabel="Path">{granted.path}</Td>
            <Td dataLabel="Verbs">{granted.verbs.join(', ')}</Td>
            <Td dataLabel="Granted by">{sourceText(matrix, granted)}</Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}
