import type { Clock } from '../api/environment.ts';
import { errorText } from '../api/error-text.ts';
import type { ConfigMap, Service } from '../api/kinds/core-v1.generated.ts';
import { HANDLER_KEY, LOCAL_SERVICE_ANNOTATION } from '../api/local-service.ts';
import { isRecord } from '../api/object.ts';
import type { ObjectReader } from '../api/ports/object-reader.ts';
import type { ServiceAnswer, ServiceCall, ServiceCaller, ServiceTarget } from '../api/ports/service-caller.ts';
import { type ReviewRequest, reviewAnswer } from './review-answer.ts';
import type { Sandbox } from './sandbox.ts';

export interface LocalServicesOptions {
  readonly reader: Pick<ObjectReader, 'get'>;
  readonly sandbox: Sandbox;
  readonly clock: Clock;
}

/** Calls the code of local services; `src/api/local-service.ts` describes where it is stored and what it receives. */
export function createLocalServices({ reader, sandbox, clock }: LocalServicesOptions): ServiceCaller {
  return async (target, call) => {
    const code = await handlerOf(reader, target);
    const review = readReview(call.body);
    const { outcome, text, console } = await sandbox.run({
      code,
      input: JSON.stringify(review ? review.request : inputOf(call)),
      now: clock.now(),
      milliseconds: call.milliseconds,
    });
    if (outcome === 'timed-out') throw new Error('context deadline exceeded');
    const failure = (body: string): ServiceAnswer => ({
      status: 500,
      headers: { 'content-type': TEXT },
      body,
      console,
    });
    if (outcome === 'failed') return failure(text);
    const returned: unknown = JSON.parse(text);
    try {
      return { ...(review ? jsonAnswer(reviewAnswer(review, returned)) : answerOf(returned)), console };
    } catch (error) {
      return failure(errorText(error));
    }
  };
}

type Answer = Omit<ServiceAnswer, 'console'>;

const REVIEWS: ReadonlySet<string> = new Set(['AdmissionReview', 'ConversionReview']);
const TEXT = 'text/plain;charset=UTF-8';
const JSON_TYPE = 'application/json';

const jsonAnswer = (value: unknown): Answer => ({
  status: 200,
  headers: { 'content-type': JSON_TYPE },
  body: JSON.stringify(value),
});

/** Returns the code behind a Service. @throws Error with the reason why a real server could not reach it */
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

function readReview(body: string): ReviewRequest | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return undefined;
  }
  return isRecord(value) && REVIEWS.has(String(value.kind)) && isRecord(value.request)
    ? (value as unknown as ReviewRequest)
    : undefined;
}

/** Returns the handler's input for a call other than a review. */
const inputOf = ({ method, path, query, headers, body }: ServiceCall): object => ({
  method,
  path,
  query: Object.fromEntries(new URLSearchParams(query)),
  headers,
  body,
});

/** @throws Error when the handler did not return a response */
function answerOf(returned: unknown): Answer {
  if (!isRecord(returned)) throw new Error('the handler must return { status, headers, body }');
  const { status = 200, headers, body = null } = returned;
  if (typeof status !== 'number' || !(status >= 200 && status <= 599))
    throw new Error(`the handler returned status ${JSON.stringify(status)}, which is not between 200 and 599`);
  const isText = typeof body === 'string';
  const named = new Headers(headers as Record<string, string> | undefined);
  if (!named.has('content-type')) named.set('content-type', isText || body === null ? TEXT : JSON_TYPE);
  const text = isText ? body : body === null ? '' : JSON.stringify(body);
  return { status, headers: Object.fromEntries(named), body: text };
}
