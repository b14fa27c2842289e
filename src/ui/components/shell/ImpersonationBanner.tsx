import { Banner, Button, Flex, FlexItem } from '@patternfly/react-core';
import UserIcon from '@patternfly/react-icons/dist/esm/icons/user-icon';
import { useStore } from 'zustand';
import { useApplication } from '../../hooks/use-application.ts';
import { usernameOf } from '../../state/stores/identity-store.ts';

/** Shows the impersonated user and a way to stop. */
export function ImpersonationBanner() {
  const { identity, switchTo } = useStore(useApplication().identity);
  if (identity.type === 'administrator') return null;
  const groups =
    identity.type === 'user' && identity.groups.length > 0 ? ` with groups ${identity.groups.join(', ')}` : '';
  return (
    <Banner color="orange" isSticky className="tp-banner" role="region" aria-label="Impersonation">
      <Flex justifyContent={{ default: 'justifyContentCenter' }} gap={{ default: 'gapSm' }}>
        <FlexItem>
          <UserIcon /> You are impersonating <strong>{usernameOf(identity)}</strong>
          {groups}
        </FlexItem>
        <Button variant="link" isInline onClick={() => switchTo({ type: 'administrator' })}>
          Stop impersonating
        </Button>
      </Flex>
    </Banner>
  );
}
