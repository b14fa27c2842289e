import { kubernetesDialect } from '../../api/dialect.ts';
import { stopwatch } from '../../api/environment.ts';
import { badRequest } from '../../api/status.ts';
import { limitedWarnings } from '../../schema/decoding/strict-decoding.ts';
import type { AdmissionAttributes, AdmissionContext, ObservedWebhook } from '../admission-plugin.ts';
import type { MatchedResource } from '../matching/matched-resource.ts';
import type { ReviewResponse } from './review-response.ts';
import type { Webhook } from './webhook.ts';
import type { WebhookCall, WebhookClient } from './webhook-client.ts';
import { WebhookCallError, webhookDenial } from './webhook-error.ts';

/** The outcome of calling one webhook. */
export interface CallOutcome {
  readonly call: WebhookCall;
  /** Undefined when the call failed. */
  readonly response?: ReviewResponse;
  /** A denial, or why the call failed. */
  readonly error?: unknown;
  readonly milliseconds: number;
}

/** Calls one webhook. Never rejects. */
export async function performCall(
  { clock }: AdmissionContext,
  client: WebhookClient,
  webhook: Webhook,
  matched: MatchedResource,
  attributes: AdmissionAttributes,
): Promise<CallOutcome> {
  const startedAt = stopwatch(clock);
  const call: WebhookCall = {};
  const ended = (outcome: Pick<CallOutcome, 'response' | 'error'>): CallOutcome => ({
    ...outcome,
    call,
    milliseconds: stopwatch(clock) - startedAt,
  });
  if (attributes.dryRun && !/^None(OnDryRun)?$/.test(webhook.sideEffects)) return ended({ error: noDryRun(webhook) });
  try {
    const response = await client.call(webhook, matched, attributes, call);
    return ended(response.allowed ? { response } : { response, error: webhookDenial(webhook.name, response.status) });
  } catch (error) {
    return ended({ error });
  }
}

/**
 * Passes on a webhook's warnings and audit annotations.
 * @param place the phase and the webhook's position in it, used in the audit annotation for an ignored failure
 */
export function passOn(
  webhook: Webhook,
  { response, error }: CallOutcome,
  attributes: AdmissionAttributes,
  place: string,
): void {
  // The dialects limit warnings about fields differently, but not the warnings of webhooks.
  for (const text of limitedWarnings(response?.warnings ?? [], kubernetesDialect)) attributes.warn(text);
  for (const [key, value] of Object.entries(response?.auditAnnotations ?? {}))
    attributes.annotate?.(`${webhook.name}/${key}`, value);
  if (isIgnored(webhook, error)) attributes.annotate?.(`failed-open.${place}`, webhook.name);
}

/** Counts a call. `error` is a denial or a failure, which may be ignored. */
export function observe(
  { observeWebhook }: AdmissionContext,
  webhook: Webhook,
  type: ObservedWebhook['type'],
  { operation }: AdmissionAttributes,
  { error, milliseconds }: Pick<CallOutcome, 'error' | 'milliseconds'>,
): void {
  const rejected = error !== undefined && !isIgnored(webhook, error);
  observeWebhook?.({ name: webhook.name, type, operation, rejected, seconds: milliseconds / 1000 });
}

/** Reports whether an error lets the request through. failurePolicy applies only to failed calls. */
export const isIgnored = ({ failurePolicy }: Webhook, error: unknown): boolean =>
  failurePolicy === 'Ignore' && error instanceof WebhookCallError;

const noDryRun = ({ name }: Webhook) =>
  badRequest(`admission webhook ${JSON.stringify(name)} does not support dry run`);
