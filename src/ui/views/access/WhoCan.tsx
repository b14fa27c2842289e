import { ExpandableSection, Skeleton } from '@patternfly/react-core';
import { Tbody } from '@patternfly/react-table';
import { isSystemSubject } from '../../../api/cluster-component.ts';
import type { AccessExplanationStatus, AllowedSubject } from '../../../api/debug/access-explanation.ts';
import { BindingAndRole } from '../../components/access/BindingAndRole.tsx';
import { NamedObjectLink } from '../../components/access/NamedObjectLink.tsx';
import { Table } from '../../components/table/Table.tsx';
import { TableHead } from '../../components/table/TableHead.tsx';
import { Td } from '../../components/table/Td.tsx';
import { Tr } from '../../components/table/Tr.tsx';
import type { Answer } from '../../hooks/use-answer.ts';
import { type AskedAction, actionText } from '../../state/access/access-question.ts';
import { NoExplanation } from './NoExplanation.tsx';

interface WhoCanProps {
  readonly explanation: Answer<AccessExplanationStatus>;
  readonly action: AskedAction;
}

/** All subjects that bindings allow to perform the action; system subjects are collapsed. */
export function WhoCan({ explanation: { value, error }, action }: WhoCanProps) {
  if (error) return <NoExplanation error={error} />;
  if (!value) return <Skeleton height="8rem" screenreaderText="Loading subjects" />;
  const own = value.subjects.filter((subject) => !isSystemSubject(subject));
  const system = value.subjects.filter(isSystemSubject);
  return (
    <>
      {own.length > 0 ? (
        <>
          <p className="tp-subtle">Bindings allow these subjects to {actionText(action)}.</p>
          <Subjects subjects={own} label="Subjects that can do this" />
        </>
      ) : (
        <p>No binding allows a non-system user, group or service account to {actionText(action)}.</p>
      )}
      {system.length > 0 && (
        <ExpandableSection toggleText={`System subjects (${system.length})`} className="tp-who-system">
          <Subjects subjects={system} label="System subjects that can do this" />
        </ExpandableSection>
      )}
    </>
  );
}

function Subjects({ subjects, label }: { readonly subjects: readonly AllowedSubject[]; readonly label: string }) {
  return (
    <Table variant="compact" aria-label={label} gridBreakPoint="grid-md">
      <TableHead columns={[{ children: 'Subject', width: 35 }, 'Granted by']} />
      <Tbody>
        {subjects.map((subject) => (
          <Tr key={keyOf(subject)}>
            <Td dataLabel="Subject">
              <NamedObjectLink object={subject} />
            </Td>
            <Td dataLabel="Granted by">
              {subject.bindings.map(({ binding, role }) => (
                <BindingAndRole key={`${binding.namespace}/${binding.name}`} binding={binding} role={role} />
              ))}
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}

const keyOf = ({ kind, namespace = '', name }: AllowedSubject): string => `${kind} ${namespace}/${name}`;
