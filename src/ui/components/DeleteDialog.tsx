import {
  Button,
  ExpandableSection,
  FormGroup,
  List,
  ListItem,
  Modal,
  ModalBody,
  ModalFooter,
  ModalHeader,
  Radio,
} from '@patternfly/react-core';
import { useState } from 'react';
import type { RbacObject } from '../../api/access-analysis.ts';
import { apiVersionOf } from '../../api/object.ts';
import type { DiscoveredResource } from '../../client/discovery.ts';
import { deleteObjects, type ObjectName } from '../commands/delete-objects.ts';
import { useApplication } from '../hooks/use-application.ts';
import { pluralKind } from '../state/navigation.ts';
import { AccessChangeReport } from './AccessChangeReport.tsx';

interface DeleteDialogProps {
  readonly resource: DiscoveredResource;
  readonly names: readonly ObjectName[];
  readonly onClose: () => void;
  /** Called when the deletes have been answered. */
  readonly onDone: () => void;
}

const POLICIES = [
  { policy: 'Background', text: 'Delete what they own too', detail: 'Afterwards, by the garbage collector.' },
  { policy: 'Foreground', text: 'Delete what they own first', detail: 'They stay, marked, until that is done.' },
  { policy: 'Orphan', text: 'Keep what they own', detail: 'It loses its owner and stays.' },
] as const;
const MOST_NAMED = 8;

const RBAC_KINDS = new Set(['Role', 'ClusterRole', 'RoleBinding', 'ClusterRoleBinding']);

/** The deletion of one role or binding, whose effect on access can be told. */
function accessChangeOf({ group, version, kind }: DiscoveredResource, names: readonly ObjectName[]) {
  const [only, ...others] = names;
  if (!only || others.length > 0 || !group.startsWith('rbac.authorization.') || !RBAC_KINDS.has(kind)) return undefined;
  const { name, namespace } = only;
  const metadata = { name, ...(namespace ? { namespace } : {}) };
  return { object: { apiVersion: apiVersionOf(group, version), kind, metadata } as RbacObject, delete: true };
}

/** Asks before deleting, and deletes. */
export function DeleteDialog({ resource, names, onClose, onDone }: DeleteDialogProps) {
  const application = useApplication();
  const [policy, setPolicy] = useState<(typeof POLICIES)[number]['policy']>('Background');
  const [isDeleting, setDeleting] = useState(false);
  const what = names.length === 1 ? resource.kind : `${names.length} ${pluralKind(resource)}`;
  const change = accessChangeOf(resource, names);
  const remove = async () => {
    setDeleting(true);
    await deleteObjects(application, resource, names, policy);
    onDone();
  };
  return (
    <Modal isOpen variant="small" onClose={onClose} aria-labelledby="delete-title">
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
        <ExpandableSection toggleText="What happens to the objects that they own">
          <FormGroup role="radiogroup" fieldId="delete-policy">
            {POLICIES.map(({ policy: value, text, detail }) => (
              <Radio
                key={value}
                id={`delete-${value}`}
                name="policy"
                label={text}
                description={detail}
                isChecked={policy === value}
                onChange={() => setPolicy(value)}
              />
            ))}
          </FormGroup>
        </ExpandableSection>
      </ModalBody>
      <ModalFooter>
        <Button variant="danger" onClick={() => void remove()} isLoading={isDeleting} isDisabled={isDeleting}>
          Delete
        </Button>
        <Button variant="link" onClick={onClose} autoFocus>
          Cancel
        </Button>
      </ModalFooter>
    </Modal>
  );
}
