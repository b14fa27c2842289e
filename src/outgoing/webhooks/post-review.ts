import type { Clock, Fetch, OutgoingTrust } from '../../api/environment.ts';
import { errorText } from '../../api/error-text.ts';
import { isRecord } from '../../api/object.ts';
import type { ObjectReader } from '../../api/ports/object-reader.ts';
import type { ServiceAnswer, ServiceCall, ServiceCaller, ServiceTarget } from '../../api/ports/service-caller.ts';
import { refusalText } from '../callout.ts';
import { fetchAnswer } from '../fetch-answer.ts';
import { unreachable, type WebhookTarget } from './webhook-target.ts';

/** The dependencies of a webhook call. */
export interface WebhookSurroundings {
  readonly clock: Clock;
  readonly fetch: Fetch;
  readonly reader: ObjectReader;
  /** Calls webhooks that name a Service. When undefined, no Service can be reached. */
  readonly callService?: ServiceCaller | undefined;
}

export interface ReviewPost {
  readonly target: WebhookTarget;
  /** The review as JSON. */
  readonly body: string;
  /** The timeout, which includes reading the response body. */
  readonly timeoutSeconds: number;
  readonly trust?: OutgoingTrust;
  /** The value of the Authorization header. */
  readonly authorization?: string | undefined;
}

/**
 * Posts a review to a webhook. Returns its response, which has a body.
 * @throws Error with the message of the real server's client
 */
export async function postReview(surroundings: WebhookSurroundings, post: ReviewPost): Promise<ServiceAnswer> {
  const query = `timeout=${post.timeoutSeconds}s`;
  const answer = await send(surroundings, post, query).catch((error: unknown) => {
    throw new Error(`Post ${JSON.stringify(`${post.target.url}?${query}`)}: ${errorText(error)}`);
  });
  if (answer.status < 200 || answer.status > 206) throw new Error(errorMessageOf(answer));
  if (answer.body === '') throw new Error(emptyAnswer(answer));
  return answer;
}

async function send(
  surroundings: WebhookSurroundings,
  { target, body, timeoutSeconds, trust, authorization }: ReviewPost,
  query: string,
): Promise<ServiceAnswer> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, */*',
    ...(authorization ? { authorization } : {}),
  };
  const sent = { method: 'POST', headers, body };
  const milliseconds = timeoutSeconds * 1000;
  const { service, url, path } = target;
  // The service enforces the timeout itself, because the start of its sandbox does not count.
  if (service)
    return callService(surroundings, service, {
      ...{ ...sent, path, query, milliseconds },
      trust: { ...target.trust, ...trust },
    });
  return fetchAnswer(surroundings, {
    ...{ url: `${url}?${query}`, init: sent, milliseconds },
    trust: { ...target.trust, ...trust },
  });
}

async function callService(
  { callService: call, reader }: WebhookSurroundings,
  service: ServiceTarget,
  sent: ServiceCall,
): Promise<ServiceAnswer> {
  const why = await unreachable(service, reader);
  if (why) throw new Error(why);
  if (!call) throw new Error(`no endpoints available for service ${JSON.stringify(service.name)}`);
  return call(service, sent);
}

/** Returns the message for an error response: that of its Status, or the meaning of its code. */
function errorMessageOf({ status, headers, body }: ServiceAnswer): string {
  try {
    const answer: unknown = JSON.parse(body);
    const isFailure = isRecord(answer) && (answer.kind ?? 'Status') === 'Status' && answer.status === 'Failure';
    if (isFailure && typeof answer.message === 'string') return answer.message;
  } catch {
    // Not JSON: use the status code.
  }
  return refusalText(status, body, new Headers(headers));
}

const emptyAnswer = ({ status, headers }: ServiceAnswer): string =>
  `0-length response with status code: ${status} and content type: ${headers['content-type'] ?? ''}`;
