import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import { isSuccess } from '../../../api/messages/api-response.ts';
import { StatusError } from '../../../api/status.ts';
import type { Call } from '../../context/call.ts';
import type { AuditLog } from '../../observe/audit/audit-log.ts';
import type { AuditRecorder } from '../../observe/audit/audit-recorder.ts';
import { statusErrorOf } from './errors-to-status.ts';
import type { Handler, Stage } from './stage.ts';

/** Logs every request of an authenticated user, and its response. */
export const audit: Stage = (call, next) => {
  call.audit = call.server.audit?.recorderOf(call);
  return call.audit ? audited(call, call.audit, next) : next(call);
};

async function audited(call: Call, recorder: AuditRecorder, next: Handler): Promise<ApiResponse> {
  await recorder.receive();
  recorder.emit('RequestReceived');
  try {
    const response = await next(call);
    // A watch reports its own end.
    if (call.info.verb === 'watch' && isSuccess(response)) recorder.start(response.status);
    else recorder.complete(response);
    return response;
  } catch (error) {
    const statusError = statusErrorOf(error);
    if (statusError) recorder.reject(statusError.status);
    else recorder.fail(error);
    throw error;
  }
}

/** Logs requests that failed authentication. */
export const auditFailedAuthentication: Stage = (call, next) => {
  const { audit: log } = call.server;
  return log ? auditingUnauthenticated(call, log, next) : next(call);
};

async function auditingUnauthenticated(call: Call, log: AuditLog, next: Handler): Promise<ApiResponse> {
  try {
    return await next(call);
  } catch (error) {
    if (error instanceof StatusError && error.code === 401 && !call.audit)
      log.recorderOf(call)?.rejectUnauthenticated();
    throw error;
  }
}
