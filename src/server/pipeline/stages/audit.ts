import { StatusError } from '../../../api/status.ts';
import type { Call } from '../../context/call.ts';
import type { AuditRecorder } from '../../observe/audit/audit-recorder.ts';
import { statusErrorOf } from './errors-to-status.ts';
import type { Stage } from './stage.ts';

/** Logs every request of an authenticated user, and its response. */
export const audit: Stage = (call, next) => {
  call.audit = call.server.audit?.recorderOf(call);
  return call.audit ? audited(call, call.audit, next) : next();
};

async function audited(call: Call, recorder: AuditRecorder, next: () => Promise<Response>): Promise<Response> {
  await recorder.receive();
  recorder.emit('RequestReceived');
  try {
    const response = await next();
    // A watch reports its own end.
    if (call.info.verb === 'watch' && response.ok) recorder.start(response.status);
    else await recorder.complete(response);
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
  if (!log) return next();
  return next().catch((error: unknown) => {
    if (error instanceof StatusError && error.code === 401 && !call.audit)
      log.recorderOf(call)?.rejectUnauthenticated();
    throw error;
  });
};
