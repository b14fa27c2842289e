import { StatusError } from '../../api/status.ts';
import type { Stage } from './stage.ts';

/** Tells the audit log of every request of a known user, and of its answer. */
export const audit: Stage = async (call, next) => {
  const recorder = call.server.audit?.recorderOf(call);
  if (!recorder) return next();
  call.audit = recorder;
  await recorder.receive();
  recorder.tell('RequestReceived');
  try {
    const response = await next();
    // A watch tells by itself when it ends.
    if (call.info.verb === 'watch' && response.ok) recorder.start(response.status);
    else await recorder.complete(response);
    return response;
  } catch (error) {
    if (error instanceof StatusError) recorder.refuse(error.status);
    else recorder.fail(error);
    throw error;
  }
};

/** Tells the audit log of requests whose user could not be found out. */
export const auditFailedAuthentication: Stage = async (call, next) => {
  try {
    return await next();
  } catch (error) {
    if (error instanceof StatusError && error.code === 401 && !call.audit)
      call.server.audit?.recorderOf(call)?.refuseUnknown();
    throw error;
  }
};
