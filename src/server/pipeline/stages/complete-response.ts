import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import { cancelBody, textInMemory } from '../../../api/messages/body-text.ts';
import type { HeaderList } from '../../../api/messages/header-list.ts';
import { limitedWarnings } from '../../../schema/decoding/strict-decoding.ts';
import type { Call } from '../../context/call.ts';
import { addWarnings } from '../../http/responses.ts';
import { AUDIT_ID } from '../../observe/audit-id.ts';
import { addCrossOriginHeaders } from './allow-cross-origin.ts';
import { addFlowHeaders } from './flow-control.ts';

/** Adds the warnings of the request and the headers of stages to its response, error or not. */
export function completeResponse(call: Call, response: ApiResponse): ApiResponse {
  const { warnings, server } = call;
  const { status, statusText, headers } = response;
  // Clients that take an object do not read the headers, which hold the warnings.
  const isWarned = warnings.length > 0 && response.body?.kind === 'shared';
  const body = isWarned ? ({ kind: 'text', text: textInMemory(response.body) ?? '' } as const) : response.body;
  if (warnings.length > 0) addWarnings(headers, limitedWarnings(warnings, server.dialect));
  headers.addLater((completed) => addHeaders(call, completed));
  if (call.request.method !== 'HEAD') return { status, statusText, headers, body };
  cancelBody(response.body);
  return { status, statusText, headers, body: undefined };
}

function addHeaders(call: Call, headers: HeaderList): void {
  addFlowHeaders(call, headers);
  addCrossOriginHeaders(call, headers);
  headers.set(AUDIT_ID, call.auditId.text);
}
