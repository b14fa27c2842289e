import { Dropdown, DropdownItem, DropdownList, MenuToggle } from '@patternfly/react-core';
import EllipsisVIcon from '@patternfly/react-icons/dist/esm/icons/ellipsis-v-icon';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ObjectMeta } from '../../../api/kinds/meta-v1.generated.ts';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import { duplicateObject } from '../../commands/duplicate-object.ts';
import { useApplication } from '../../hooks/use-application.ts';
import { objectParameters, resourceParameters } from '../../state/objects/addresses.ts';

/** Actions that the table handles. */
export type RowAction = 'scale' | 'delete';

interface RowMenuProps {
  readonly resource: DiscoveredResource;
  readonly metadata: ObjectMeta;
  readonly onAction: (action: RowAction) => void;
}

/** The actions on one object. */
export function RowMenu({ resource, metadata, onAction }: RowMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const application = useApplication();
  const navigate = useNavigate();
  const { verbs, subresources } = resource;
  const params = objectParameters(resource, metadata);
  const edit = () =>
    void navigate({ to: '/objects/$group/$version/$resource/$in/$name', params, search: { tab: 'yaml' } });
  const duplicate = async () => {
    if (await duplicateObject(application, resource, metadata))
      void navigate({ to: '/create/$group/$version/$resource', params: resourceParameters(resource) });
  };
  return (
    <Dropdown
      isOpen={isOpen}
      onOpenChange={setOpen}
      onSelect={() => setOpen(false)}
      popperProps={{ position: 'end', appendTo: () => document.body }}
      shouldFocusFirstItemOnOpen
      toggle={(ref) => (
        <MenuToggle
          ref={ref}
          variant="plain"
          aria-label={`Actions for ${metadata.name}`}
          isExpanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          icon={<EllipsisVIcon />}
        />
      )}
    >
      <DropdownList>
        <DropdownItem onClick={edit}>{verbs.includes('update') ? 'Edit' : 'View YAML'}</DropdownItem>
        {subresources.includes('scale') && <DropdownItem onClick={() => onAction('scale')}>Scale…</DropdownItem>}
        {verbs.includes('create') && <DropdownItem onClick={() => void duplicate()}>Duplicate</DropdownItem>}
        {verbs.includes('delete') && (
          <DropdownItem isDanger onClick={() => onAction('delete')}>
            Delete…
          </DropdownItem>
        )}
      </DropdownList>
    </Dropdown>
  );
}
