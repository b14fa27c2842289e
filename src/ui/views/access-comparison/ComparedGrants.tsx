import { Label, LabelGroup } from '@patternfly/react-core';
import { Tbody } from '@patternfly/react-table';
import { Table } from '../../components/table/Table.tsx';
import { TableHead } from '../../components/table/TableHead.tsx';
import { Td } from '../../components/table/Td.tsx';
import { Tr } from '../../components/table/Tr.tsx';
import {
  type ComparedRow,
  type ComparedVerb,
  isDifferent,
  type Side,
  sideText,
} from '../../state/access/access-comparison.ts';

interface ComparedGrantsProps {
  readonly rows: readonly ComparedRow[];
  readonly left: Side;
  readonly right: Side;
  readonly showsEqual: boolean;
}

/** The verbs of both sides by resource; those of one side only stand out. */
export function ComparedGrants({ rows, left, right, showsEqual }: ComparedGrantsProps) {
  const different = rows.filter(isDifferent);
  const shown = showsEqual ? rows : different;
  if (rows.length === 0) return <p>Neither side has permissions here.</p>;
  return (
    <>
      <p className="tp-subtle tp-comparison-summary" aria-live="polite">
        {different.length === 0
          ? 'Both sides have equal permissions.'
          : `Different for ${different.length} of ${rows.length} resources and paths. Filled: only this side.`}
      </p>
      {shown.length > 0 && (
        <Table variant="compact" aria-label="Compared permissions" gridBreakPoint="grid-md" className="tp-compared">
          <TableHead columns={['Resource or path', { children: sideText(left) }, { children: sideText(right) }]} />
          <Tbody>
            {shown.map((row) => (
              <Tr key={row.name}>
                <Td dataLabel="Resource or path">{row.name}</Td>
                <Td dataLabel={sideText(left)}>
                  <Verbs verbs={row.left} />
                </Td>
                <Td dataLabel={sideText(right)}>
                  <Verbs verbs={row.right} />
                </Td>
              </Tr>
            ))}
          </Tbody>
        </Table>
      )}
    </>
  );
}

const Verbs = ({ verbs }: { readonly verbs: readonly ComparedVerb[] }) =>
  verbs.length === 0 ? (
    <span className="tp-subtle">None</span>
  ) : (
    <LabelGroup numLabels={20}>
      {verbs.map(({ text, isShared }) =>
        isShared ? (
          <Label key={text} isCompact variant="outline">
            {text}
          </Label>
        ) : (
          <Label key={text} isCompact color="blue">
            {text}
          </Label>
        ),
      )}
    </LabelGroup>
  );
