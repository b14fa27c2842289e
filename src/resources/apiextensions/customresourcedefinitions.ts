import type { Dialect } from '../../api/dialect.ts';
import { type FieldError, forbiddenField, invalid, notSupported, required } from '../../api/field-error.ts';
import type { CustomResourceConversion, CustomResourceDefinition } from '../../api/kinds/apiextensions-v1.generated.ts';
import { isDns1123Subdomain } from '../../api/names.ts';
import { immutable, invalidFor, requiredNameErrors } from '../field-validation.ts';
import { goSlice } from '../go-text.ts';
import type { KindFacts } from '../kind-facts.ts';
import { resource, type StrategyContext } from '../resource-definition.ts';
import { statusOnly } from '../status-subresource.ts';
import { validateReviewVersions, validateWebhookClient } from '../webhook-client-validation.ts';
import { validateCompilation } from './compilation-budget.ts';
import { validateApproval } from './definition-approval.ts';
import { markDefinition } from './definition-deletion.ts';
import { validateDefinitionNames } from './definition-names.ts';
import { validateDefinitionVersions, validateSharedParts } from './definition-versions.ts';

const SCOPES = ['Cluster', 'Namespaced'];
const STRATEGIES = ['None', 'Webhook'];
const preservePerSchema = (dialect: Dialect): string =>
  dialect.renameText(
    'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
  );

const facts = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  resource: 'customresourcedefinitions',
  shortNames: ['crd', 'crds'],
  categories: ['api-extensions'],
  namespaced: false,
  description: 'Adds a custom kind to the API.',
  subresources: { status: {} },
  types: {
    CustomResourceDefinition: { spec: 'CustomResourceDefinitionSpec', 'status?': 'CustomResourceDefinitionStatus' },
    CustomResourceDefinitionSpec: {
      group: 'string',
      names: 'CustomResourceDefinitionNames number(3)',
      scope: 'string as(ResourceScope) number(4)',
      versions: '[]CustomResourceDefinitionVersion number(7)',
      'conversion?': '*CustomResourceConversion number(9)',
      'preserveUnknownFields?': 'bool number(10)',
    },
    CustomResourceDefinitionStatus: {
      'conditions?': '[]CustomResourceDefinitionCondition map(type) written',
      'acceptedNames?': 'CustomResourceDefinitionNames',
      'storedVersions?': '[]string written',
    },
    CustomResourceDefinitionNames: {
      plural: 'string',
      'singular?': 'string',
      'shortNames?': '[]string',
      kind: 'string',
      'listKind?': 'string',
      'categories?': '[]string',
    },
    CustomResourceDefinitionVersion: {
      name: 'string',
      served: 'bool',
      storage: 'bool',
      'deprecated?': 'bool number(7)',
      'deprecationWarning?': '*string number(8)',
      'schema?': '*CustomResourceValidation number(4)',
      'subresources?': '*CustomResourceSubresources number(5)',
      'additionalPrinterColumns?': '[]CustomResourceColumnDefinition number(6)',
    },
    CustomResourceConversion: { strategy: 'string as(ConversionStrategyType)', 'webhook?': '*WebhookConversion' },
    CustomResourceDefinitionCondition: {
      type: 'string as(CustomResourceDefinitionConditionType)',
      status: 'string as(ConditionStatus)',
      'lastTransitionTime?': 'meta.v1.Time',
      'reason?': 'string',
      'message?': 'string',
    },
    CustomResourceValidation: { 'openAPIV3Schema?': '*JSONSchemaProps' },
    CustomResourceSubresources: {
      'status?': '*CustomResourceSubresourceStatus',
      'scale?': '*CustomResourceSubresourceScale',
    },
    CustomResourceColumnDefinition: {
      name: 'string',
      type: 'string',
      'format?': 'string',
      'description?': 'string',
      'priority?': 'int32',
      jsonPath: 'string',
    },
    WebhookConversion: {
      'clientConfig?': '*WebhookClientConfig number(2)',
      conversionReviewVersions: '[]string number(3)',
    },
    CustomResourceSubresourceScale: {
      specReplicasPath: 'string',
      statusReplicasPath: 'string',
      'labelSelectorPath?': '*string',
    },
    WebhookClientConfig: {
      'url?': '*string number(3)',
      'service?': '*ServiceReference number(1)',
      'caBundle?': '[]byte number(2)',
    },
    ServiceReference: {
      namespace: 'string',
      name: 'string',
      'path?': '*string',
      'port?': '*int32',
    },
  },
} satisfies KindFacts;

export const customresourcedefinitions = resource<CustomResourceDefinition>(facts, {
  takesAnyFinalizer: true,
  generation: ({ spec }) => spec,
  markForDeletion: markDefinition,
  strategy: {
    setDefaults(draft) {
      const { spec } = draft;
      if (!spec) return;
      spec.names.singular ||= spec.names.kind.toLowerCase();
      if (spec.names.kind !== '') spec.names.listKind ||= `${spec.names.kind}List`;
      spec.conversion ??= { strategy: 'None' };
      const { webhook } = spec.conversion;
      if (webhook && !webhook.clientConfig && !webhook.conversionReviewVersions?.length) delete spec.conversion.webhook;
      const service = webhook?.clientConfig?.service;
      if (service) service.port ??= 443;
      setStatusDefaults(draft);
    },
    prepareForCreate: rememberStorageVersion,
    prepareForUpdate: rememberStorageVersion,
    validate: (object, context) => [...validateName(object), ...validateDefinition(object, context)],
    validateUpdate: (object, live, context) => [
      ...validateDefinition(object, context, live),
      ...validateImmutableFields(object, live),
    ],
    subresources: {
      status: {
        ...statusOnly,
        setDefaults: setStatusDefaults,
        validateUpdate: validateStatus,
      },
    },
  },
});

