import type { ApiResponse, RequestHeaders } from '../api/messages/api-messages.ts';
import { isStatus, type Status } from '../api/status.ts';

/** Codes below 500 after which a retry can succeed: timeout, expired, too many requests. */
const WORTH_REPEATING = new Set([408, 410, 429]);

/** Reports whether an error is the server's rejection of the request itself, see {@link ApiError.isFinal}. */
export const isFinalError = (error: unknown): boolean => error instanceof ApiError && error.isFinal;

/** An error that the API returned: a response that is not 2xx, or an ERROR event of a watch. */
export class ApiError extends Error {
  readonly status: Status;
  /** Seconds after which the server suggests a retry. */
  readonly retryAfterSeconds: number | undefined;
  /** The id of the request's trace; undefined when the server does not send one. */
  readonly auditId: string | undefined;

  /** @param request the verb and path of the request, which the message names: `GET /api/v1/pods` */
  constructor(
    status: Status,
    retryAfterSeconds = status.details?.retryAfterSeconds,
    auditId?: string,
    request?: string,
  ) {
    const message = status.message || status.reason || `The server answered ${status.code ?? 'with an error'}`;
    super(request === undefined ? message : `${message} (${request})`);
    this.name = 'ApiError';
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
    this.auditId = auditId;
  }

  get code(): number {
    return this.status.code ?? 500;
  }
  get reason(): string {
    return this.status.reason ?? '';
  }
  /** Whether the requested resource version has been compacted: list again. */
  get isExpired(): boolean {
    return this.code === 410 || this.reason === 'Expired' || this.reason === 'Gone';
  }
  /** Whether the server rejects the request itself, so that it fails again however often it is repeated. */
  get isFinal(): boolean {
    return this.code >= 400 && this.code < 500 && !WORTH_REPEATING.has(this.code) && !this.isExpired;
  }
  get isNotFound(): boolean {
    return this.code === 404;
  }
  get isForbidden(): boolean {
    return this.code === 403;
  }
}

/**
 * Reads an error response. A body that is not a Status, such as a proxy's page, becomes the message.
 * @param request its verb and path, for the message
 */
export const apiErrorOf = async (response: Response, request?: string): Promise<ApiError> =>
  apiErrorFor(response, await response.text(), request);

/** Returns the Status of an error that the client itself finds. The server's has details, which bundles of a client lack. */
export const clientFailure = (code: number, message: string): Status => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message,
  code,
});

/** Like `apiErrorOf`, for a response whose text was read. */
export function apiErrorFor(
  response: Pick<ApiResponse, 'status' | 'statusText'> & { readonly headers: Pick<RequestHeaders, 'get'> },
  text: string,
  request?: string,
): ApiError {
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const seconds = Number.isFinite(retryAfter) ? retryAfter : undefined;
  const auditId = response.headers.get('audit-id') ?? undefined;
  const parsed = parseJson(text);
  if (isStatus(parsed)) {
    return new ApiError(
      { ...parsed, code: parsed.code ?? response.status },
      seconds ?? parsed.details?.retryAfterSeconds,
      auditId,
      request,
    );
  }
  const message = text.trim().slice(0, 1000) || response.statusText || `The server answered ${response.status}`;
  return new ApiError(clientFailure(response.status, message), seconds, auditId, request);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Not JSON: the text itself is the message.
  }
}
