import { Divider, DropdownGroup, DropdownItem, DropdownList } from '@patternfly/react-core';
import UserIcon from '@patternfly/react-icons/dist/esm/icons/user-icon';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useApplication } from '../../hooks/use-application.ts';
import { useWhoAmI } from '../../hooks/use-who-am-i.ts';
import { identityKey, usernameOf } from '../../state/stores/identity-store.ts';
import { Menu } from '../Menu.tsx';
import { ImpersonateDialog } from './ImpersonateDialog.tsx';

/** The authenticated user and a menu of identities to impersonate. */
export function UserMenu() {
  const { identity, known, switchTo } = useStore(useApplication().identity);
  const user = useWhoAmI();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Menu
        popperProps={{ position: 'right' }}
        toggle={{
          variant: 'plainText',
          icon: <UserIcon />,
          'aria-label': `User: ${usernameOf(identity)}`,
          className: 'tp-user',
          children: <span className="tp-user-name">{usernameOf(identity)}</span>,
        }}
      >
        <div className="tp-who">
          <strong>{user?.username ?? usernameOf(identity)}</strong>
          <span>{user ? (user.groups?.join(', ') ?? 'No groups') : 'Groups unknown'}</span>
        </div>
        <Divider />
        <DropdownGroup label="Identity">
          <DropdownList>
            <DropdownItem
              isSelected={identity.type === 'administrator'}
              onClick={() => switchTo({ type: 'administrator' })}
              description="Full access"
            >
              admin
            </DropdownItem>
            {known.map((other) => (
              <DropdownItem
                key={identityKey(other)}
                isSelected={identityKey(other) === identityKey(identity)}
                onClick={() => switchTo(other)}
                description={other.type === 'user' ? other.groups.join(', ') || 'User' : 'Service account'}
              >
                {usernameOf(other)}
              </DropdownItem>
            ))}
            <DropdownItem onClick={() => setAsking(true)}>Impersonate…</DropdownItem>
          </DropdownList>
        </DropdownGroup>
      </Menu>
      {isAsking && (
        <ImpersonateDialog
          onClose={() => setAsking(false)}
          onChoose={(chosen) => {
            switchTo(chosen);
            setAsking(false);
          }}
        />
      )}
    </>
  );
}
