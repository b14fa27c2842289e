import type { AdmissionStep, TracedChange } from '../../api/debug/request-trace.ts';
import { parseJson } from '../../api/encoding/exact-json.ts';
import { isError } from '../../api/realms.ts';
import type { AdmissionAttributes } from '../admission-plugin.ts';
import { type CallOutcome, isIgnored } from './perform-call.ts';
import type { Webhook } from './webhook.ts';
import { WebhookCallError } from './webhook-error.ts';

type StepFacts = Pick<AdmissionStep, 'plugin' | 'phase'>;

/** Records in the trace that a webhook was not called. */
export function recordSkipped(facts: StepFacts, webhook: Webhook, why: string, { record }: AdmissionAttributes): void {
  record?.({ ...facts, name: nameOf(webhook), matched: false, why, decision: 'skipped', milliseconds: 0 });
}

/** Records a webhook's request, response and effect in the trace. */
export function recordCalled(
  facts: StepFacts,
  webhook: Webhook,
  { record }: AdmissionAttributes,
  { call, response, error, milliseconds, patch }: CallOutcome & { readonly patch?: readonly TracedChange[] },
): void {
  const { warnings, auditAnnotations } = response ?? {};
  record?.({
    ...facts,
    name: nameOf(webhook),
    matched: true,
    decision: decisionOf(webhook, error),
    ...(isError(error) ? { why: error.message } : {}),
    ...(patch ? { patch } : {}),
    ...(warnings?.length ? { warnings } : {}),
    ...(auditAnnotations ? { auditAnnotations } : {}),
    ...(call.request === undefined ? {} : { review: reviewOf(call.request, call.response) }),
    ...(call.console ? { console: call.console } : {}),
    milliseconds,
  });
}

/** Parsed lazily, because most traces are never read. */
const reviewOf = (request: string, response: unknown): NonNullable<AdmissionStep['review']> => ({
  get request(): unknown {
    return parseJson(request);
  },
  response,
});

function decisionOf(webhook: Webhook, error: unknown): AdmissionStep['decision'] {
  if (error === undefined) return 'allowed';
  if (isIgnored(webhook, error)) return 'failed-open';
  return error instanceof WebhookCallError ? 'failed' : 'denied';
}

const nameOf = ({ configuration, name }: Webhook): string => `${configuration}/${name}`;
