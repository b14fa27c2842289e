import { FormGroup, FormSelect, FormSelectOption, TextInput } from '@patternfly/react-core';
import { useState } from 'react';
import { useStore } from 'zustand';
import { FieldHint } from '../../components/dialogs/FieldHint.tsx';
import { useApplication } from '../../hooks/use-application.ts';
import { splitCommaList } from '../../state/comma-list.ts';
import { type Identity, identityKey, usernameOf } from '../../state/stores/identity-store.ts';

interface SenderFieldsProps {
  /** The sender of the traced request. */
  readonly traced: Identity;
  /** Whether the form starts with the name of another user. */
  readonly isForAnother: boolean;
  /** Undefined while the name of the other user is missing. */
  readonly onChange: (sender: Identity | undefined) => void;
}

const ANOTHER = 'another';

/** Chooses who sends a request: the administrator, a known identity, or another user by name. */
export function SenderFields({ traced, isForAnother, onChange }: SenderFieldsProps) {
  const known = useStore(useApplication().identity, (state) => state.known);
  const [chosen, setChosen] = useState(isForAnother ? ANOTHER : identityKey(traced));
  const [name, setName] = useState('');
  const [groups, setGroups] = useState('');
  const choices = new Map(
    [traced, { type: 'administrator' } as const, ...known].map((identity) => [identityKey(identity), identity]),
  );
  const change = (key: string, user: string, members: string) => {
    setChosen(key);
    setName(user);
    setGroups(members);
    const another = user.trim()
      ? ({ type: 'user', name: user.trim(), groups: splitCommaList(members) } as const)
      : undefined;
    onChange(key === ANOTHER ? another : choices.get(key));
  };
  return (
    <>
      <FormGroup label="Send as" fieldId="repeat-as">
        <FormSelect id="repeat-as" value={chosen} onChange={(_, value) => change(value, name, groups)}>
          {[...choices].map(([key, identity]) => (
            <FormSelectOption key={key} value={key} label={usernameOf(identity)} />
          ))}
          <FormSelectOption value={ANOTHER} label="Another user…" />
        </FormSelect>
      </FormGroup>
      {chosen === ANOTHER && (
        <div className="tp-repeat-line">
          <FormGroup label="User name" isRequired fieldId="repeat-user">
            <TextInput id="repeat-user" value={name} autoFocus onChange={(_, value) => change(chosen, value, groups)} />
          </FormGroup>
          <FormGroup label="Groups" fieldId="repeat-groups">
            <TextInput id="repeat-groups" value={groups} onChange={(_, value) => change(chosen, name, value)} />
            <FieldHint>Separate groups with commas. Optional.</FieldHint>
          </FormGroup>
        </div>
      )}
    </>
  );
}
