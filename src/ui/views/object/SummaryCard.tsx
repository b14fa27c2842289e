import {
  DescriptionList,
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
} from '@patternfly/react-core';
import type { ApiObject } from '../../../api/object.ts';
import { escapeFieldValue } from '../../../api/selectors/field-selector.ts';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import { TitledCard } from '../../components/TitledCard.tsx';
import { useTable } from '../../hooks/use-collection.ts';
import { columnsOf } from '../../state/objects/table-view.ts';

/** The columns of the server's table for this object; nothing when there are only name and age. */
export function SummaryCard({
  resource,
  object,
}: {
  readonly resource: DiscoveredResource;
  readonly object: ApiObject;
}) {
  const { group, version, resource: plural } = resource;
  const { name, namespace } = object.metadata;
  const { columns, items } = useTable(
    { group, version, resource: plural, ...(namespace ? { namespace } : {}) },
    { fieldSelector: `metadata.name=${escapeFieldValue(name ?? '')}` },
  );
  const shown = columnsOf(columns, false).filter(({ type }) => type === 'text' || type === 'number');
  const row = items[0];
  if (!row || shown.length === 0) return null;
  return (
    <TitledCard title="Summary">
      <DescriptionList isCompact isHorizontal horizontalTermWidthModifier={{ default: '9rem' }}>
        {shown.map((column) => (
          <DescriptionListGroup key={column.name}>
            <DescriptionListTerm title={column.description}>{column.name}</DescriptionListTerm>
            <DescriptionListDescription>{column.textOf(row) || '–'}</DescriptionListDescription>
          </DescriptionListGroup>
        ))}
      </DescriptionList>
    </TitledCard>
  );
}
