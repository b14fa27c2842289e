import { FormGroup, FormSelect, FormSelectOption, Radio, TextInput } from '@patternfly/react-core';
import { useState } from 'react';
import { findResource } from '../../../client/discovery.ts';
import { useDiscovery } from '../../hooks/use-application.ts';
import { useCollection } from '../../hooks/use-collection.ts';
import { splitCommaList } from '../../state/comma-list.ts';
import { GROUP_MEMBER, type Identity } from '../../state/stores/identity-store.ts';
import { FieldHint } from '../dialogs/FieldHint.tsx';
import { FormDialog } from '../dialogs/FormDialog.tsx';

interface ImpersonateDialogProps {
  readonly onChoose: (identity: Identity) => void;
  readonly onClose: () => void;
}

/** Selects a user, group or service account to impersonate. */
export function ImpersonateDialog({ onChoose, onClose }: ImpersonateDialogProps) {
  const [type, setType] = useState<'user' | 'group' | 'service-account'>('user');
  const [name, setName] = useState('');
  const [groups, setGroups] = useState('');
  const [account, setAccount] = useState('');
  const accounts = useCollection(findResource(useDiscovery(), 'serviceaccounts')).items.map(
    ({ metadata }) => `${metadata.namespace}/${metadata.name}`,
  );
  const chosenAccount = account || (accounts[0] ?? '');
  const submittedName = {
    user: name.trim(),
    group: splitCommaList(groups).join(', '),
    'service-account': chosenAccount,
  };
  const isReady = submittedName[type] !== '';
  const choose = () => {
    const [namespace = '', accountName = ''] = chosenAccount.split('/');
    if (type === 'service-account') onChoose({ type, namespace, name: accountName });
    else onChoose({ type: 'user', name: type === 'user' ? name.trim() : GROUP_MEMBER, groups: splitCommaList(groups) });
  };
  return (
    <FormDialog
      title="Impersonate"
      description="Every request is sent as this subject, so you see what they can view and change."
      submitText={`Impersonate ${submittedName[type]}`.trim()}
      isReady={isReady}
      onSubmit={choose}
      onClose={onClose}
    >
      <FormGroup role="radiogroup" isInline label="Subject" fieldId="impersonate-type">
        <Radio id="as-user" name="type" label="User" isChecked={type === 'user'} onChange={() => setType('user')} />
        <Radio
          id="as-group"
          name="type"
          label="Group member"
          isChecked={type === 'group'}
          onChange={() => setType('group')}
        />
        <Radio
          id="as-account"
          name="type"
          label="Service account"
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
            <FieldHint>{`Separate groups with commas.${type === 'user' ? ' Optional.' : ''}`}</FieldHint>
          </FormGroup>
        </>
      ) : (
        <FormGroup label="Service account" isRequired fieldId="impersonate-account">
          <FormSelect id="impersonate-account" value={chosenAccount} onChange={(_, value) => setAccount(value)}>
            {accounts.map((key) => (
              <FormSelectOption key={key} value={key} label={key} />
            ))}
          </FormSelect>
          {accounts.length === 0 && <p>No service accounts, or you cannot list them.</p>}
        </FormGroup>
      )}
    </FormDialog>
  );
}
