import { stopwatch } from '../../api/environment.ts';
import type { ApiResponse } from '../../api/messages/api-messages.ts';
import { newCall } from '../context/call.ts';
import type { ServerContext } from '../context/server-context.ts';
import type { ReceivedRequest } from '../observe/received-request.ts';
import { dispatch } from './dispatch.ts';
import { allowCrossOrigin } from './stages/allow-cross-origin.ts';
import { audit, auditFailedAuthentication } from './stages/audit.ts';
import { authenticate } from './stages/authenticate.ts';
import { authorize } from './stages/authorize.ts';
import { catchUp } from './stages/catch-up.ts';
import { checkPath } from './stages/check-path.ts';
import { checkTimeout } from './stages/check-timeout.ts';
import { completeResponse } from './stages/complete-response.ts';
import { errorResponse } from './stages/errors-to-status.ts';
import { flowControl } from './stages/flow-control.ts';
import { impersonate } from './stages/impersonate.ts';
import { injectFaults } from './stages/inject-faults.ts';
import { measurementOf } from './stages/measurement.ts';
import type { Handler, Stage } from './stages/stage.ts';
import { beginTrace, keepTrace, passed } from './stages/trace.ts';

/**
 * The stages of a request, in order. The path has been parsed before (`read-request-info.ts`), because every stage
 * depends on it. Authentication comes before anything that could reveal what exists.
 */
const STAGES: readonly Stage[] = [
  checkPath,
  checkTimeout,
  allowCrossOrigin,
  auditFailedAuthentication,
  authenticate,
  audit,
  impersonate,
  passed('authentication'),
  flowControl,
  passed('flow control'),
  authorize,
  passed('authorization'),
  injectFaults,
  catchUp,
];

const handle = STAGES.reduceRight<Handler>((next, stage) => (call) => stage(call, next), dispatch);

/**
 * Answers a request. Measures and traces it from its arrival to its response. The only place that awaits the stages.
 * Never rejects: errors become Status responses.
 */
export async function answer(received: ReceivedRequest, server: ServerContext): Promise<ApiResponse> {
  const { clock } = server;
  const call = newCall(received, server);
  const measurement = measurementOf(call);
  measurement?.begin();
  beginTrace(call);
  let response: ApiResponse;
  let elapsed: number;
  try {
    response = await handle(call);
    if (call.slices) await call.slices.next();
  } catch (error) {
    response = errorResponse(call, error);
  } finally {
    const now = stopwatch(clock);
    elapsed = now - call.startedAt;
    call.leave?.(now);
    measurement?.end();
  }
  response = completeResponse(call, response);
  measurement?.answered(response.status, elapsed);
  if (call.trace) keepTrace(call, call.trace, response.status, elapsed);
  return response;
}
