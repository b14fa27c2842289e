import { uuid } from '../../../api/environment.ts';
import type { Stage } from './stage.ts';

const AUDIT_ID = 'audit-id';
/** A client that names its request itself may do so as long as this. */
const LONGEST_ID = 64;

/** Gives the request the name that its answer, its trace and the audit log have. */
export const identify: Stage = async (call, next) => {
  const given = call.request.headers.get(AUDIT_ID) ?? '';
  call.auditId = given !== '' && given.length <= LONGEST_ID ? given : uuid(call.server.random);
  const response = await next();
  response.headers.set(AUDIT_ID, call.auditId);
  return response;
};
