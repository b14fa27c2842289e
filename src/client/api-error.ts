import { isStatus, type Status } from '../api/status.ts';

/** An error that the API returned: a response that is not 2xx, or an ERROR event of a watch. */
export class ApiError extends Error {
  readonly status: Status;
  /** Seconds after which the server suggests a retry. */
  readonly retryAfterSeconds: number | undefined;
  /** The id of the request's trace; undefined when the server does not send one. */
  readonly auditId: string | undefined;

  constructor(status: Status, retryAfterSeconds = status.details?.retryAfterSeconds, auditId?: string) {
    super(status.message || status.reason || `The server answered ${status.code ?? 'with an error'}`);
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
  get isNotFound(): boolean {
    return this.code === 404;
  }
  get isForbidden(): boolean {
    return this.code === 403;
  }
}

/** Reads an error response. A body that is not a Status, such as a proxy's page, becomes the message. */
export async function apiErrorOf(response: Response): Promise<ApiError> {
  const text = await response.text();
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const seconds = Number.isFinite(retryAfter) ? retryAfter : undefined;
  const auditId = response.headers.get('audit-id') ?? undefined;
  const parsed = parseJson(text);
  if (isStatus(parsed)) {
    return new ApiError(
      { ...parsed, code: parsed.code ?? response.status },
      seconds ?? parsed.details?.retryAfterSeconds,
      auditId,
    );
  }
  const message = text.trim().slice(0, 1000) || response.statusText || `The server answered ${response.status}`;
  return new ApiError(
    { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code: response.status },
    seconds,
    auditId,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Not JSON: the text itself is the message.
  }
}
