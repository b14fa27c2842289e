import { List, ListItem, Modal, ModalBody, ModalHeader } from '@patternfly/react-core';
import { useState } from 'react';
import type { RbacObject } from '../../../api/debug/access-analysis.ts';
import { apiVersionOf } from '../../../api/object.ts';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import type { PropagationPolicy } from '../../../client/relations/deletion.ts';
import { deleteObjects, type ObjectName } from '../../commands/delete-objects.ts';
import { useApplication } from '../../hooks/use-application.ts';
import { useClusterActivity } from '../../hooks/use-cluster-activity.ts';
import { deletionNote } from '../../state/objects/deletion-note.ts';
import { pluralKind } from '../../state/objects/navigation.ts';
import { GARBAGE_COLLECTOR } from '../../state/objects/simulation-notes.ts';
import { AccessChangeReport } from '../access/AccessChangeReport.tsx';
import { CANCEL_BUTTON, DialogFooter } from './DialogFooter.tsx';
import { DeletionEffect } from './deletion/DeletionEffect.tsx';

interface DeleteDialogProps {
  readonly resource: DiscoveredResource;
  readonly names: readonly ObjectName[];
  readonly onClose: () => void;
  /** Called after all deletes. */
  readonly onDone: () => void;
}

const MOST_NAMED = 8;
/** Number of objects up to which the effect of a deletion is shown. */
const MOST_EXPLAINED = 100;

const RBAC_KINDS = new Set(['Role', 'ClusterRole', 'RoleBinding', 'ClusterRoleBinding']);

/** Returns the deletion of a single role or binding, whose effect on access the server can report. */
function accessChangeOf({ group, version, kind }: DiscoveredResource, names: readonly ObjectName[]) {
  const [only, ...others] = names;
  if (!only || others.length > 0 || !group.startsWith('rbac.authorization.') || !RBAC_KINDS.has(kind)) return undefined;
  const { name, namespace } = only;
  const metadata = { name, ...(namespace ? { namespace } : {}) };
  return { object: { apiVersion: apiVersionOf(group, version), kind, metadata } as RbacObject, delete: true };
}

/** Deletes objects after confirmation. */
export function DeleteDialog({ resource, names, onClose, onDone }: DeleteDialogProps) {
  const application = useApplication();
  const activity = useClusterActivity();
  const [isDeleting, setDeleting] = useState(false);
  const [policy, setPolicy] = useState<PropagationPolicy>('Background');
  const what = names.length === 1 ? resource.kind : `${names.length} ${pluralKind(resource)}`;
  const change = accessChangeOf(resource, names);
  const remove = async () => {
    setDeleting(true);
    await deleteObjects(application, resource, names, policy);
    onDone();
  };
  return (
    <Modal isOpen variant="medium" onClose={onClose} elementToFocus={CANCEL_BUTTON} aria-labelledby="delete-title">
      <ModalHeader title={`Delete ${what}?`} titleIconVariant="warning" labelId="delete-title" />
      <ModalBody>
        <p>This cannot be undone:</p>
        <List className="tp-delete-names">
          {names.slice(0, MOST_NAMED).map(({ namespace, name }) => (
            <ListItem key={`${namespace}/${name}`}>
              <strong>{name}</strong>
              {namespace && <span className="tp-subtle"> in {namespace}</span>}
            </ListItem>
          ))}
          {names.length > MOST_NAMED && <ListItem>and {names.length - MOST_NAMED} more</ListItem>}
        </List>
        {change && <AccessChangeReport change={change} act="Deleting" />}
        {names.length <= MOST_EXPLAINED && (
          <DeletionEffect
            resource={resource}
            names={names}
            policy={policy}
            onPolicy={setPolicy}
            isCollecting={activity?.controllers.get(GARBAGE_COLLECTOR) !== false}
          />
        )}
        {activity && <p className="tp-subtle">{deletionNote(resource, activity)}</p>}
      </ModalBody>
      <DialogFooter
        submitText="Delete"
        isDestructive
        isLoading={isDeleting}
        isDisabled={isDeleting}
        onClose={onClose}
        onClick={() => void remove()}
      />
    </Modal>
  );
}
