import type { WebhookFault } from '../../api/debug/fault-state.ts';
import { goJson } from '../../api/encoding/go-json.ts';
import { uuid } from '../../api/environment.ts';
import { errorText } from '../../api/error-text.ts';
import { ADMISSION_GROUP } from '../../api/kubernetes-names.ts';
import { internalError } from '../../api/status.ts';
import { postReview } from '../../outgoing/webhooks/post-review.ts';
import { reviewVersionOf } from '../../outgoing/webhooks/read-review.ts';
import { authoritiesProblem, webhookTarget } from '../../outgoing/webhooks/webhook-target.ts';
import type { AdmissionAttributes, AdmissionContext } from '../admission-plugin.ts';
import type { MatchedResource } from '../matching/matched-resource.ts';
import { reviewRequest } from './review-request.ts';
import { type AnsweredReview, type ReviewResponse, readReviewResponse, verifiedResponse } from './review-response.ts';
import type { Webhook } from './webhook.ts';
import type { FindCredentials } from './webhook-credentials.ts';
import { WebhookCallError } from './webhook-error.ts';

const DEFAULT_TIMEOUT_SECONDS = 10;

/** The longest review that a trace keeps, in characters. */
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
    const request = await reviewRequest(uid, attributes, matched, kinds).catch((error: unknown) => {
      throw internalError(errorText(error));
    });
    const apiVersion = `${dialect.rename(ADMISSION_GROUP)}/${version}`;
    const review = { kind: 'AdmissionReview', apiVersion, request };
    const sent = goJson(review);
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
    { name, clientConfig, timeoutSeconds = DEFAULT_TIMEOUT_SECONDS }: Webhook,
    body: string,
    read: (body: string) => AnsweredReview,
    call: WebhookCall,
  ): Promise<AnsweredReview> {
    const target = webhookTarget(clientConfig);
    const fault = this.#context.faultOfWebhook?.(name);
    if (fault) await this.#fail(fault, `${target.url}?timeout=${timeoutSeconds}s`, timeoutSeconds);
    const post = { target, body, timeoutSeconds, ...this.#credentials(target.hosts) };
    const answer = await postReview(this.#context, post);
    if (answer.console.length > 0) call.console = answer.console;
    return read(answer.body);
  }

  /** Fails as a webhook that refuses connections, or as one that never answers. @throws Error */
  async #fail(fault: WebhookFault, url: string, timeoutSeconds: number): Promise<never> {
    const failed = (why: string): Error => new Error(`Post ${JSON.stringify(url)}: ${why}`);
    if (fault === 'unreachable') throw failed('connection refused, because of a fault that a user switched on');
    await new Promise<void>((resolve) => this.#context.clock.after(timeoutSeconds * 1000, resolve));
    throw failed('context deadline exceeded');
  }
}
