import { duplicate, type FieldError, invalid, notSupported, required } from '../../api/field-error.ts';
import type {
  MutatingWebhook,
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
} from '../../api/kinds/admissionregistration-v1.generated.ts';
import { isDns1035Label, isFullyQualifiedName } from '../../api/names.ts';
import { invalidFor } from '../field-validation.ts';
import { validateLabelSelector } from '../label-selector-validation.ts';
import type { TableColumn } from '../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';
import { validateWebhookClient } from '../webhook-client-validation.ts';
import { validateMatchConditions } from './match-conditions-validation.ts';
import { validateRule } from './rule-validation.ts';

/** A webhook of either type. Validating ones have no reinvocationPolicy. */
type Webhook = MutatingWebhook;
type Configuration = MutatingWebhookConfiguration | ValidatingWebhookConfiguration;

const FAILURE_POLICIES = ['Fail', 'Ignore'];
const MATCH_POLICIES = ['Equivalent', 'Exact'];
const REINVOCATION_POLICIES = ['IfNeeded', 'Never'];
const SIDE_EFFECTS = ['None', 'NoneOnDryRun'];
const REVIEW_VERSIONS = ['v1', 'v1beta1'];

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
    ...validateReviewVersions(webhook.admissionReviewVersions ?? [], `webhooks[${index}].admissionReviewVersions`),
    ...(webhook.name !== '' && webhooks.findIndex(({ name }) => name === webhook.name) < index
      ? [duplicate(`webhooks[${index}].name`, webhook.name)]
      : []),
  ]);

const optionalChoice = (value: string | undefined, field: string, choices: readonly string[]): FieldError[] =>
  value === undefined || choices.includes(value) ? [] : [notSupported(field, value, choices)];

function validateWebhook(webhook: Webhook, field: string): FieldError[] {
  const { name, rules = [], timeoutSeconds } = webhook;
  return [
    ...(name === '' ? [required(`${field}.name`)] : invalidFor(`${field}.name`, name, isFullyQualifiedName(name))),
    ...rules.flatMap((rule, index) => validateRule(rule, `${field}.rules[${index}]`)),
    ...optionalChoice(webhook.failurePolicy, `${field}.failurePolicy`, FAILURE_POLICIES),
    ...optionalChoice(webhook.matchPolicy, `${field}.matchPolicy`, MATCH_POLICIES),
    ...validateSideEffects(webhook.sideEffects, `${field}.sideEffects`),
    ...(timeoutSeconds !== undefined && (timeoutSeconds < 1 || timeoutSeconds > 30)
      ? [invalid(`${field}.timeoutSeconds`, timeoutSeconds, 'the timeout value must be between 1 and 30 seconds')]
      : []),
    ...validateLabelSelector(webhook.namespaceSelector, `${field}.namespaceSelector`),
    ...validateLabelSelector(webhook.objectSelector, `${field}.objectSelector`),
    ...optionalChoice(webhook.reinvocationPolicy, `${field}.reinvocationPolicy`, REINVOCATION_POLICIES),
    ...validateWebhookClient(webhook.clientConfig, `${field}.clientConfig`),
    ...validateMatchConditions(webhook.matchConditions, `${field}.matchConditions`),
  ];
}

function validateSideEffects(value: string | null | undefined, field: string): FieldError[] {
  if (value === undefined || value === null) return [required(field, `must specify one of ${SIDE_EFFECTS.join(', ')}`)];
  return optionalChoice(value, field, SIDE_EFFECTS);
}

function validateReviewVersions(versions: readonly string[], field: string): FieldError[] {
  if (versions.length === 0) return [required(field, `must specify one of ${REVIEW_VERSIONS.join(', ')}`)];
  const errors = versions.flatMap((version, index) =>
    versions.indexOf(version) < index
      ? [invalid(`${field}[${index}]`, version, 'duplicate version')]
      : invalidFor(`${field}[${index}]`, version, isDns1035Label(version)),
  );
  if (versions.some((version) => REVIEW_VERSIONS.includes(version))) return errors;
  return [...errors, invalid(field, versions, `must include at least one of ${REVIEW_VERSIONS.join(', ')}`)];
}
