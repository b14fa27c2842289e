import { Skeleton } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { AccessExplanationStatus, AllowedSubject } from '../../../api/access-explanation.ts';
import type { Answer } from '../../hooks/use-answer.ts';
import { type AskedAction, actionText } from '../../state/access-question.ts';
import { BindingAndRole } from './BindingAndRole.tsx';
import { NamedObjectLink } from './NamedObjectLink.tsx';
import { NoExplanation } from './NoExplanation.tsx';

interface WhoCanProps {
  readonly explanation: Answer<AccessExplanationStatus>;
  readonly action: AskedAction;
}

/** Every subject whom a binding allows what was asked. */
export function WhoCan({ explanation: { value, error }, action }: WhoCanProps) {
  if (error) return <NoExplanation error={error} />;
  if (!value) return <Skeleton height="8rem" screenreaderText="Asking who may do this" />;
  if (value.subjects.length === 0) return <p>No binding allows anybody to {actionText(action)}.</p>;
  return (
    <>
      <p className="tp-subtle">Bindings allow these to {actionText(action)}.</p>
      <Table variant="compact" aria-label="Who may do this" gridBreakPoint="grid-md">
        <Thead>
          <Tr>
            <Th width={35}>Subject</Th>
            <Th>By</Th>
          </Tr>
        </Thead>
        <Tbody>
          {value.subjects.map((subject) => (
            <Tr key={keyOf(subject)}>
              <Td dataLabel="Subject">
                <NamedObjectLink object={subject} />
              </Td>
              <Td dataLabel="By">
                {subject.bindings.map(({ binding, role }) => (
                  <BindingAndRole key={`${binding.namespace}/${binding.name}`} binding={binding} role={role} />
                ))}
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
    </>
  );
}

const keyOf = ({ kind, namespace = '', name }: AllowedSubject): string => `${kind} ${namespace}/${name}`;
