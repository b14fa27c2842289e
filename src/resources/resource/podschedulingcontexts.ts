import { duplicate, type FieldError } from '../../api/field-error.ts';
import type {
  PodSchedulingContext,
  PodSchedulingContextSpec,
  PodSchedulingContextStatus,
} from '../../api/kinds/resource-v1alpha2.generated.ts';
import { isDns1123Subdomain } from '../../api/names.ts';
import { invalidFor } from '../field-validation.ts';
import type { KindFacts } from '../kind-facts.ts';
import { resource } from '../resource-definition.ts';
import { keepMetadata } from '../status-subresource.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';
import { validateSet } from './set-validation.ts';

const MAXIMUM_NODES = 128;

const facts = {
  group: 'resource.k8s.io',
  version: 'v1alpha2',
  kind: 'PodSchedulingContext',
  resource: 'podschedulingcontexts',
  namespaced: true,
  description: 'Coordinates pod scheduling between the scheduler and resource drivers.',
  subresources: { status: {} },
  types: {
    PodSchedulingContext: { spec: 'PodSchedulingContextSpec', 'status?': 'PodSchedulingContextStatus' },
    PodSchedulingContextSpec: { 'selectedNode?': 'string', 'potentialNodes?': '[]string set' },
    PodSchedulingContextStatus: { 'resourceClaims?': '[]ResourceClaimSchedulingStatus map(name)' },
    ResourceClaimSchedulingStatus: { 'name?': 'string', 'unsuitableNodes?': '[]string set' },
  },
} satisfies KindFacts;

export const podschedulingcontexts = resource<PodSchedulingContext>(facts, {
  deleteAnswersObject: true,
  strategy: {
    validate: ({ spec }) => validateSpec(spec),
    subresources: {
      status: {
        prepareForUpdate(draft, live) {
          draft.spec = live.spec;
          keepMetadata(draft, live);
        },
        validateUpdate: ({ status }) => validateStatus(status ?? {}),
      },
    },
  },
  columns: [
    nameColumn(),
    column(
      'SelectedNode',
      'string',
      'SelectedNode is the node for which allocation of ResourceClaims that are referenced by the Pod and that use "WaitForFirstConsumer" allocation is to be attempted.',
      ({ spec }) => spec.selectedNode ?? '',
    ),
    ageColumn(),
  ],
});

/** Requires a limited number of unique node names. */
const validateNodes = (nodes: readonly string[] | undefined = [], field: string): FieldError[] =>
  validateSet(nodes, field, {
    maximum: MAXIMUM_NODES,
    keyOf: (node) => node,
    validateItem: (node, path) => invalidFor(path, node, isDns1123Subdomain(node)),
  });

function validateSpec({ potentialNodes }: PodSchedulingContextSpec): FieldError[] {
  return validateNodes(potentialNodes, 'spec.potentialNodes');
}

function validateStatus({ resourceClaims = [] }: PodSchedulingContextStatus): FieldError[] {
  return resourceClaims.flatMap(({ name = '', unsuitableNodes }, index) => [
    ...validateNodes(unsuitableNodes, `status.claims[${index}].unsuitableNodes`),
    ...(resourceClaims.findIndex((claim) => (claim.name ?? '') === name) < index
      ? [duplicate(`status.claims[${index}]`, name)]
      : []),
  ]);
}
