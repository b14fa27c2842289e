import { utf8Length } from '../../api/encoding/utf8.ts';
import { type FieldError, forbiddenField, required, tooLongMaximum, verbatim } from '../../api/field-error.ts';
import type {
  AllocationResult,
  ResourceClaim,
  ResourceClaimConsumerReference,
  ResourceHandle,
} from '../../api/kinds/resource-v1alpha2.generated.ts';
import { validateNodeSelector } from '../core/node/node-selector.ts';
import { validateDriverName } from '../core/volume/volume-sources.ts';
import { immutable } from '../field-validation.ts';
import { checkMembers } from '../member-rules.ts';
import { semanticallyEqual } from '../semantic-equality.ts';
import { validateSet } from './set-validation.ts';

const MAXIMUM_HANDLES = 32;
const MAXIMUM_HANDLE_BYTES = 16 * 1024;
const MAXIMUM_CONSUMERS = 32;

/** Validates a status update of a claim. Drivers allocate and deallocate claims, and pods reserve them in between. */
export function validateClaimStatus(claim: ResourceClaim, live: ResourceClaim): FieldError[] {
  const { driverName = '', allocation, reservedFor = [] } = claim.status ?? {};
  return [
    ...(driverName === '' ? [] : validateDriverName(driverName, 'status.driverName')),
    ...(driverName === '' && allocation
      ? [required('status.driverName', 'must be specified when `allocation` is set')]
      : []),
    ...(allocation ? validateAllocation(allocation, 'status.allocation') : []),
    ...validateSet<ResourceClaimConsumerReference>(reservedFor, 'status.reservedFor', {
      maximum: MAXIMUM_CONSUMERS,
      keyOf: ({ uid }) => uid,
      keyField: '.uid',
      validateItem: validateConsumer,
    }),
    ...validateReservations(claim, live),
    ...validateAllocationChange(claim, live),
  ];
}

const validateHandle = checkMembers<ResourceHandle>({
  driverName: { absentIs: '', check: validateDriverName },
  data: (data, field) => (utf8Length(data) > MAXIMUM_HANDLE_BYTES ? [tooLongMaximum(field, MAXIMUM_HANDLE_BYTES)] : []),
});

const validateAllocation = checkMembers<AllocationResult>({
  resourceHandles: (handles, field) => [
    ...handles.flatMap((handle, index) => validateHandle(handle, `${field}[${index}]`)),
    ...(handles.length > MAXIMUM_HANDLES ? [tooLongMaximum(field, MAXIMUM_HANDLES)] : []),
  ],
  availableOnNodes: validateNodeSelector,
});

const validateConsumer = checkMembers<ResourceClaimConsumerReference>({
  resource: { notEmpty: true },
  name: { notEmpty: true },
  uid: { notEmpty: true },
});

/** Validates reservations: only allocated claims can be reserved, and only shareable ones by several consumers. */
function validateReservations({ metadata, status = {} }: ResourceClaim, live: ResourceClaim): FieldError[] {
  const { allocation, reservedFor = [], deallocationRequested } = status;
  const field = 'status.reservedFor';
  if (reservedFor.length === 0) return [];
  if (!allocation) return [forbiddenField(field, 'may not be specified when `allocated` is not set')];
  const isNew = (consumer: ResourceClaimConsumerReference): boolean =>
    !live.status?.reservedFor?.some((other) => semanticallyEqual(other, consumer));
  const isEnding = metadata.deletionTimestamp !== undefined || deallocationRequested === true;
  return [
    ...(!allocation.shareable && reservedFor.length > 1
      ? [forbiddenField(field, 'may not be reserved more than once')]
      : []),
    ...(isEnding && reservedFor.some(isNew)
      ? [
          forbiddenField(
            field,
            'new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set',
          ),
        ]
      : []),
  ];
}

function validateAllocationChange({ status = {} }: ResourceClaim, { status: live = {} }: ResourceClaim): FieldError[] {
  const { allocation, deallocationRequested = false } = status;
  const wasRequested = live.deallocationRequested === true;
  const field = 'status.deallocationRequested';
  const errors =
    allocation && live.allocation
      ? immutable(allocation, live.allocation, 'status.allocation', verbatim('resource.AllocationResult{}'))
      : [];
  if (!wasRequested && deallocationRequested && status.reservedFor?.length) {
    errors.push(forbiddenField(field, 'deallocation cannot be requested while `reservedFor` is set'));
  }
  if (deallocationRequested && !allocation) {
    errors.push(forbiddenField('status', '`allocation` must be set when `deallocationRequested` is set'));
  }
  if (wasRequested && !deallocationRequested && allocation) {
    errors.push(forbiddenField(field, 'may not be cleared when `allocation` is set'));
  }
  return errors;
}
