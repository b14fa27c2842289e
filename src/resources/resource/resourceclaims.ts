import { duplicate, type FieldError, forbiddenField, required } from '../../api/field-error.ts';
import type { ResourceClaim, ResourceClaimStatus } from '../../api/kinds/resource-v1alpha2.generated.ts';
import type { KindFacts } from '../kind-facts.ts';
import { resource } from '../resource-definition.ts';
import { keepMetadata } from '../status-subresource.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';
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
      uid: 'string number(5)',
    },
    ResourceHandle: { 'driverName?': 'string', 'data?': 'string' },
  },
} satisfies KindFacts;

export const resourceclaims = resource<ResourceClaim>({
  group: facts.group,
  resource: facts.resource,
  deleteAnswersObject: true,
  strategy: {
    setDefaults: ({ spec }) => setClaimDefaults(spec),
    validate: ({ spec }) => validateClaimSpec(spec, 'spec'),
    validateUpdate: ({ spec }, live) => [
      ...validateClaimSpec(spec, 'spec'),
      ...immutableSpec(spec, live.spec, 'ResourceClaimSpec'),
    ],
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

function validateStatus({ allocation, driverName = '', reservedFor = [] }: ResourceClaimStatus): FieldError[] {
  const errors: FieldError[] = [];
  reservedFor.forEach(({ uid, name, resource: plural }, index) => {
    const field = `status.reservedFor[${index}]`;
    if (plural === '') errors.push(required(`${field}.resource`));
    if (name === '') errors.push(required(`${field}.name`));
    if (uid === '') errors.push(required(`${field}.uid`));
    if (reservedFor.findIndex((consumer) => consumer.uid === uid) < index) {
      errors.push(duplicate(`${field}.uid`, uid));
    }
  });
  if (reservedFor.length > 0 && !allocation) {
    errors.push(forbiddenField('status.reservedFor', 'may not be specified when `allocated` is not set'));
  }
  if (allocation && driverName === '') errors.push(required('status.driverName', 'must be set when allocated'));
  return errors;
}

function stateText({ metadata, status }: ResourceClaim): string {
  const states = [
    ...(metadata.deletionTimestamp ? ['deleted'] : []),
    ...(status?.allocation ? ['allocated'] : []),
    ...(status?.allocation && status.deallocationRequested ? ['deallocation-requested'] : []),
    ...(status?.reservedFor?.length ? ['reserved'] : []),
  ];
  return status?.allocation || metadata.deletionTimestamp ? states.join(',') : 'pending';
}
