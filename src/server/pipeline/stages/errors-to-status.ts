import { errorText } from '../../../api/error-text.ts';
import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import { badRequest, internalError, plainError, StatusError } from '../../../api/status.ts';
import {
  CommitTooLargeError,
  FutureRevisionError,
  StorageFullError,
  StorageUnavailableError,
} from '../../../storage/storage.ts';
import type { Call } from '../../context/call.ts';
import { withDialectHint } from '../../http/dialect-hint.ts';
import { representError } from '../../http/representation.ts';

/** Returns the response for an error: a Status. */
export function errorResponse(call: Call, error: unknown): ApiResponse {
  const statusError = withDialectHint(call, asStatusError(error));
  if (call.trace) call.trace.message = statusError.message;
  return representError(call, statusError);
}

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
  if (error instanceof StorageUnavailableError) return plainError(error.message);
  if (error instanceof CommitTooLargeError) return plainError('etcdserver: request is too large');
  // A deeply nested body can overflow the platform's call stack.
  if (error instanceof RangeError && /call stack/.test(error.message))
    return badRequest('the request is nested too deeply');
  if (error instanceof FutureRevisionError)
    return internalError('etcdserver: mvcc: required revision is a future revision');
  return undefined;
}
