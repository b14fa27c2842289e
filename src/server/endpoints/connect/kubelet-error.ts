import { readTextStart } from '../../../api/messages/read-message.ts';
import { badRequest, internalError, StatusError } from '../../../api/status.ts';

/** The real server reads at most this many bytes of a kubelet's error. */
const LONGEST_TEXT = 10 * 1024;

const SUMMARIES: Readonly<Record<number, { reason: string; message: string }>> = {
  401: { reason: 'Unauthorized', message: 'the server has asked for the client to provide credentials' },
  403: { reason: 'Forbidden', message: 'unknown' },
  404: { reason: 'NotFound', message: 'the server could not find the requested resource' },
  405: { reason: 'MethodNotAllowed', message: 'the server does not allow this method on the requested resource' },
};

/** Converts a kubelet's error response: its text, or the status code in words with its text as a cause. */
export async function kubeletError(response: Response, resource: string, name: string): Promise<StatusError> {
  const text = await readTextStart(response, LONGEST_TEXT);
  const code = response.status;
  if (code === 400) return badRequest(text);
  if (code === 500) return internalError(text);
  const unknown = {
    reason: 'InternalError',
    message: `an error on the server (${JSON.stringify(text)}) has prevented the request from succeeding`,
  };
  const { reason, message } = SUMMARIES[code] ?? unknown;
  return new StatusError({
    code,
    reason,
    message: `${code === 403 && text ? text : message} ( ${resource} ${name})`,
    details: { name, kind: resource, causes: [{ reason: 'UnexpectedServerResponse', message: text || 'unknown' }] },
  });
}
