import { limitedWarnings } from '../../../schema/decoding/strict-decoding.ts';
import type { Call } from '../../context/call.ts';
import { withWarnings } from '../../http/responses.ts';
import { addCrossOriginHeaders } from './allow-cross-origin.ts';
import { addFlowHeaders } from './flow-control.ts';
import { AUDIT_ID } from './identify.ts';

/** Adds the warnings of the request and the headers of stages to its response, error or not. */
export function completeResponse(call: Call, response: Response): Response {
  const { warnings, server } = call;
  const warned = warnings.length > 0 ? withWarnings(response, limitedWarnings(warnings, server.dialect)) : response;
  addFlowHeaders(call, warned);
  addCrossOriginHeaders(call, warned);
  warned.headers.set(AUDIT_ID, call.auditId);
  if (call.request.method !== 'HEAD') return warned;
  return new Response(null, { status: warned.status, headers: warned.headers });
}
