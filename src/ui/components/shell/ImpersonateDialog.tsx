import {
  Button,
  Form,
  FormGroup,
  FormHelperText,
  FormSelect,
  FormSelectOption,
  HelperText,
  HelperTextItem,
  Modal,
  ModalBody,
  ModalFooter,
  ModalHeader,
  Radio,
  TextInput,
} from '@patternfly/react-core';
import { useState } from 'react';
import { findResource } from '../../../client/discovery.ts';
import { useDiscovery } from '../../hooks/use-application.ts';
import { useCollection } from '../../hooks/use-collection.ts';
import type { Identity } from '../../state/identity-store.ts';

interface ImpersonateDialogProps {
  readonly onChoose: (identity: Identity) => void;
  readonly onClose: () => void;
}

const FORM = 'impersonate-form';
/** The server knows groups only as those of a user. */
const SOMEBODY = 'somebody';

const listOf = (groups: string): string[] =>
  groups
    .split(',')
    .map((group) => group.trim())
    .filter(Boolean);

/** Asks for a user, a group or a service account to act as. */
export function ImpersonateDialog({ onChoose, onClose }: ImpersonateDialogProps) {
  const [type, setType] = useState<'user' | 'group' | 'service-account'>('user');
  const [name, setName] = useState('');
  const [groups, setGroups] = useState('');
  const [account, setAccount] = useState('');
  const accounts = useCollection(findResource(useDiscovery(), 'serviceaccounts')).items.map(
    ({ metadata }) => `${metadata.namespace}/${metadata.name}`,
  );
  const chosenAccount = account || (accounts[0] ?? '');
  const isReady = { user: name.trim(), group: listOf(groups).join(), 'service-account': chosenAccount }[type] !== '';
  const choose = () => {
    const [namespace = '', accountName = ''] = chosenAccount.split('/');
    if (type === 'service-account') onChoose({ type, namespace, name: accountName });
    else onChoose({ type: 'user', name: type === 'user' ? name.trim() : SOMEBODY, groups: listOf(groups) });
  };
  return (
    <Modal isOpen variant="small" onClose={onClose} aria-labelledby="impersonate-title">
      <ModalHeader
        title="Act as somebody else"
        labelId="impersonate-title"
        description="Every request is sent in their name, so that you see what they may see and do."
      />
      <ModalBody>
        <Form
          id={FORM}
          onSubmit={(event) => {
            event.preventDefault();
            if (isReady) choose();
          }}
        >
          <FormGroup role="radiogroup" isInline label="Who" fieldId="impersonate-type">
            <Radio
              id="as-user"
              name="type"
              label="A user"
              isChecked={type === 'user'}
              onChange={() => setType('user')}
            />
            <Radio
              id="as-group"
              name="type"
              label="Somebody in a group"
              isChecked={type === 'group'}
              onChange={() => setType('group')}
            />
            <Radio
              id="as-account"
              name="type"
              label="A service account"
              isChecked={type === 'service-account'}
              onChange={() => setType('service-account')}
            />
          </FormGroup>
          {type !== 'service-account' ? (
            <>
              {type === 'user' && (
                <FormGroup label="User name" isRequired fieldId="impersonate-name">
                  <TextInput id="impersonate-name" value={name} onChange={(_, value) => setName(value)} autoFocus />
                </FormGroup>
              )}
              <FormGroup label="Groups" isRequired={type === 'group'} fieldId="impersonate-groups">
                <TextInput id="impersonate-groups" value={groups} onChange={(_, value) => setGroups(value)} />
                <FormHelperText>
                  <HelperText>
                    <HelperTextItem>Separated by commas{type === 'user' ? '; may be left empty' : ''}.</HelperTextItem>
                  </HelperText>
                </FormHelperText>
              </FormGroup>
            </>
          ) : (
            <FormGroup label="Service account" isRequired fieldId="impersonate-account">
              <FormSelect id="impersonate-account" value={chosenAccount} onChange={(_, value) => setAccount(value)}>
                {accounts.map((key) => (
                  <FormSelectOption key={key} value={key} label={key} />
                ))}
              </FormSelect>
              {accounts.length === 0 && <p>There is no service account that you may see.</p>}
            </FormGroup>
          )}
        </Form>
      </ModalBody>
      <ModalFooter>
        <Button type="submit" form={FORM} isDisabled={!isReady}>
          Act as them
        </Button>
        <Button variant="link" onClick={onClose}>
          Cancel
        </Button>
      </ModalFooter>
    </Modal>
  );
}
