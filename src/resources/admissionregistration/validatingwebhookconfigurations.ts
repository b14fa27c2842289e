import type { ValidatingWebhookConfiguration } from '../../api/kinds/admissionregistration-v1.generated.ts';
import { hasSentEmpties, isSentEmpty } from '../../schema/sent-empties.ts';
import type { KindFacts } from '../kind-facts.ts';
import { resource } from '../resource-definition.ts';
import { setWebhookDefaults, validateWebhooks, webhookColumns } from './webhooks.ts';

const facts = {
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'ValidatingWebhookConfiguration',
  resource: 'validatingwebhookconfigurations',
  categories: ['api-extensions'],
  namespaced: false,
  description: 'Webhooks that can reject objects before they are stored.',
  types: {
    ValidatingWebhookConfiguration: { 'webhooks?': '[]ValidatingWebhook merge(name)' },
    ValidatingWebhook: {
      name: 'string',
      clientConfig: 'WebhookClientConfig',
      'rules?': '[]RuleWithOperations',
      'failurePolicy?': '*string as(FailurePolicyType)',
      'matchPolicy?': '*string as(MatchPolicyType) number(9)',
      'namespaceSelector?': '*meta.v1.LabelSelector number(5)',
      'objectSelector?': '*meta.v1.LabelSelector number(10)',
      sideEffects: '*string as(SideEffectClass) number(6)',
      'timeoutSeconds?': '*int32 number(7)',
      admissionReviewVersions: '[]string number(8)',
      'matchConditions?': '[]MatchCondition map(name) merge(name)',
    },
  },
} satisfies KindFacts;

export const validatingwebhookconfigurations = resource<ValidatingWebhookConfiguration>(facts, {
  takesAnyFinalizer: true,
  allowUnconditionalUpdate: false,
  generation: (object) => [object.webhooks, isSentEmpty(object, 'webhooks') || hasSentEmpties(object.webhooks)],
  strategy: { setDefaults: setWebhookDefaults, validate: validateWebhooks },
  columns: webhookColumns(),
});
