import type { GroupResource } from '../../../api/object.ts';
import { useIdentity } from '../../hooks/use-application.ts';
import { searchOfDenial } from '../../state/access/access-question.ts';
import { usernameOf } from '../../state/stores/identity-store.ts';
import { AccessLinks } from './AccessLinks.tsx';

/** The links of a kind that could not be listed. Nothing for the administrator, whom authorization denies nothing. */
export function ListDenialLinks({ group, resource }: GroupResource) {
  const identity = useIdentity();
  if (identity.type === 'administrator') return null;
  const denial = { username: usernameOf(identity), verb: 'list', group, resource };
  return <AccessLinks search={searchOfDenial(denial, identity)} />;
}
