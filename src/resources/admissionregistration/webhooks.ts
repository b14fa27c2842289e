import { duplicate, type FieldError } from '../../api/field-error.ts';
import type {
  MutatingWebhook,
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
} from '../../api/kinds/admissionregistration-v1.generated.ts';
import { isFullyQualifiedName } from '../../api/names.ts';
import { validateLabelSelector } from '../label-selector-validation.ts';
import { checkMembers } from '../member-rules.ts';
import type { TableColumn } from '../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';
import { REVIEW_VERSIONS, validateReviewVersions, validateWebhookClient } from '../webhook-client-validation.ts';
import { validateMatchConditions } from './match-conditions-validation.ts';
import { MATCH_POLICIES } from './match-resources-validation.ts';
import { validateRule } from './rule-validation.ts';

/** A webhook of either type. Validating webhooks have no reinvocationPolicy. */
type Webhook = MutatingWebhook;
type Configuration = MutatingWebhookConfiguration | ValidatingWebhookConfiguration;

const TIMEOUT_DETAIL = 'the timeout value must be between 1 and 30 seconds';
const SIDE_EFFECTS = ['None', 'NoneOnDryRun'];

export const webhookColumns = <T extends Configuration>(): TableColumn<T>[] => [
  nameColumn(),
  column(
    'Webhooks',
    'integer',
    'Webhooks indicates the number of webhooks registered in this configuration',
    ({ webhooks }) => webhooks?.length ?? 0,
  ),
  ageColumn(),
];

export function setWebhookDefaults({ webhooks }: Configuration): void {
  for (const webhook of webhooks ?? []) {
    webhook.failurePolicy ??= 'Fail';
    webhook.matchPolicy ??= 'Equivalent';
    webhook.namespaceSelector ??= {};
    webhook.objectSelector ??= {};
    webhook.timeoutSeconds ??= 10;
    for (const rule of webhook.rules ?? []) rule.scope ??= '*';
    if (webhook.clientConfig?.service) webhook.clientConfig.service.port ??= 443;
  }
}

export const validateWebhooks = ({ webhooks = [] }: Configuration): FieldError[] =>
  webhooks.flatMap((webhook, index) => [
    ...validateWebhook(webhook, `webhooks[${index}]`),
    ...(webhook.name !== '' && webhooks.findIndex(({ name }) => name === webhook.name) < index
      ? [duplicate(`webhooks[${index}].name`, webhook.name)]
      : []),
  ]);

const validateWebhook = checkMembers<Webhook>({
  name: { notEmpty: true, format: isFullyQualifiedName },
  rules: { each: validateRule },
  failurePolicy: { oneOf: ['Fail', 'Ignore'] },
  matchPolicy: { oneOf: MATCH_POLICIES },
  sideEffects: { required: `must specify one of ${SIDE_EFFECTS.join(', ')}`, oneOf: SIDE_EFFECTS },
  timeoutSeconds: { minimum: [1, TIMEOUT_DETAIL], maximum: [30, TIMEOUT_DETAIL] },
  namespaceSelector: validateLabelSelector,
  objectSelector: validateLabelSelector,
  reinvocationPolicy: { oneOf: ['IfNeeded', 'Never'] },
  clientConfig: validateWebhookClient,
  matchConditions: (conditions, field) => validateMatchConditions(conditions, field),
  admissionReviewVersions: {
    notEmpty: `must specify one of ${REVIEW_VERSIONS.join(', ')}`,
    check: validateReviewVersions,
  },
});
