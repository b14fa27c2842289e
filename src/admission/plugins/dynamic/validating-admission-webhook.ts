import { kubernetesName } from '../../../api/dialect.ts';
import { internalError } from '../../../api/status.ts';
import type { AdmissionAttributes, AdmissionContext } from '../../admission-plugin.ts';
import type { MatchedResource } from '../../matching/matched-resource.ts';
import { invocationOf } from '../../webhooks/invocation.ts';
import { isIgnored, observe, passOn, performCall } from '../../webhooks/perform-call.ts';
import { readWebhooks, type Webhook, type WebhookConfigurations } from '../../webhooks/webhook.ts';
import type { WebhookClient } from '../../webhooks/webhook-client.ts';
import { WebhookCallError } from '../../webhooks/webhook-error.ts';
import { webhookPlugin } from '../../webhooks/webhook-plugin.ts';
import { recordCalled, recordSkipped } from '../../webhooks/webhook-step.ts';

const AUDIT_PREFIX = kubernetesName('validating.webhook.admission.k8s.io');

const NAME = 'ValidatingAdmissionWebhook';
const STEP = { plugin: NAME, phase: 'validate' } as const;

/** Calls the webhooks of all ValidatingWebhookConfigurations in parallel. The first denial denies the request. */
export const validatingAdmissionWebhook = webhookPlugin({
  name: NAME,
  method: 'validate',
  resource: 'validatingwebhookconfigurations',
  callAll,
});

async function callAll(
  context: AdmissionContext,
  client: WebhookClient,
  configurations: WebhookConfigurations,
  attributes: AdmissionAttributes,
): Promise<void> {
  const audited = context.dialect.rename(AUDIT_PREFIX);
  const called: { webhook: Webhook; matched: MatchedResource }[] = [];
  for (const webhook of await readWebhooks(configurations)) {
    const invocation = await invocationOf(webhook, attributes, context);
    if ('why' in invocation) recordSkipped(STEP, webhook, invocation.why, attributes);
    else called.push({ webhook, ...invocation });
  }
  let denied: { error: unknown } | undefined;
  const outcomes = await Promise.all(
    called.map(async ({ webhook, matched }) => {
      const outcome = await performCall(context, client, webhook, matched, attributes);
      const { error } = outcome;
      if (error !== undefined && !isIgnored(webhook, error)) denied ??= { error };
      return { webhook, outcome };
    }),
  );
  for (const [index, { webhook, outcome }] of outcomes.entries()) {
    observe(context, webhook, 'validating', attributes, outcome);
    passOn(webhook, outcome, attributes, `${audited}/round_0_index_${index}`);
    recordCalled(STEP, webhook, attributes, outcome);
  }
  if (!denied) return;
  const { error } = denied;
  throw error instanceof WebhookCallError ? internalError(error.message) : error;
}
