import { ApiError } from '../../client/api-error.ts';
import type { Application } from '../application.ts';
import type { Identity } from '../state/stores/identity-store.ts';

/** A request as a user has edited it. */
export interface EditedRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** Undefined without a body. */
  readonly contentType: string | undefined;
  /** Empty without a body. */
  readonly body: string;
  readonly as: Identity;
}

/** The answer to a request that was sent again. */
export interface SentResult {
  readonly code: number;
  /** The body, or the server's message; empty for streams, which are not read. */
  readonly text: string;
  /** Name of the request's trace; undefined when the server keeps none. */
  readonly trace: string | undefined;
}

/** Requests whose responses end only when the server or the client ends them. */
const STREAMS = /[?&](watch|follow)=(true|1)\b/;

/** Sends a request, which is traced even if it only reads. @throws the error of fetch without a response */
export async function sendRequest(
  { clientAs }: Pick<Application, 'clientAs'>,
  { method, path, contentType, body, as }: EditedRequest,
): Promise<SentResult> {
  const headers = { 'tabplane-trace': 'true', ...(contentType ? { 'content-type': contentType } : {}) };
  try {
    const response = await clientAs(as).request(path, { method, headers, ...(body ? { body } : {}) });
    const trace = response.headers.get('audit-id') ?? undefined;
    if (!STREAMS.test(path)) return { code: response.status, text: await response.text(), trace };
    await response.body?.cancel();
    return { code: response.status, text: '', trace };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { code: error.code, text: error.message, trace: error.auditId };
  }
}
