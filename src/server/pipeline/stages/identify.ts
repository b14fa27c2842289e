import { uuid } from '../../../api/environment.ts';
import type { Stage } from './stage.ts';

const AUDIT_ID = 'audit-id';
/** The longest request ID accepted from a client. */
const LONGEST_ID = 64;

/** Assigns the request the ID that its response, its trace and the audit log use. */
export const identify: Stage = async (call, next) => {
  const given = call.request.headers.get(AUDIT_ID) ?? '';
  call.auditId = given !== '' && given.length <= LONGEST_ID ? given : uuid(call.server.random);
  const response = await next();
  response.headers.set(AUDIT_ID, call.auditId);
  return response;
};
