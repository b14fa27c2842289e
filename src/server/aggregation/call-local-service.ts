import type { ServiceCall, ServiceCaller, ServiceTarget } from '../../api/ports/service-caller.ts';

/** Timeout of code in the cluster, in milliseconds. */
const TIMEOUT = 10_000;

/** Statuses of responses that have no body. */
const BODILESS = new Set([204, 205, 304]);

/** A request to code in the cluster. */
export interface LocalRequest extends Pick<ServiceCall, 'method' | 'query'> {
  /** Encoded, with a leading slash. */
  readonly path: string;
  readonly headers: Headers;
  readonly body: Uint8Array | null;
  /** Receives the console output of the code. */
  readonly printed?: ((lines: readonly string[]) => void) | undefined;
}

/** Runs the code behind a Service to answer a request. @throws Error with the reason when no code can answer */
export async function callLocalService(
  callService: ServiceCaller | undefined,
  target: ServiceTarget,
  { method, path, query, headers, body, printed }: LocalRequest,
): Promise<Response> {
  if (!callService) throw new Error(`no endpoints available for service ${JSON.stringify(target.name)}`);
  const answer = await callService(target, {
    method,
    path: decodeURI(path),
    query,
    headers: Object.fromEntries(headers),
    body: body ? new TextDecoder().decode(body) : '',
    milliseconds: TIMEOUT,
  });
  printed?.(answer.console);
  const init = { status: answer.status, headers: answer.headers };
  return new Response(BODILESS.has(answer.status) ? null : answer.body, init);
}
