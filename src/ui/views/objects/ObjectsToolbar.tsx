import { Button, SearchInput, Toolbar, ToolbarContent, ToolbarGroup, ToolbarItem } from '@patternfly/react-core';
import ColumnsIcon from '@patternfly/react-icons/dist/esm/icons/columns-icon';
import { getRouteApi } from '@tanstack/react-router';
import { memo } from 'react';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import { type Operation, operationsOf } from '../../commands/kind-operations.ts';
import type { ListSearch } from '../../state/search-parameters.ts';
import { BulkMenu } from './BulkMenu.tsx';
import { LabelSelectorInput } from './LabelSelectorInput.tsx';

const route = getRouteApi('/objects/$group/$version/$resource');

interface ObjectsToolbarProps {
  readonly resource: DiscoveredResource;
  /** Number of selected rows. */
  readonly chosen: number;
  readonly onColumns: () => void;
  readonly onOperate: (operation: Operation) => void;
  readonly onDelete: () => void;
  readonly onExport: () => void;
}

/** Filters, which are kept in the address, and actions on the selected rows. Memoized, because most changes are of rows. */
export const ObjectsToolbar = memo(function ObjectsToolbar(props: ObjectsToolbarProps) {
  const { resource, chosen, onColumns, onOperate, onDelete, onExport } = props;
  const operations = resource.verbs.includes('patch') ? operationsOf(resource) : [];
  const { filter = '', labels = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: ListSearch) => void navigate({ search: (old) => ({ ...old, ...change }), replace: true });
  return (
    <Toolbar className="tp-toolbar" inset={{ default: 'insetMd' }}>
      <ToolbarContent>
        <ToolbarItem className="tp-toolbar-search">
          <SearchInput
            value={filter}
            onChange={(_, value) => set({ filter: value || undefined })}
            onClear={() => set({ filter: undefined })}
            placeholder="Filter by any text"
            aria-label="Filter by any text"
          />
        </ToolbarItem>
        <ToolbarItem className="tp-toolbar-search">
          <LabelSelectorInput value={labels} onChange={(value) => set({ labels: value || undefined })} />
        </ToolbarItem>
        <ToolbarItem>
          <Button variant="plain" icon={<ColumnsIcon />} onClick={onColumns}>
            Columns
          </Button>
        </ToolbarItem>
        <ToolbarGroup variant="action-group" align={{ default: 'alignEnd' }}>
          {operations.length > 0 && (
            <ToolbarItem>
              <BulkMenu operations={operations} chosen={chosen} onOperate={onOperate} />
            </ToolbarItem>
          )}
          <ToolbarItem>
            <Button variant="secondary" isDisabled={chosen === 0} onClick={onExport}>
              {counted('Export', chosen)}
            </Button>
          </ToolbarItem>
          {resource.verbs.includes('delete') && (
            <ToolbarItem>
              <Button variant="secondary" isDanger isDisabled={chosen === 0} onClick={onDelete}>
                {counted('Delete', chosen)}
              </Button>
            </ToolbarItem>
          )}
        </ToolbarGroup>
      </ToolbarContent>
    </Toolbar>
  );
});

const counted = (action: string, count: number): string =>
  count > 0 ? `${action} ${count.toLocaleString('en')}` : action;
