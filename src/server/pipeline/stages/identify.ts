import { type Random, uuid } from '../../../api/environment.ts';

export const AUDIT_ID = 'audit-id';
/** The longest request ID accepted from a client. */
const LONGEST_ID = 64;

/** Returns the ID of a request, which its response, its trace and the audit log use: the client's, or a new one. */
export function identify({ headers }: Request, { random }: { readonly random: Random }): string {
  const given = headers.get(AUDIT_ID) ?? '';
  return given !== '' && given.length <= LONGEST_ID ? given : uuid(random);
}
