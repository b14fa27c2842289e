import { type FieldError, fieldErrorText, quoted } from './field-error.ts';
import { type GroupResource, groupKindText, groupResourceText, isRecord } from './object.ts';

export interface StatusCause {
  reason?: string;
  message?: string;
  field?: string;
}
export interface StatusDetails {
  name?: string;
  group?: string;
  kind?: string;
  uid?: string;
  causes?: StatusCause[];
  retryAfterSeconds?: number;
}
/** The body of every error, and of successful responses without an object. */
export interface Status {
  kind: 'Status';
  apiVersion: 'v1';
  metadata: { continue?: string; resourceVersion?: string };
  status: 'Success' | 'Failure';
  message?: string;
  reason?: string;
  details?: StatusDetails;
  code?: number;
}

interface Failure {
  readonly code: number;
  readonly reason?: string;
  readonly message: string;
  readonly details?: StatusDetails;
  readonly metadata?: Status['metadata'];
}

export const failureStatus = ({ code, reason, message, details, metadata = {} }: Failure): Status => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata,
  status: 'Failure',
  message,
  ...(reason ? { reason } : {}),
  ...(details ? { details } : {}),
  code,
});

/** An error response: thrown anywhere below the pipeline, written by its first stage. */
export class StatusError extends Error {
  readonly status: Status;
  /** Additional response headers. `Retry-After` is derived from the details. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(failure: Failure, headers: Record<string, string> = {}) {
    super(failure.message);
    this.name = 'StatusError';
    this.headers = headers;
    this.status = failureStatus(failure);
  }

  get code(): number {
    return this.status.code ?? 500;
  }
}

const target = ({ group, resource }: GroupResource, name: string): StatusDetails => ({
  ...(name ? { name } : {}),
  ...(group ? { group } : {}),
  kind: resource,
});

export const notFound = (resource: GroupResource, name: string): StatusError =>
  new StatusError({
    code: 404,
    reason: 'NotFound',
    message: `${groupResourceText(resource)} "${name}" not found`,
    details: target(resource, name),
  });

export const alreadyExists = (resource: GroupResource, name: string): StatusError =>
  new StatusError({
    code: 409,
    reason: 'AlreadyExists',
    message: `${groupResourceText(resource)} "${name}" already exists`,
    details: target(resource, name),
  });

/** 409 Conflict: a concurrent write, or a failed precondition. */
export const conflict = (resource: GroupResource, name: string, why: string): StatusError =>
  new StatusError({
    code: 409,
    reason: 'Conflict',
    message: `Operation cannot be fulfilled on ${groupResourceText(resource)} "${name}": ${why}`,
    details: target(resource, name),
  });

export const OPTIMISTIC_LOCK =
  'the object has been modified; please apply your changes to the latest version and try again';

export const forbidden = (resource: GroupResource, name: string, why: string): StatusError =>
  new StatusError({
    code: 403,
    reason: 'Forbidden',
    message: `${groupResourceText(resource)}${name ? ` "${name}"` : ''} is forbidden: ${why}`,
    details: target(resource, name),
  });

export const unauthorized = (): StatusError =>
  new StatusError({ code: 401, reason: 'Unauthorized', message: 'Unauthorized' });

export const badRequest = (message: string): StatusError =>
  new StatusError({ code: 400, reason: 'BadRequest', message });

export const internalError = (message: string): StatusError =>
  new StatusError({
    code: 500,
    reason: 'InternalError',
    message: `Internal error occurred: ${message}`,
    details: { causes: [{ message }] },
  });

export const serviceUnavailable = (message: string): StatusError =>
  new StatusError({ code: 503, reason: 'ServiceUnavailable', message });

/** 500 without a reason: the form in which the real server reports an unexpected error. */
export const plainError = (message: string, code = 500): StatusError => new StatusError({ code, message });

export const methodNotAllowed = (): StatusError =>
  new StatusError({
    code: 405,
    reason: 'MethodNotAllowed',
    message: 'the server does not allow this method on the requested resource',
    details: {},
  });

/** 404 for a path under a served prefix that names no resource. */
export const resourceNotFound = (): StatusError =>
  new StatusError({
    code: 404,
    reason: 'NotFound',
    message: 'the server could not find the requested resource',
    details: {},
  });

export const expired = (message: string, metadata?: Status['metadata']): StatusError =>
  new StatusError({ code: 410, reason: 'Expired', message, ...(metadata ? { metadata } : {}) });

export const requestEntityTooLarge = (message: string): StatusError =>
  new StatusError({ code: 413, reason: 'RequestEntityTooLarge', message });

export const tooManyRequests = (message: string, retryAfterSeconds: number): StatusError =>
  new StatusError({ code: 429, reason: 'TooManyRequests', message, details: { retryAfterSeconds } });

/** Maximum number of characters of the field errors in a Status, and of errors. A literal, which bundlers can leave out. */
const MAXIMUM_ERROR_LENGTH = 1_048_576;
const MAXIMUM_ERRORS = 1000;

/** Returns the first errors that fit into a Status, but at least one. */
function shownErrors(errors: readonly FieldError[]): readonly FieldError[] {
  let room = MAXIMUM_ERROR_LENGTH;
  const fits = errors.findIndex(({ field, message }, index) => {
    room -= field.length + message.length;
    return index > 0 && (room < 0 || index >= MAXIMUM_ERRORS);
  });
  return fits === -1 ? errors : errors.slice(0, fits);
}

/**
 * 422 with the field errors of one object. The message lists equal errors once, the causes list each. Of very many
 * errors, the first are listed.
 */
export function invalidObject(
  kind: { group: string; kind: string },
  name: string,
  all: readonly FieldError[],
): StatusError {
  const errors = shownErrors(all);
  const left = errors.length < all.length ? [`and ${all.length - errors.length} more errors`] : [];
  const texts = [...new Set(errors.map(fieldErrorText)), ...left];
  const shown = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`;
  return new StatusError({
    code: 422,
    reason: 'Invalid',
    message: `${groupKindText(kind)} ${quoted(name)} is invalid: ${shown}`,
    details: {
      ...(name ? { name } : {}),
      ...(kind.group ? { group: kind.group } : {}),
      ...(kind.kind ? { kind: kind.kind } : {}),
      causes: errors.map(({ reason, message, field }) => ({ reason, message, field })),
    },
  });
}

export const isStatus = (value: unknown): value is Status => isRecord(value) && value.kind === 'Status';
