import { kubernetesName } from '../../../api/dialect.ts';
import { internalError } from '../../../api/status.ts';
import type { AdmissionAttributes, AdmissionContext, AdmissionPluginFactory } from '../../admission-plugin.ts';
import { operations } from '../../attributes.ts';
import type { MatchedResource } from '../../matching/matched-resource.ts';
import { invocationOf } from '../../webhooks/invocation.ts';
import { isIgnored, observe, passOn, performCall } from '../../webhooks/perform-call.ts';
import {
  isExempt,
  readWebhooks,
  type Webhook,
  type WebhookConfigurations,
  webhookConfigurations,
} from '../../webhooks/webhook.ts';
import { WebhookClient } from '../../webhooks/webhook-client.ts';
import { credentialsFrom } from '../../webhooks/webhook-credentials.ts';
import { WebhookCallError } from '../../webhooks/webhook-error.ts';
import { recordCalled, recordSkipped } from '../../webhooks/webhook-step.ts';

const AUDIT_PREFIX = kubernetesName('validating.webhook.admission.k8s.io');

const NAME = 'ValidatingAdmissionWebhook';
const STEP = { plugin: NAME, phase: 'validate' } as const;

/** Calls the webhooks of all ValidatingWebhookConfigurations in parallel. The first denial denies the request. */
export const validatingAdmissionWebhook: AdmissionPluginFactory = (context, configuration) => {
  const client = new WebhookClient(context, { mutates: false, credentials: credentialsFrom(configuration) });
  const configurations = webhookConfigurations(context, 'validatingwebhookconfigurations');
  return {
    name: NAME,
    handles: operations('CREATE', 'UPDATE', 'DELETE', 'CONNECT'),
    isIdle: () => configurations.isKnownEmpty,
    validate(attributes) {
      if (configurations.isKnownEmpty) return undefined;
      if (isExempt(attributes.kind.group, attributes.kind.kind, context)) return undefined;
      return callAll(context, client, configurations, attributes);
    },
  };
};

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
