import { changesBetween, copyOf } from '../../../api/debug/changes-between.ts';
import { parseJson } from '../../../api/encoding/exact-json.ts';
import { goJson } from '../../../api/encoding/go-json.ts';
import { ADMISSION_GROUP } from '../../../api/kubernetes-names.ts';
import { internalError } from '../../../api/status.ts';
import type { AdmissionAttributes, AdmissionContext } from '../../admission-plugin.ts';
import type { MatchedResource } from '../../matching/matched-resource.ts';
import { invocationOf } from '../../webhooks/invocation.ts';
import { type CallOutcome, isIgnored, observe, passOn, performCall } from '../../webhooks/perform-call.ts';
import { readWebhooks, type Webhook, type WebhookConfigurations } from '../../webhooks/webhook.ts';
import type { WebhookClient } from '../../webhooks/webhook-client.ts';
import { WebhookCallError } from '../../webhooks/webhook-error.ts';
import { applyWebhookPatch, type PatchOutcome } from '../../webhooks/webhook-patch.ts';
import { webhookPlugin } from '../../webhooks/webhook-plugin.ts';
import { roundsOf } from '../../webhooks/webhook-rounds.ts';
import { recordCalled, recordSkipped } from '../../webhooks/webhook-step.ts';

const NAME = 'MutatingAdmissionWebhook';
const STEP = { plugin: NAME, phase: 'mutate' } as const;

/** Calls the webhooks of all MutatingWebhookConfigurations in sequence. Each may patch the object. */
export const mutatingAdmissionWebhook = webhookPlugin({
  name: NAME,
  method: 'mutate',
  resource: 'mutatingwebhookconfigurations',
  callAll,
});

async function callAll(
  context: AdmissionContext,
  client: WebhookClient,
  configurations: WebhookConfigurations,
  attributes: AdmissionAttributes,
): Promise<void> {
  const group = context.dialect.rename(ADMISSION_GROUP);
  const webhooks = await readWebhooks(configurations);
  if (webhooks.length === 0) return;
  const rounds = roundsOf(attributes.reinvocation);
  const isSecondRound = attributes.reinvocation?.isSecondRound ?? false;
  rounds.begin(attributes.object, isSecondRound);
  for (const [index, webhook] of webhooks.entries()) {
    const invocation = await invocationOf(webhook, attributes, context);
    if ('why' in invocation) {
      recordSkipped(STEP, webhook, invocation.why, attributes);
      continue;
    }
    if (!rounds.isCalled(webhook, isSecondRound)) continue;
    const place = `webhook.${group}/round_${isSecondRound ? 1 : 0}_index_${index}`;
    const isChanged = await callWebhook(context, client, webhook, { ...invocation, place }, attributes);
    if (isChanged) attributes.reinvocation?.request();
    rounds.called(webhook, isChanged);
  }
  rounds.end(attributes.object);
}

/** Calls a webhook. Returns whether it changed the object. @throws StatusError */
async function callWebhook(
  context: AdmissionContext,
  client: WebhookClient,
  webhook: Webhook,
  { matched, place }: { matched: MatchedResource; place: string },
  attributes: AdmissionAttributes,
): Promise<boolean> {
  const before = attributes.record ? copyOf(attributes.object) : undefined;
  const outcome = await performCall(context, client, webhook, matched, attributes);
  passOn(webhook, outcome, attributes, `mutation.${place}`);
  let applied: PatchOutcome | undefined;
  let { error } = outcome;
  try {
    if (outcome.response && error === undefined)
      applied = await applyWebhookPatch(webhook, outcome.response, matched, attributes, context.kinds);
  } catch (failure) {
    error = failure;
  }
  observe(context, webhook, 'admit', attributes, { ...outcome, error });
  annotate(webhook, attributes, place, applied);
  recordStep(webhook, attributes, { ...outcome, error }, before);
  if (error === undefined || isIgnored(webhook, error)) return applied?.isChanged ?? false;
  throw error instanceof WebhookCallError ? internalError(error.message) : error;
}

/** Adds the effect of the webhook to the audit event. */
function annotate(
  { configuration, name: webhook }: Webhook,
  attributes: AdmissionAttributes,
  place: string,
  applied: PatchOutcome | undefined,
): void {
  const mutated = applied?.isChanged ?? false;
  attributes.annotate?.(`mutation.${place}`, goJson({ configuration, webhook, mutated }));
  if (!applied) return;
  attributes.annotateRequest?.(`patch.${place}`, () => {
    const patch = (parseJson(applied.operations) as object[]).map(withSortedMembers);
    return goJson({ configuration, webhook, patch, patchType: 'JSONPatch' });
  });
}

const withSortedMembers = (operation: object) =>
  Object.fromEntries(Object.entries(operation).toSorted(([one], [other]) => (one < other ? -1 : 1)));

function recordStep(webhook: Webhook, attributes: AdmissionAttributes, outcome: CallOutcome, before: unknown): void {
  if (!attributes.record) return;
  const patch = changesBetween(before, attributes.object);
  recordCalled(STEP, webhook, attributes, { ...outcome, ...(patch.length > 0 ? { patch } : {}) });
}
