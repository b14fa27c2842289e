import { Dropdown, DropdownItem, DropdownList } from '@patternfly/react-core';
import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useEffect, useState } from 'react';
import type { ObjectMeta } from '../../../api/kinds/meta-v1.generated.ts';
import { type DiscoveredResource, groupResourceKey } from '../../../client/discovery.ts';
import { duplicateObject } from '../../commands/duplicate-object.ts';
import { type Operation, operationsOf } from '../../commands/kind-operations.ts';
import { hasShell, openShell } from '../../commands/open-shell.ts';
import { useApplication } from '../../hooks/use-application.ts';
import { searchOfDeleters } from '../../state/access/access-question.ts';
import { objectParameters, resourceParameters } from '../../state/objects/addresses.ts';

/** The tab of an object's page that its row menu opens, by `group/resource`. */
const TABS: Readonly<Record<string, { readonly key: string; readonly title: string }>> = {
  '/pods': { key: 'logs', title: 'Logs' },
  '/nodes': { key: 'pods', title: 'Pods and drain' },
};

/** Actions that the table handles. */
export type RowAction = 'why' | 'scale' | 'delete' | Operation;

export interface RowActionsProps {
  readonly resource: DiscoveredResource;
  readonly metadata: ObjectMeta;
  readonly onAction: (action: RowAction) => void;
  /** The button that opened the menu. */
  readonly toggle: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

/** The open menu of the actions on one object. */
export function RowActions({ resource, metadata, onAction, toggle, onClose }: RowActionsProps) {
  const application = useApplication();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  // PatternFly moves the focus only into a menu that was closed when it was first rendered.
  useEffect(() => setOpen(true), []);
  const { verbs, subresources } = resource;
  const params = objectParameters(resource, metadata);
  const tab = TABS[groupResourceKey(resource)];
  const open = (key: string) =>
    void navigate({ to: '/objects/$group/$version/$resource/$in/$name', params, search: { tab: key } });
  const duplicate = async () => {
    if (await duplicateObject(application, resource, metadata))
      void navigate({ to: '/create/$group/$version/$resource', params: resourceParameters(resource) });
  };
  return (
    <Dropdown
      isOpen={isOpen}
      onOpenChange={onClose}
      onSelect={onClose}
      popperProps={{ position: 'end', appendTo: () => document.body }}
      shouldFocusFirstItemOnOpen
      toggle={{ toggleRef: toggle, toggleNode: <></> }}
    >
      <DropdownList>
        <DropdownItem onClick={() => open('yaml')}>{verbs.includes('update') ? 'Edit' : 'View YAML'}</DropdownItem>
        <DropdownItem onClick={() => onAction('why')}>Why is it so?</DropdownItem>
        {verbs.includes('delete') && (
          <DropdownItem onClick={() => void navigate({ to: '/access', search: searchOfDeleters(resource, metadata) })}>
            Who can delete it
          </DropdownItem>
        )}
        {tab && <DropdownItem onClick={() => open(tab.key)}>{tab.title}</DropdownItem>}
        {hasShell(application, resource) && (
          <DropdownItem onClick={() => openShell(application, metadata)}>Shell</DropdownItem>
        )}
        {subresources.includes('scale') && <DropdownItem onClick={() => onAction('scale')}>Scale…</DropdownItem>}
        {verbs.includes('patch') &&
          operationsOf(resource).map((operation) => (
            <DropdownItem key={operation.title} onClick={() => onAction(operation)}>
              {operation.title}
            </DropdownItem>
          ))}
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
