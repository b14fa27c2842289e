import type { Dialect } from '../api/dialect.ts';
import { goJson } from '../api/encoding/go-json.ts';
import { type Random, type ReportProblem, stopwatch, uuid } from '../api/environment.ts';
import { errorText } from '../api/error-text.ts';
import type { CustomResourceDefinition, WebhookConversion } from '../api/kinds/apiextensions-v1.generated.ts';
import { type ApiObject, isRecord, parseApiVersion } from '../api/object.ts';
import type { ObjectConverter } from '../api/ports/object-converter.ts';
import { printableLine } from '../api/printable-text.ts';
import { plainError } from '../api/status.ts';
import { postReview, type WebhookSurroundings } from '../outgoing/webhooks/post-review.ts';
import { reviewVersionOf } from '../outgoing/webhooks/read-review.ts';
import { authoritiesProblem, webhookTarget } from '../outgoing/webhooks/webhook-target.ts';
import { conversionReview, convertedObjectsOf, readConversionReview } from './conversion-review.ts';
import { checkIdentity, withOriginalMetadata } from './converted-object.ts';

/** The timeout of conversion webhooks in the real server. */
const TIMEOUT_SECONDS = 30;

/** The failure type of a conversion in metrics. */
type FailureType =
  | 'conversion_webhook_call_failure'
  | 'conversion_webhook_malformed_response_failure'
  | 'conversion_webhook_partial_response_failure'
  | 'conversion_webhook_invalid_converted_object_failure';

/** One call of a conversion webhook. */
export interface ObservedConversion {
  /** The name of the definition. */
  readonly definition: string;
  readonly fromVersion: string;
  readonly toVersion: string;
  /** Undefined when the conversion succeeded. */
  readonly failure?: FailureType | undefined;
  readonly seconds: number;
}

export interface ConversionContext extends WebhookSurroundings {
  readonly dialect: Dialect;
  readonly random: Random;
  /** Called after every conversion by a webhook. */
  observe(observed: ObservedConversion): void;
  readonly reportProblem: ReportProblem;
}

class ConversionFailure extends Error {
  readonly type: FailureType;
  constructor(type: FailureType, message: string) {
    super(message);
    this.type = type;
  }
}

/** Converts objects through the webhook of their definition, with one call for all objects of other versions. */
export class WebhookConverter implements ObjectConverter {
  readonly #context: ConversionContext;
  readonly #definition: string;
  readonly #webhook: WebhookConversion;

  constructor(context: ConversionContext, { metadata, spec }: CustomResourceDefinition) {
    this.#context = context;
    this.#definition = metadata.name ?? '';
    this.#webhook = spec.conversion?.webhook ?? { conversionReviewVersions: null };
  }

  async convert(objects: readonly ApiObject[], apiVersion: string): Promise<readonly ApiObject[]> {
    const others = objects.filter((object) => object.apiVersion !== apiVersion);
    const [first] = others;
    if (!first) return objects;
    const { clock, observe, reportProblem } = this.#context;
    const startedAt = stopwatch(clock);
    const ended = (failure?: FailureType) =>
      observe({
        definition: this.#definition,
        fromVersion: first.apiVersion,
        toVersion: apiVersion,
        failure,
        seconds: (stopwatch(clock) - startedAt) / 1000,
      });
    try {
      const converted = await this.#call(others, apiVersion);
      ended();
      let next = 0;
      return objects.map((object) => (object.apiVersion === apiVersion ? object : (converted[next++] as ApiObject)));
    } catch (error) {
      if (!(error instanceof ConversionFailure)) throw error;
      ended(error.type);
      // Background work meets the failure, too, and has no caller who sees it. A stack trace would hide the message.
      reportProblem(`converting objects of ${this.#definition} failed`, printableLine(error.message));
      throw plainError(error.message);
    }
  }

  /** @throws ConversionFailure */
  async #call(objects: readonly ApiObject[], apiVersion: string): Promise<readonly ApiObject[]> {
    const answered = await this.#answers(objects, apiVersion);
    if (answered.length !== objects.length) {
      throw new ConversionFailure(
        'conversion_webhook_partial_response_failure',
        `${webhookFor(objects[0])} returned ${answered.length} objects, expected ${objects.length}`,
      );
    }
    return objects.map((object, index) => checkedObject(object, answered[index], apiVersion));
  }

  async #answers(objects: readonly ApiObject[], apiVersion: string): Promise<readonly unknown[]> {
    const { random, dialect } = this.#context;
    const { conversionReviewVersions, clientConfig = {} } = this.#webhook;
    const failed = (type: FailureType) => (error: unknown) => {
      throw new ConversionFailure(type, `${webhookFor(objects[0])} failed: ${errorText(error)}`);
    };
    const version = reviewVersionOf(conversionReviewVersions) ?? 'v1'; // A valid definition has one.
    const unreadable = authoritiesProblem(clientConfig.caBundle);
    if (unreadable) throw plainError(`unable to load root certificates: ${unreadable}`);
    const review = { version, uid: uuid(random), dialect };
    const body = conversionReview(review, objects, apiVersion);
    const post = { target: webhookTarget(clientConfig), body, timeoutSeconds: TIMEOUT_SECONDS };
    const received = await postReview(this.#context, post)
      .then((answer) => readConversionReview(answer.body, version, dialect))
      .catch(failed('conversion_webhook_call_failure'));
    try {
      return convertedObjectsOf(received, review);
    } catch (error) {
      return failed('conversion_webhook_malformed_response_failure')(error);
    }
  }
}

const kindText = ({ apiVersion, kind }: ApiObject): string => {
  const { group, version } = parseApiVersion(apiVersion);
  return `${group}/${version}, Kind=${kind}`;
};

const webhookFor = (object: ApiObject | undefined): string =>
  `conversion webhook for ${object ? kindText(object) : ''}`;

/** Returns a converted object with the original metadata. @throws ConversionFailure when it is not the same object */
function checkedObject(original: ApiObject, converted: unknown, apiVersion: string): ApiObject {
  const invalid = (message: string): ConversionFailure =>
    new ConversionFailure('conversion_webhook_invalid_converted_object_failure', message);
  const returned = (why: string): ConversionFailure => invalid(`${webhookFor(original)} returned ${why}`);
  const members = isRecord(converted) ? converted : {};
  const { apiVersion: actual = '', kind = '' } = members;
  if (typeof kind !== 'string' || kind === '') throw invalid(`Object 'Kind' is missing in '${goJson(members)}'`);
  if (actual !== apiVersion) {
    const versions = `expected ${apiVersion}, received ${String(actual)}`;
    throw returned(`invalid object at index 0: invalid groupVersion (${versions})`);
  }
  if (kind !== original.kind) {
    throw returned(`invalid object at index 0: invalid kind (expected ${original.kind}, received ${kind})`);
  }
  const explained = <T>(what: string, check: () => T): T => {
    try {
      return check();
    } catch (error) {
      throw returned(`${what}: ${errorText(error)}`);
    }
  };
  explained('invalid object', () => checkIdentity(original, members));
  return explained('invalid metadata', () => withOriginalMetadata(original, members));
}
