import type { ResourceClaimTemplate, ResourceClaimTemplateSpec } from '../../api/kinds/resource-v1alpha2.generated.ts';
import type { KindFacts } from '../kind-facts.ts';
import { checkMembers } from '../member-rules.ts';
import { validateTemplateMetadata } from '../object-meta.ts';
import { resource } from '../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';
import { immutableSpec, setClaimDefaults, validateClaimSpec } from './claim-validation.ts';

const facts = {
  group: 'resource.k8s.io',
  version: 'v1alpha2',
  kind: 'ResourceClaimTemplate',
  resource: 'resourceclaimtemplates',
  namespaced: true,
  description: 'A template for creating resource claims.',
  types: {
    ResourceClaimTemplate: { spec: 'ResourceClaimTemplateSpec' },
    ResourceClaimTemplateSpec: { 'metadata?': 'meta.v1.ObjectMeta', spec: 'ResourceClaimSpec' },
  },
} satisfies KindFacts;

export const resourceclaimtemplates = resource<ResourceClaimTemplate>(facts, {
  deleteAnswersObject: true,
  strategy: {
    setDefaults: ({ spec }) => setClaimDefaults(spec?.spec),
    validate: ({ spec }) => validateSpec(spec, 'spec'),
    validateUpdate: ({ spec }, live) => [
      ...immutableSpec(spec, live.spec, 'ResourceClaimTemplateSpec'),
      ...validateSpec(spec, 'spec'),
    ],
  },
  columns: [
    nameColumn(),
    column(
      'ResourceClassName',
      'string',
      'ResourceClassName references the driver and additional parameters via the name of a ResourceClass that was created as part of the driver deployment.',
      ({ spec }) => spec.spec.resourceClassName,
    ),
    column(
      'AllocationMode',
      'string',
      'Allocation can start immediately or when a Pod wants to use the resource. "WaitForFirstConsumer" is the default.',
      ({ spec }) => spec.spec.allocationMode ?? '',
    ),
    ageColumn(),
  ],
});

const validateSpec = checkMembers<ResourceClaimTemplateSpec>({
  metadata: validateTemplateMetadata,
  spec: validateClaimSpec,
});
