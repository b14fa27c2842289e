import type { ValidatingWebhookConfiguration } from '../../api/kinds/admissionregistration-v1.generated.ts';
import { resource } from '../resource-definition.ts';
import { setWebhookDefaults, validateWebhooks, webhookColumns } from './webhooks.ts';

export const validatingwebhookconfigurations = resource<ValidatingWebhookConfiguration>({
  group: 'admissionregistration.k8s.io',
  resource: 'validatingwebhookconfigurations',
  takesAnyFinalizer: true,
  allowUnconditionalUpdate: false,
  generation: ({ webhooks }) => webhooks,
  strategy: { setDefaults: setWebhookDefaults, validate: validateWebhooks },
  columns: webhookColumns(),
});
