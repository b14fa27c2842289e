import { ObjectResponse } from '../../../api/encoding/text-messages.ts';
import { limitedWarnings } from '../../../schema/decoding/strict-decoding.ts';
import type { Call } from '../../context/call.ts';
import { withWarnings } from '../../http/responses.ts';
import { AUDIT_ID } from '../../observe/audit-id.ts';
import { addCrossOriginHeaders } from './allow-cross-origin.ts';
import { addFlowHeaders } from './flow-control.ts';

/** Adds the warnings of the request and the headers of stages to its response, error or not. */
export function completeResponse(call: Call, response: Response): Response {
  const { warnings, server } = call;
  const warned = warnings.length > 0 ? withWarnings(response, limitedWarnings(warnings, server.dialect)) : response;
  if (warned instanceof ObjectResponse) warned.completeHeaders((headers) => addHeaders(call, headers));
  else addHeaders(call, warned.headers);
  if (call.request.method !== 'HEAD') return warned;
  return new Response(null, { status: warned.status, headers: warned.headers });
}

function addHeaders(call: Call, headers: Headers): void {
  addFlowHeaders(call, headers);
  addCrossOriginHeaders(call, headers);
  headers.set(AUDIT_ID, call.auditId.text);
}
