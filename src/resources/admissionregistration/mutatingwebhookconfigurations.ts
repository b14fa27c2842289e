import type { MutatingWebhookConfiguration } from '../../api/kinds/admissionregistration-v1.generated.ts';
import { resource } from '../resource-definition.ts';
import { setWebhookDefaults, validateWebhooks, webhookColumns } from './webhooks.ts';

export const mutatingwebhookconfigurations = resource<MutatingWebhookConfiguration>({
  group: 'admissionregistration.k8s.io',
  resource: 'mutatingwebhookconfigurations',
  takesAnyFinalizer: true,
  allowUnconditionalUpdate: false,
  generation: ({ webhooks }) => webhooks,
  strategy: {
    setDefaults(draft) {
      setWebhookDefaults(draft);
      for (const webhook of draft.webhooks ?? []) webhook.reinvocationPolicy ??= 'Never';
    },
    validate: validateWebhooks,
  },
  columns: webhookColumns(),
});
