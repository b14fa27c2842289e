import type { ValidatingWebhookConfiguration } from '../../api/kinds/admissionregistration-v1.generated.ts';
import { resource } from '../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';
import { setWebhookDefaults, validateWebhooks } from './webhooks.ts';

export const validatingwebhookconfigurations = resource<ValidatingWebhookConfiguration>({
  group: 'admissionregistration.k8s.io',
  resource: 'validatingwebhookconfigurations',
  allowUnconditionalUpdate: false,
  generation: ({ webhooks }) => webhooks,
  strategy: { setDefaults: setWebhookDefaults, validate: validateWebhooks },
  columns: [
    nameColumn(),
    column(
      'Webhooks',
      'integer',
      'Webhooks indicates the number of webhooks registered in this configuration',
      ({ webhooks }) => webhooks?.length ?? 0,
    ),
    ageColumn(),
  ],
});
