import type { AdmissionAttributes, AdmissionContext, AdmissionPluginFactory } from '../admission-plugin.ts';
import { operations } from '../attributes.ts';
import { isExempt, type WebhookConfigurations, type WebhookResource, webhookConfigurations } from './webhook.ts';
import { WebhookClient } from './webhook-client.ts';
import { credentialsFrom } from './webhook-credentials.ts';

interface WebhookPlugin {
  readonly name: string;
  readonly method: 'mutate' | 'validate';
  readonly resource: WebhookResource;
  /** Calls the webhooks that a request matches. */
  readonly callAll: (
    context: AdmissionContext,
    client: WebhookClient,
    configurations: WebhookConfigurations,
    attributes: AdmissionAttributes,
  ) => Promise<void>;
}

/** Returns the plugin that calls the webhooks of a kind of configurations. */
export const webhookPlugin =
  ({ name, method, resource, callAll }: WebhookPlugin): AdmissionPluginFactory =>
  (context, configuration) => {
    const mutates = method === 'mutate';
    const client = new WebhookClient(context, { mutates, credentials: credentialsFrom(configuration) });
    const configurations = webhookConfigurations(context, resource);
    return {
      name,
      handles: operations('CREATE', 'UPDATE', 'DELETE', 'CONNECT'),
      isIdle: () => configurations.isKnownEmpty,
      [method](attributes: AdmissionAttributes) {
        if (configurations.isKnownEmpty) return undefined;
        if (isExempt(attributes.kind.group, attributes.kind.kind, context)) return undefined;
        return callAll(context, client, configurations, attributes);
      },
    };
  };
