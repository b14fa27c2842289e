import type { ResourceClaim } from '../../api/kinds/resource-v1alpha2.generated.ts';
import type { KindFacts } from '../kind-facts.ts';
import { resource } from '../resource-definition.ts';
import { keepMetadata } from '../status-subresource.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';
import { validateClaimStatus } from './claim-status-validation.ts';
import { immutableSpec, setClaimDefaults, validateClaimSpec } from './claim-validation.ts';

const facts = {
  group: 'resource.k8s.io',
  version: 'v1alpha2',
  kind: 'ResourceClaim',
  resource: 'resourceclaims',
  namespaced: true,
  description: 'Requests a resource, such as a device, from a driver.',
  subresources: { status: {} },
  types: {
    ResourceClaim: { spec: 'ResourceClaimSpec', 'status?': 'ResourceClaimStatus' },
    ResourceClaimStatus: {
      'driverName?': 'string',
      'allocation?': '*AllocationResult',
      'reservedFor?': '[]ResourceClaimConsumerReference map(uid)',
      'deallocationRequested?': 'bool',
    },
    AllocationResult: {
      'resourceHandles?': '[]ResourceHandle atomic',
      'availableOnNodes?': '*core.v1.NodeSelector',
      'shareable?': 'bool',
    },
    ResourceClaimConsumerReference: {
      'apiGroup?': 'string',
      resource: 'string number(3)',
      name: 'string number(4)',
      uid: 'string number(5) as(types.UID)',
    },
    ResourceHandle: { 'driverName?': 'string', 'data?': 'string' },
  },
} satisfies KindFacts;

export const resourceclaims = resource<ResourceClaim>(facts, {
  deleteAnswersObject: true,
  strategy: {
    setDefaults: ({ spec }) => setClaimDefaults(spec),
    validate: ({ spec }) => validateClaimSpec(spec, 'spec'),
    validateUpdate: ({ spec }, live) => [
      ...immutableSpec(spec, live.spec, 'ResourceClaimSpec'),
      ...validateClaimSpec(spec, 'spec'),
    ],
    subresources: {
      status: {
        prepareForUpdate(draft, live) {
          draft.spec = live.spec;
          keepMetadata(draft, live);
        },
        validateUpdate: validateClaimStatus,
      },
    },
  },
  columns: [
    nameColumn(),
    column(
      'ResourceClassName',
      'string',
      'ResourceClassName references the driver and additional parameters via the name of a ResourceClass that was created as part of the driver deployment.',
      ({ spec }) => spec.resourceClassName,
    ),
    column(
      'AllocationMode',
      'string',
      'Allocation can start immediately or when a Pod wants to use the resource. "WaitForFirstConsumer" is the default.',
      ({ spec }) => spec.allocationMode ?? '',
    ),
    column('State', 'string', 'A summary of the current state (allocated, pending, reserved, etc.).', stateText),
    ageColumn(),
  ],
});

function stateText({ metadata, status = {} }: ResourceClaim): string {
  const isDeleted = metadata.deletionTimestamp !== undefined;
  const states = isDeleted ? ['deleted'] : [];
  if (!status.allocation) return [...states, ...(isDeleted ? [] : ['pending'])].join(',');
  states.push('allocated');
  if (status.reservedFor?.length) states.push('reserved');
  else if (isDeleted || status.deallocationRequested) states.push('deallocation-requested');
  return states.join(',');
}
