import { errorText } from '../../../api/error-text.ts';
import { internalError, StatusError } from '../../../api/status.ts';
import { limitedWarnings } from '../../../schema/decoding/strict-decoding.ts';
import { FutureRevisionError, StorageFullError } from '../../../storage/storage.ts';
import { withDialectHint } from '../../http/dialect-hint.ts';
import { representError } from '../../http/representation.ts';
import { withWarnings } from '../../http/responses.ts';
import { addCrossOriginHeaders } from './allow-cross-origin.ts';
import { addFlowHeaders } from './flow-control.ts';
import type { Stage } from './stage.ts';

/** Converts every error into a Status, and adds the warnings and the headers of stages to every response. */
export const errorsToStatus: Stage = async (call, next) => {
  const response = await next().catch((error: unknown) => {
    const statusError = withDialectHint(call, asStatusError(error));
    if (call.trace) call.trace.message = statusError.message;
    return representError(call, statusError);
  });
  const answer = withWarnings(response, limitedWarnings(call.warnings, call.server.dialect));
  addFlowHeaders(call, answer);
  addCrossOriginHeaders(call, answer);
  if (call.request.method !== 'HEAD') return answer;
  return new Response(null, { status: answer.status, headers: answer.headers });
};

const asStatusError = (error: unknown): StatusError => statusErrorOf(error) ?? internalError(errorText(error));

/** Returns the Status error for an error; undefined for an unexpected one. */
export function statusErrorOf(error: unknown): StatusError | undefined {
  if (error instanceof StatusError) return error;
  if (error instanceof StorageFullError) {
    return new StatusError({
      code: 507,
      reason: 'InsufficientStorage',
      message: `the object could not be stored: ${error.message}`,
    });
  }
  if (error instanceof FutureRevisionError)
    return internalError('etcdserver: mvcc: required revision is a future revision');
  return undefined;
}
