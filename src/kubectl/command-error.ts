import type { Status } from '../api/status.ts';
import { ApiError } from '../client/api-error.ts';

/** An error with the text that kubectl prints on standard error, and the exit code of the command. */
export class CommandError extends Error {
  readonly code: number;

  /** @param message printed as it is; `failure` adds the usual prefix */
  constructor(message: string, code = 1) {
    super(message);
    this.code = code;
  }
}

/** Returns an error whose text begins with `error: `. */
export const failure = (message: string): CommandError => new CommandError(`error: ${message}`);

/** Returns the text that kubectl prints for an error. */
export function errorMessage(error: unknown): string {
  if (error instanceof CommandError) return error.message;
  if (error instanceof ApiError) return statusMessage(error.status);
  const text = error instanceof Error ? error.message : String(error);
  return text.startsWith('error: ') ? text : `error: ${text}`;
}

function statusMessage(status: Status): string {
  const { reason, code, message = '' } = status;
  if (reason === 'Invalid') return invalidMessage(status);
  if (reason === 'Unauthorized') return `error: You must be logged in to the server (${message || 'Unauthorized'})`;
  // A server that does not know a path answers without a Status.
  if (!reason && code === 404) return 'Error from server (NotFound): the server could not find the requested resource';
  return reason ? `Error from server (${reason}): ${message}` : `Error from server: ${message}`;
}

function invalidMessage({ message, details }: Status): string {
  const prefix = 'The request is invalid';
  if (!details) return message ? `${prefix}: ${message}` : prefix;
  const { kind = '', name = '', causes = [] } = details;
  const isNamed = kind !== '' || name !== '';
  const subject = isNamed ? `The ${kind} ${JSON.stringify(name)} is invalid` : prefix;
  const texts = [...new Set((causes ?? []).map((cause) => `${cause.field ?? ''}: ${cause.message ?? ''}`))];
  if (texts.length === 0) return !isNamed && message ? `${subject}: ${message}` : subject;
  if (texts.length === 1) return `${subject}: ${texts[0]}`;
  return `${subject}: \n${texts.map((text) => `* ${text}`).join('\n')}`;
}

/** Returns an error whose message says which source was processed: `error when creating "web.yaml": …`. */
export function withSource(error: unknown, action: string, source: string): unknown {
  if (!(error instanceof ApiError)) return error;
  const message = `error when ${action} ${JSON.stringify(source)}: ${error.status.message ?? ''}`;
  return new ApiError({ ...error.status, message });
}

/** Returns an error whose message begins with a text. The reason of the server is left out, as in kubectl. */
export const prefixed = (error: unknown, prefix: string): unknown =>
  error instanceof ApiError ? failure(`${prefix}: ${error.status.message ?? ''}`) : error;
