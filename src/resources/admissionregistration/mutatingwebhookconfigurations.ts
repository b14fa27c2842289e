import type { MutatingWebhookConfiguration } from '../../api/kinds/admissionregistration-v1.generated.ts';
import { hasSentEmpties, isSentEmpty } from '../../schema/sent-empties.ts';
import type { KindFacts } from '../kind-facts.ts';
import { resource } from '../resource-definition.ts';
import { setWebhookDefaults, validateWebhooks, webhookColumns } from './webhooks.ts';

const facts = {
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'MutatingWebhookConfiguration',
  resource: 'mutatingwebhookconfigurations',
  categories: ['api-extensions'],
  namespaced: false,
  description: 'Webhooks that can modify objects before they are stored.',
  types: {
    MutatingWebhookConfiguration: { 'webhooks?': '[]MutatingWebhook merge(name)' },
    MutatingWebhook: {
      name: 'string',
      clientConfig: 'WebhookClientConfig',
      'rules?': '[]RuleWithOperations',
      'failurePolicy?': '*string as(FailurePolicyType)',
      'matchPolicy?': '*string as(MatchPolicyType) number(9)',
      'namespaceSelector?': '*meta.v1.LabelSelector number(5)',
      'objectSelector?': '*meta.v1.LabelSelector number(11)',
      sideEffects: '*string as(SideEffectClass) number(6)',
      'timeoutSeconds?': '*int32 number(7)',
      admissionReviewVersions: '[]string number(8)',
      'reinvocationPolicy?': '*string as(ReinvocationPolicyType) number(10)',
      'matchConditions?': '[]MatchCondition map(name) merge(name)',
    },
  },
} satisfies KindFacts;

export const mutatingwebhookconfigurations = resource<MutatingWebhookConfiguration>(facts, {
  takesAnyFinalizer: true,
  allowUnconditionalUpdate: false,
  generation: (object) => [object.webhooks, isSentEmpty(object, 'webhooks') || hasSentEmpties(object.webhooks)],
  strategy: {
    setDefaults(draft) {
      setWebhookDefaults(draft);
      for (const webhook of draft.webhooks ?? []) webhook.reinvocationPolicy ??= 'Never';
    },
    validate: validateWebhooks,
  },
  columns: webhookColumns(),
});
