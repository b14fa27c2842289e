import { isStatus, type Status } from '../api/status.ts';

/** A refusal as the client meets it: every answer that is not 2xx, and every ERROR event of a watch. */
export class ApiError extends Error {
  readonly status: Status;
  /** Seconds after which the server wants to be asked again. */
  readonly retryAfterSeconds: number | undefined;
  /** Under which the server keeps how it came to this answer; undefined of servers that do not say. */
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
  /** The version asked for is no longer held: list again. */
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

/** Reads a refusal. A body that is no Status (a proxy's page, plain text) becomes the message. */
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
