import { FormGroup, FormSelect, FormSelectOption, Radio, TextInput } from '@patternfly/react-core';
import { useState } from 'react';
import { findResource } from '../../../client/discovery.ts';
import { useDiscovery } from '../../hooks/use-application.ts';
import { useCollection } from '../../hooks/use-collection.ts';
import { splitCommaList } from '../../state/comma-list.ts';
import type { Identity } from '../../state/identity-store.ts';
import { FieldHint } from '../FieldHint.tsx';
import { FormDialog } from '../FormDialog.tsx';

interface ImpersonateDialogProps {
  readonly onChoose: (identity: Identity) => void;
  readonly onClose: () => void;
}

/** The server knows groups only as those of a user. */
const SOMEBODY = 'somebody';

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
  const isReady =
    { user: name.trim(), group: splitCommaList(groups).join(), 'service-account': chosenAccount }[type] !== '';
  const choose = () => {
    const [namespace = '', accountName = ''] = chosenAccount.split('/');
    if (type === 'service-account') onChoose({ type, namespace, name: accountName });
    else onChoose({ type: 'user', name: type === 'user' ? name.trim() : SOMEBODY, groups: splitCommaList(groups) });
  };
  return (
    <FormDialog
      title="Act as somebody else"
      description="Every request is sent in their name, so that you see what they may see and do."
      submitText="Act as them"
      isReady={isReady}
      onSubmit={choose}
      onClose={onClose}
    >
      <FormGroup role="radiogroup" isInline label="Who" fieldId="impersonate-type">
        <Radio id="as-user" name="type" label="A user" isChecked={type === 'user'} onChange={() => setType('user')} />
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
            <FieldHint>{`Separated by commas${type === 'user' ? '; may be left empty' : ''}.`}</FieldHint>
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
    </FormDialog>
  );
}
