import { FormGroup, FormSelect, FormSelectOption } from '@patternfly/react-core';
import { findResource } from '../../../client/discovery.ts';
import { FieldHint } from '../../components/dialogs/FieldHint.tsx';
import { useDiscovery } from '../../hooks/use-application.ts';
import { useCollection } from '../../hooks/use-collection.ts';
import type { Rbac } from '../../hooks/use-rbac.ts';
import type { SubjectType } from '../../state/access/access-question.ts';
import { DraftInput } from './DraftInput.tsx';
import { useAccessSearch } from './use-access-search.ts';

const SELF = 'self';
const TYPES: readonly { readonly type: SubjectType | typeof SELF; readonly text: string }[] = [
  { type: SELF, text: 'Yourself' },
  { type: 'user', text: 'User' },
  { type: 'group', text: 'Group' },
  { type: 'account', text: 'Service account' },
];

/** The subject in question. */
export function SubjectFields({ rbac }: { readonly rbac: Rbac }) {
  const { search, change } = useAccessSearch();
  return (
    <>
      <FormGroup label="Subject" fieldId="access-subject">
        <FormSelect
          id="access-subject"
          value={search.subject ?? SELF}
          onChange={(_, value) => change({ subject: value === SELF ? undefined : (value as SubjectType) })}
        >
          {TYPES.map(({ type, text }) => (
            <FormSelectOption key={type} value={type} label={text} />
          ))}
        </FormSelect>
      </FormGroup>
      {search.subject === 'user' && (
        <>
          <FormGroup label="User name" isRequired fieldId="access-user">
            <DraftInput
              id="access-user"
              value={search.user}
              suggestions={rbac.users}
              onChange={(user) => change({ user })}
            />
          </FormGroup>
          <FormGroup label="Groups" fieldId="access-groups">
            <DraftInput id="access-groups" value={search.groups} onChange={(groups) => change({ groups })} />
            <FieldHint>Separate groups with commas. system:authenticated is always included.</FieldHint>
          </FormGroup>
        </>
      )}
      {search.subject === 'group' && (
        <FormGroup label="Group name" isRequired fieldId="access-group">
          <DraftInput
            id="access-group"
            value={search.group}
            suggestions={rbac.groups}
            onChange={(group) => change({ group })}
          />
        </FormGroup>
      )}
      {search.subject === 'account' && <AccountField />}
    </>
  );
}

function AccountField() {
  const { search, change } = useAccessSearch();
  const accounts = useCollection(findResource(useDiscovery(), 'serviceaccounts')).items;
  const names = accounts.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`).sort();
  const isKnown = !search.account || names.includes(search.account);
  return (
    <FormGroup label="Service account" isRequired fieldId="access-account">
      <FormSelect
        id="access-account"
        value={search.account ?? ''}
        onChange={(_, value) => change({ account: value || undefined })}
      >
        <FormSelectOption value="" label="Select a service account" isPlaceholder isDisabled />
        {!isKnown && <FormSelectOption value={search.account} label={search.account ?? ''} />}
        {names.map((name) => (
          <FormSelectOption key={name} value={name} label={name} />
        ))}
      </FormSelect>
    </FormGroup>
  );
}
