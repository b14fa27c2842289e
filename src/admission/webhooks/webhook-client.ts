import { uuid } from '../../api/environment.ts';
import { consoleLines } from '../../api/local-service.ts';
import { isRecord } from '../../api/object.ts';
import { refusalText } from '../../client/callout.ts';
import type { AdmissionAttributes, AdmissionContext } from '../admission-plugin.ts';
import type { MatchedResource } from '../matching/matched-resource.ts';
import { reviewRequest, reviewVersionOf } from './review-request.ts';
import { type AnsweredReview, type ReviewResponse, readAnsweredReview, verifiedResponse } from './review-response.ts';
import type { Webhook } from './webhook.ts';
import type { FindCredentials } from './webhook-credentials.ts';
import { WebhookCallError } from './webhook-error.ts';
import { authoritiesProblem, unreachable, type WebhookTarget, webhookTarget } from './webhook-target.ts';

const DEFAULT_TIMEOUT_SECONDS = 10;

/** Characters of a review that a trace keeps. */
const MAXIMUM_TRACED = 64 * 1024;

/** One call of a webhook, as traces tell it. What comes to pass is filled in. */
export interface WebhookCall {
  request?: unknown;
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

  /** What the webhook answers. @throws WebhookCallError */
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
    const apiVersion = `${dialect.rename('admission.k8s.io')}/${version}`;
    const review = { kind: 'AdmissionReview', apiVersion, request };
    const sent = JSON.stringify(review);
    if (attributes.record && sent.length <= MAXIMUM_TRACED) call.request = JSON.parse(sent);
    const answered = await this.#answer(
      webhook,
      sent,
      (body) => readAnsweredReview(body, version, dialect),
      call,
    ).catch((error: unknown) => {
      throw failed(`failed to call webhook: ${textOf(error)}`);
    });
    call.response = answered;
    try {
      return verifiedResponse(answered, { uid, version, mutates: this.#mutates, dialect });
    } catch (error) {
      throw failed(`received invalid webhook response: ${textOf(error)}`);
    }
  }

  /** @throws Error in the words of the real server's client */
  async #answer(
    { clientConfig, timeoutSeconds = DEFAULT_TIMEOUT_SECONDS }: Webhook,
    body: string,
    read: (body: string) => AnsweredReview,
    call: WebhookCall,
  ): Promise<AnsweredReview> {
    const target = webhookTarget(clientConfig);
    const url = `${target.url}?timeout=${timeoutSeconds}s`;
    const response = await this.#post(target, url, body, timeoutSeconds).catch((error: unknown) => {
      throw new Error(`Post ${JSON.stringify(url)}: ${textOf(error)}`);
    });
    const lines = consoleLines(response.headers);
    if (lines.length > 0) call.console = lines;
    if (response.status < 200 || response.status > 206) throw new Error(refusalOf(response));
    if (response.text === '') throw new Error(emptyAnswer(response));
    return read(response.text);
  }

  /** The answer, body and all, within the time. */
  async #post(target: WebhookTarget, url: string, body: string, seconds: number): Promise<WholeResponse> {
    const { clock } = this.#context;
    const deadline = new AbortController();
    const { trust, authorization } = this.#credentials(target.hosts);
    const request = new Request(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, */*',
        ...(authorization ? { authorization } : {}),
      },
      body,
      signal: deadline.signal,
    });
    let cancel: () => void = () => undefined;
    const expired = new Promise<never>((_, reject) => {
      cancel = clock.after(seconds * 1000, () => {
        reject(new Error('context deadline exceeded'));
        deadline.abort();
      });
    });
    try {
      const answered = this.#send({ ...target, trust: { ...target.trust, ...trust } }, request);
      return await Promise.race([answered, expired]);
    } finally {
      cancel();
    }
  }

  async #send({ service, trust }: WebhookTarget, request: Request): Promise<WholeResponse> {
    const { fetch, callService, reader } = this.#context;
    if (!service) return whole(await fetch(request, trust));
    const why = await unreachable(service, reader);
    if (why) throw new Error(why);
    if (!callService) throw new Error(`no endpoints available for service ${JSON.stringify(service.name)}`);
    return whole(await callService(service, request));
  }
}

/** An answer with its body read: a body that comes slowly is within the time or late as well. */
interface WholeResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

async function whole(response: Response): Promise<WholeResponse> {
  const { status, headers } = response;
  return { status, headers, text: await response.text() };
}

/** What is told of an answer that is no success: the message of a Status in it, or what its code stands for. */
function refusalOf({ status, headers, text }: WholeResponse): string {
  try {
    const answer: unknown = JSON.parse(text);
    const isFailure = isRecord(answer) && (answer.kind ?? 'Status') === 'Status' && answer.status === 'Failure';
    if (isFailure && typeof answer.message === 'string') return answer.message;
  } catch {
    // Not JSON: the code says what there is to say.
  }
  return refusalText(status, text, headers);
}

const emptyAnswer = ({ status, headers }: WholeResponse): string =>
  `0-length response with status code: ${status} and content type: ${headers.get('content-type') ?? ''}`;

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
