import './rule-uses.css';
import { Tbody } from '@patternfly/react-table';
import { ruleText } from '../../state/access/access-choices.ts';
import type { RuleUse } from '../../state/access/used-access.ts';
import { Age } from '../Age.tsx';
import { StatusLabel } from '../table/StatusLabel.tsx';
import { Table } from '../table/Table.tsx';
import { TableHead } from '../table/TableHead.tsx';
import { Td } from '../table/Td.tsx';
import { Tr } from '../table/Tr.tsx';
import { NamedObjectLink } from './NamedObjectLink.tsx';

interface RuleUsesProps {
  readonly uses: readonly RuleUse[];
  /** What differs between the rules: the role, or the users. */
  readonly by: 'role' | 'users';
}

/** Rules, the requests that each allowed, and the parts of each that no request needed. */
export const RuleUses = ({ uses, by }: RuleUsesProps) => (
  <Table variant="compact" aria-label="Use of rules" gridBreakPoint="grid-md" className="tp-rule-uses">
    <TableHead
      columns={[{ children: 'Rule', width: 40 }, by === 'role' ? 'Role' : 'Used by', 'Requests', 'Last used']}
    />
    <Tbody>
      {uses.map((use) => (
        <Tr key={JSON.stringify([use.role, use.rule])}>
          <Td dataLabel="Rule">
            <span className="tp-rule">{ruleText({ ...use.rule, verbs: use.rule.verbs ?? [] })}</span>
            {use.unused.length > 0 && <p className="tp-subtle">Not used: {use.unused.join(', ')}</p>}
          </Td>
          <Td dataLabel={by === 'role' ? 'Role' : 'Used by'}>
            {by === 'role' ? <NamedObjectLink object={use.role} /> : use.users.join(', ') || '–'}
          </Td>
          <Td dataLabel="Requests">
            {use.count > 0 ? use.count : <StatusLabel status="warning">Never used</StatusLabel>}
          </Td>
          <Td dataLabel="Last used">{use.lastTime ? <Age timestamp={use.lastTime} /> : '–'}</Td>
        </Tr>
      ))}
    </Tbody>
  </Table>
);
