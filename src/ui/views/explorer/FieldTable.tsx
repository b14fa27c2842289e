import { Label } from '@patternfly/react-core';
import { Tbody } from '@patternfly/react-table';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import { FieldLink } from '../../components/FieldLink.tsx';
import { Markdown } from '../../components/lessons/Markdown.tsx';
import { Table } from '../../components/table/Table.tsx';
import { TableHead } from '../../components/table/TableHead.tsx';
import { Td } from '../../components/table/Td.tsx';
import { Tr } from '../../components/table/Tr.tsx';
import type { ExplorerField } from '../../state/explorer/fields.ts';

interface FieldTableProps {
  readonly resource: DiscoveredResource;
  /** The field around them. */
  readonly path: readonly string[];
  readonly fields: readonly ExplorerField[];
}

/** The fields of a kind or field. */
export function FieldTable({ resource, path, fields }: FieldTableProps) {
  if (fields.length === 0) return null;
  return (
    <Table variant="compact" aria-label={`Fields of ${path.at(-1) ?? resource.kind}`}>
      <TableHead columns={[{ children: 'Field', width: 20 }, { children: 'Type', width: 20 }, 'Description']} />
      <Tbody>
        {fields.map(({ name, type, description, isRequired, facts }) => (
          <Tr key={name}>
            <Td dataLabel="Field">
              <FieldLink resource={resource} path={[...path, name]}>
                {name}
              </FieldLink>
            </Td>
            <Td dataLabel="Type">
              <code>{type}</code>
            </Td>
            <Td dataLabel="Description">
              <Markdown>{description}</Markdown>
              <div className="tp-explorer-facts">
                {isRequired && <Label isCompact>Required</Label>}
                {facts.map((fact) => (
                  <Label key={fact} isCompact variant="outline">
                    {fact}
                  </Label>
                ))}
              </div>
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}
