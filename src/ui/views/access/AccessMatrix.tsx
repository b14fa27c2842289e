import { Skeleton } from '@patternfly/react-core';
import { groupResourceText } from '../../../api/object.ts';
import { reviewAll } from '../../commands/review-access.ts';
import { ErrorState } from '../../components/notices/ErrorState.tsx';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { matrixResources } from '../../state/access/access-choices.ts';
import { type AskedSubject, actionOf } from '../../state/access/access-question.ts';
import { MATRIX_VERBS } from '../../state/access/permission-matrix.ts';
import { MatrixCell } from './MatrixCell.tsx';
import { MatrixTable } from './MatrixTable.tsx';

interface AccessMatrixProps {
  readonly subject: AskedSubject;
  readonly namespace: string | undefined;
  readonly occasion: string;
}

/** The subject's permissions on common resources: each cell is a decision of the server. */
export function AccessMatrix({ subject, namespace, occasion }: AccessMatrixProps) {
  const { client } = useApplication();
  const discovery = useDiscovery();
  const rows = matrixResources(discovery);
  const questions = rows.flatMap((row) =>
    MATRIX_VERBS.flatMap((verb) => {
      const action = actionOf({ resource: groupResourceText(row), verb, namespace }, discovery);
      return action ? [{ subject, action }] : [];
    }),
  );
  const key = JSON.stringify({ subject, namespace });
  const { value, error } = useAnswer(key, occasion, (signal) => reviewAll(client, discovery, questions, signal));
  if (error) return <ErrorState error={error} />;
  return (
    <>
      <p className="tp-subtle">
        {namespace ? `In namespace ${namespace}` : 'In all namespaces'}. Select a cell to see why.
      </p>
      <MatrixTable
        rows={rows}
        cell={(row, verb) =>
          value ? (
            <MatrixCell
              verb={verb}
              resource={groupResourceText(row)}
              isAllowed={value[rows.indexOf(row) * MATRIX_VERBS.length + MATRIX_VERBS.indexOf(verb)] ?? false}
            />
          ) : (
            <Skeleton screenreaderText="Loading" />
          )
        }
      />
    </>
  );
}
