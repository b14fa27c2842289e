import { type Clock, type OutgoingTrust, uuid } from '../../api/environment.ts';
import { errorText } from '../../api/error-text.ts';
import { ADMISSION_GROUP } from '../../api/kubernetes-names.ts';
import { isRecord } from '../../api/object.ts';
import type { ServiceAnswer, ServiceCall, ServiceTarget } from '../../api/ports/service-caller.ts';
import { refusalText } from '../../outgoing/callout.ts';
import type { AdmissionAttributes, AdmissionContext } from '../admission-plugin.ts';
import type { MatchedResource } from '../matching/matched-resource.ts';
import { reviewRequest, reviewVersionOf } from './review-request.ts';
import { type AnsweredReview, type ReviewResponse, readReviewResponse, verifiedResponse } from './review-response.ts';
import type { Webhook } from './webhook.ts';
import type { FindCredentials } from './webhook-credentials.ts';
import { WebhookCallError } from './webhook-error.ts';
import { authoritiesProblem, unreachable, type WebhookTarget, webhookTarget } from './webhook-target.ts';

const DEFAULT_TIMEOUT_SECONDS = 10;

/** The most characters of a review that a trace keeps. */
const MAXIMUM_TRACED = 64 * 1024;

/** One webhook call in a trace. It is filled in as the call proceeds. */
export interface WebhookCall {
  /** The AdmissionReview as JSON; undefined when it is too long to keep. */
  request?: string;
  response?: unknown;
  console?: readonly string[];
}

/** Calls webhooks. */
export class WebhookClient {
  readonly #context: AdmissionContext;
  readonly #credentials: FindCredentials;
  readonly #mutates: boolean;

  constructor(context: AdmissionContext, { credentials, mutates }: { credentials: FindCredentials; mutates: boolean }) {
    this.#context = context;
    this.#credentials = credentials;
    this.#mutates = mutates;
  }

  /** Returns the webhook's response. @throws WebhookCallError */
  async call(
    webhook: Webhook,
    matched: MatchedResource,
    attributes: AdmissionAttributes,
    call: WebhookCall,
  ): Promise<ReviewResponse> {
    const { random, kinds, dialect } = this.#context;
    const failed = (why: string): WebhookCallError => new WebhookCallError(webhook.name, why);
    const version = reviewVersionOf(webhook.admissionReviewVersions);
    if (!version) {
      const why = 'webhook does not accept known AdmissionReview versions (v1, v1beta1)';
      throw failed(`could not create admission objects: ${why}`);
    }
    const unreadable = authoritiesProblem(webhook.clientConfig.caBundle);
    if (unreadable) throw failed(`could not get REST client: unable to load root certificates: ${unreadable}`);
    const uid = uuid(random);
    const request = reviewRequest(uid, attributes, matched, kinds);
    const apiVersion = `${dialect.rename(ADMISSION_GROUP)}/${version}`;
    const review = { kind: 'AdmissionReview', apiVersion, request };
    const sent = JSON.stringify(review);
    if (attributes.record && sent.length <= MAXIMUM_TRACED) call.request = sent;
    const answered = await this.#answer(
      webhook,
      sent,
      (body) => readReviewResponse(body, version, dialect),
      call,
    ).catch((error: unknown) => {
      throw failed(`failed to call webhook: ${errorText(error)}`);
    });
    call.response = answered;
    try {
      return verifiedResponse(answered, { uid, version, mutates: this.#mutates, dialect });
    } catch (error) {
      throw failed(`received invalid webhook response: ${errorText(error)}`);
    }
  }

  /** @throws Error with the message of the real server's client */
  async #answer(
    { clientConfig, timeoutSeconds = DEFAULT_TIMEOUT_SECONDS }: Webhook,
    body: string,
    read: (body: string) => AnsweredReview,
    call: WebhookCall,
  ): Promise<AnsweredReview> {
    const target = webhookTarget(clientConfig);
    const query = `timeout=${timeoutSeconds}s`;
    const url = `${target.url}?${query}`;
    const answer = await this.#post(target, query, body, timeoutSeconds * 1000).catch((error: unknown) => {
      throw new Error(`Post ${JSON.stringify(url)}: ${errorText(error)}`);
    });
    if (answer.console.length > 0) call.console = answer.console;
    if (answer.status < 200 || answer.status > 206) throw new Error(errorMessageOf(answer));
    if (answer.body === '') throw new Error(emptyAnswer(answer));
    return read(answer.body);
  }

  /** Returns the response including its body, within the timeout. */
  async #post(target: WebhookTarget, query: string, body: string, milliseconds: number): Promise<ServiceAnswer> {
    const { trust, authorization } = this.#credentials(target.hosts);
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, */*',
      ...(authorization ? { authorization } : {}),
    };
    const sent = { method: 'POST', headers, body };
    const { service, url, path } = target;
    const { clock } = this.#context;
    if (service)
      return withinTime(clock, milliseconds, this.#callService(service, { ...sent, path, query, milliseconds }));
    const deadline = new AbortController();
    const request = new Request(`${url}?${query}`, { ...sent, signal: deadline.signal });
    const answered = this.#fetch(request, { ...target.trust, ...trust });
    return withinTime(clock, milliseconds, answered, () => deadline.abort());
  }

  async #callService(service: ServiceTarget, call: ServiceCall): Promise<ServiceAnswer> {
    const { callService, reader } = this.#context;
    const why = await unreachable(service, reader);
    if (why) throw new Error(why);
    if (!callService) throw new Error(`no endpoints available for service ${JSON.stringify(service.name)}`);
    return callService(service, call);
  }

  /** The timeout includes the body. */
  async #fetch(request: Request, trust: OutgoingTrust): Promise<ServiceAnswer> {
    const response = await this.#context.fetch(request, trust);
    const headers = Object.fromEntries(response.headers);
    return { status: response.status, headers, body: await response.text(), console: [] };
  }
}

/** @param giveUp called on timeout. @throws Error with the message of Go's client on timeout */
function withinTime<T>(clock: Clock, milliseconds: number, answered: Promise<T>, giveUp?: () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(milliseconds, () => {
      reject(new Error('context deadline exceeded'));
      giveUp?.();
    });
    answered.then(resolve, reject).finally(cancel);
  });
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