function setStatusDefaults(draft: CustomResourceDefinition): void {
  if (!draft.status?.storedVersions?.length) rememberStorageVersion(draft);
}

/**
 * Adds the storage version to the status. A stored version stays listed until a user removes it, after rewriting all
 * objects.
 */
function rememberStorageVersion(draft: CustomResourceDefinition): void {
  const storage = draft.spec.versions?.find((version) => version.storage)?.name;
  const stored = draft.status?.storedVersions ?? [];
  if (storage === undefined || stored.includes(storage)) return;
  draft.status = { ...draft.status, storedVersions: [...stored, storage] };
}

const PRUNED_ONLY = 'must be None if spec.preserveUnknownFields is true';

function validateDefinition(
  object: CustomResourceDefinition,
  { dialect }: StrategyContext,
  live?: CustomResourceDefinition,
): FieldError[] {
  const { group, names, scope, versions, conversion, preserveUnknownFields } = object.spec;
  const tooLong = validateCompilation(versions ?? []);
  if (tooLong.length > 0) return tooLong;
  return [
    ...validateGroup(group),
    ...(scope === '' ? [required('spec.scope')] : []),
    ...(scope === '' || SCOPES.includes(scope) ? [] : [notSupported('spec.scope', scope, SCOPES)]),
    ...validateDefinitionVersions(versions, dialect, preserveUnknownFields),
    ...validateDefinitionNames(names, 'spec.names', true),
    ...validateSharedParts(versions ?? [], dialect),
    ...(conversion && conversion.strategy !== 'None' && preserveUnknownFields
      ? [invalid('spec.conversion.strategy', conversion.strategy, PRUNED_ONLY)]
      : []),
    ...(conversion ? validateConversion(conversion, 'spec.conversion') : []),
    ...validateStatus(object),
    ...validateStoredVersions(object),
    ...validateApproval(object, live, dialect),
    ...(preserveUnknownFields && !live?.spec.preserveUnknownFields
      ? [invalid('spec.preserveUnknownFields', true, preservePerSchema(dialect))]
      : []),
  ];
}

function validateName({ metadata, spec }: CustomResourceDefinition): FieldError[] {
  return requiredNameErrors(metadata, `${spec.names.plural}.${spec.group}`, 'must be spec.names.plural+"."+spec.group');
}

function validateGroup(group: string): FieldError[] {
  if (group === '') return [required('spec.group')];
  const messages = isDns1123Subdomain(group);
  if (messages.length > 0) return [invalid('spec.group', group, messages.join(','))];
  return group.includes('.') ? [] : [invalid('spec.group', group, 'should be a domain with at least one dot')];
}

function validateConversion({ strategy, webhook }: CustomResourceConversion, field: string): FieldError[] {
  const client = `${field}.webhookClientConfig`;
  const reviews = `${field}.conversionReviewVersions`;
  const versions = webhook?.conversionReviewVersions ?? [];
  if (strategy !== 'Webhook') {
    const detail = 'should not be set when strategy is not set to Webhook';
    return [
      ...(strategy ? [] : [required(`${field}.strategy`)]),
      ...(strategy && !STRATEGIES.includes(strategy) ? [notSupported(`${field}.strategy`, strategy, STRATEGIES)] : []),
      ...(webhook?.clientConfig ? [forbiddenField(client, detail)] : []),
      ...(versions.length > 0 ? [forbiddenField(reviews, detail)] : []),
    ];
  }
  return [
    ...(webhook?.clientConfig
      ? validateWebhookClient(webhook.clientConfig, client)
      : [required(client, 'required when strategy is set to Webhook')]),
    ...(versions.length > 0 ? validateReviewVersions(versions, reviews) : [required(reviews)]),
  ];
}

function validateStatus({ status }: CustomResourceDefinition): FieldError[] {
  return validateDefinitionNames(status?.acceptedNames ?? {}, 'status.acceptedNames', false);
}

function validateStoredVersions({ spec, status }: CustomResourceDefinition): FieldError[] {
  const stored = status?.storedVersions ?? [];
  const versions = spec.versions ?? [];
  const field = 'status.storedVersions';
  if (stored.length === 0) {
    return [invalid(field, goSlice('string', status?.storedVersions), 'must have at least one stored version')];
  }
  return [
    ...versions
      // Versions with equal names count once.
      .filter(
        ({ name, storage }, index) =>
          storage && !(stored.includes(name) && versions.findIndex((version) => version.name === name) === index),
      )
      .map(({ name }) => invalid(field, stored, `must have the storage version ${name}`)),
    ...stored.flatMap((version, index) =>
      versions.some(({ name }) => name === version)
        ? []
        : invalidFor(`${field}[${index}]`, version, ['must appear in spec.versions']),
    ),
  ];
}

/**
 * Parts of object paths are immutable. The other names and the scope become immutable once the definition is
 * established.
 */
function validateImmutableFields({ spec }: CustomResourceDefinition, { spec: live, status }: CustomResourceDefinition) {
  const isServed = status?.conditions?.some(
    (condition) => condition.type === 'Established' && condition.status === 'True',
  );
  return [
    ...(isServed ? immutable(spec.scope, live.scope, 'spec.scope') : []),
    ...(isServed ? immutable(spec.names.kind, live.names.kind, 'spec.names.kind') : []),
    ...immutable(spec.group, live.group, 'spec.group'),
    ...immutable(spec.names.plural, live.names.plural, 'spec.names.plural'),
  ];
}
