import type { Clock } from '../api/environment.ts';
import type { ConfigMap, Service } from '../api/kinds/core-v1.generated.ts';
import { CONSOLE_HEADER, HANDLER_KEY, LOCAL_SERVICE_ANNOTATION } from '../api/local-service.ts';
import { isRecord } from '../api/object.ts';
import type { ObjectReader } from '../api/object-reader.ts';
import type { ServiceCaller, ServiceTarget } from '../api/service-caller.ts';
import { reviewAnswer } from './review-answer.ts';
import type { Sandbox } from './sandbox.ts';

/** Milliseconds for calls that do not say how long they may take. */
const PATIENCE = 10_000;

export interface LocalServicesOptions {
  readonly reader: Pick<ObjectReader, 'get'>;
  readonly sandbox: Sandbox;
  readonly clock: Clock;
}

/** Calls the code that answers for Services; `src/api/local-service.ts` says where it is kept and what it is given. */
export function createLocalServices({ reader, sandbox, clock }: LocalServicesOptions): ServiceCaller {
  return async (target, request) => {
    const code = await handlerOf(reader, target);
    const body = await request.text();
    const review = readReview(body);
    const { outcome, text, console } = await sandbox.run({
      code,
      input: JSON.stringify(review ? review.request : inputOf(request, body)),
      now: clock.now(),
      milliseconds: timeoutOf(request),
    });
    if (outcome === 'timed-out') throw new Error('context deadline exceeded');
    const headers = { [CONSOLE_HEADER]: encodeURIComponent(JSON.stringify(console)) };
    if (outcome === 'failed') return new Response(text, { status: 500, headers });
    const returned: unknown = JSON.parse(text);
    try {
      return review ? Response.json(reviewAnswer(review, returned), { headers }) : responseOf(returned, headers);
    } catch (error) {
      return new Response(error instanceof Error ? error.message : String(error), { status: 500, headers });
    }
  };
}

/** The code behind a Service. @throws Error with the reason for which a real server could not reach it. */
async function handlerOf(reader: Pick<ObjectReader, 'get'>, { namespace, name, port }: ServiceTarget): Promise<string> {
  const service = await reader.get<Service>('', 'services', namespace, name);
  if (!service) throw new Error(`service "${name}" not found`);
  if (!service.spec?.ports?.some((one) => one.port === port))
    throw new Error(`no service port ${port} found for service "${name}"`);
  const holder = service.metadata.annotations?.[LOCAL_SERVICE_ANNOTATION];
  if (holder === undefined) throw new Error(`no endpoints available for service "${name}"`);
  const configMap = await reader.get<ConfigMap>('', 'configmaps', namespace, holder);
  const code = configMap?.data?.[HANDLER_KEY];
  if (code === undefined)
    throw new Error(
      `no endpoints available for service "${name}": ${configMap ? `configmap "${holder}" has no ${HANDLER_KEY}` : `configmap "${holder}" not found`}`,
    );
  return code;
}

/** An AdmissionReview that asks something. */
export interface AskingReview {
  readonly apiVersion: string;
  readonly kind: 'AdmissionReview';
  readonly request: Readonly<Record<string, unknown>> & { readonly uid: string };
}

function readReview(body: string): AskingReview | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return undefined;
  }
  return isRecord(value) && value.kind === 'AdmissionReview' && isRecord(value.request)
    ? (value as unknown as AskingReview)
    : undefined;
}

/** A request that is no review, as the handler sees it. */
function inputOf({ method, url, headers }: Request, body: string): object {
  const { pathname, searchParams } = new URL(url);
  return {
    method,
    path: pathname,
    query: Object.fromEntries(searchParams),
    headers: Object.fromEntries(headers),
    body,
  };
}

/** @throws Error when the handler returned something else than a response. */
function responseOf(returned: unknown, headers: Record<string, string>): Response {
  if (!isRecord(returned)) throw new Error('the handler must return { status, headers, body }');
  const { status = 200, headers: own = {}, body } = returned;
  const text = body === undefined || body === null || typeof body === 'string' ? (body ?? null) : JSON.stringify(body);
  const type = typeof body === 'object' ? { 'content-type': 'application/json' } : {};
  return new Response(text, { status: Number(status), headers: { ...type, ...(own as object), ...headers } });
}

/** Milliseconds, from the query of the call: `timeout=10s`, as webhooks are told it. */
function timeoutOf({ url }: Request): number {
  const [, seconds] = /^(\d+)s$/.exec(new URL(url).searchParams.get('timeout') ?? '') ?? [];
  return seconds === undefined ? PATIENCE : Number(seconds) * 1000;
}
