import { DropdownItem, DropdownList } from '@patternfly/react-core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { qualifiedResource } from '../../../api/debug/causes.ts';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import { duplicateObject } from '../../commands/duplicate-object.ts';
import { Menu } from '../../components/Menu.tsx';
import { useApplication } from '../../hooks/use-application.ts';
import { searchOfDeleters } from '../../state/access/access-question.ts';
import { resourceParameters } from '../../state/objects/addresses.ts';
import { MetadataDialog } from './metadata/MetadataDialog.tsx';

interface MoreActionsProps {
  readonly resource: DiscoveredResource;
  readonly name: string;
  readonly namespace: string | undefined;
}

/** The menu of actions that every kind has. Renders nothing for read-only kinds. */
export function MoreActions({ resource, name, namespace }: MoreActionsProps) {
  const application = useApplication();
  const navigate = useNavigate();
  const [isEditing, setEditing] = useState(false);
  const canCreate = resource.verbs.includes('create');
  const canPatch = resource.verbs.includes('patch');
  if (!canCreate && !canPatch) return null;
  const follow = () =>
    void navigate({
      to: '/follow',
      search: { resource: qualifiedResource(resource.resource, resource.group), in: namespace, name },
    });
  const explain = () =>
    void navigate({
      to: '/explorer',
      search: { resource: qualifiedResource(resource.resource, resource.group), version: resource.version },
    });
  const duplicate = async () => {
    if (await duplicateObject(application, resource, { name, ...(namespace ? { namespace } : {}) }))
      void navigate({ to: '/create/$group/$version/$resource', params: resourceParameters(resource) });
  };
  return (
    <>
      <Menu popperProps={{ position: 'end' }} shouldFocusFirstItemOnOpen toggle={{ children: 'More' }}>
        <DropdownList>
          {canPatch && <DropdownItem onClick={() => setEditing(true)}>Edit labels and annotations…</DropdownItem>}
          {canCreate && <DropdownItem onClick={() => void duplicate()}>Duplicate</DropdownItem>}
          <DropdownItem onClick={explain}>Explain the fields of {resource.kind}</DropdownItem>
          {resource.verbs.includes('delete') && (
            <DropdownItem
              onClick={() => void navigate({ to: '/access', search: searchOfDeleters(resource, { namespace, name }) })}
            >
              Who can delete it
            </DropdownItem>
          )}
          <DropdownItem onClick={follow}>Follow the last change</DropdownItem>
        </DropdownList>
      </Menu>
      {isEditing && <MetadataDialog {...{ resource, name, namespace }} onClose={() => setEditing(false)} />}
    </>
  );
}
