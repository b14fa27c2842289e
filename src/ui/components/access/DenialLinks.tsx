import { denialIn } from '../../../client/requests/denial.ts';
import { useIdentity } from '../../hooks/use-application.ts';
import { searchOfDenial } from '../../state/access/access-question.ts';
import { AccessLinks } from './AccessLinks.tsx';

/** The links of a server's message when authorization has denied something; otherwise nothing. */
export function DenialLinks({ message }: { readonly message: string }) {
  const identity = useIdentity();
  const denial = denialIn(message);
  return denial && <AccessLinks search={searchOfDenial(denial, identity)} />;
}
