import { describe, expect, it } from 'vitest';
import { podschedulingcontexts } from '../../../src/resources/resource/podschedulingcontexts.ts';
import { resourceclaims } from '../../../src/resources/resource/resourceclaims.ts';
import { resourceclaimtemplates } from '../../../src/resources/resource/resourceclaimtemplates.ts';
import { resourceclasses } from '../../../src/resources/resource/resourceclasses.ts';
import { createErrors, rowOf, updateErrors } from '../run-strategy.ts';

const spec = { resourceClassName: 'gpu' };
const consumer = { resource: 'pods', name: 'one', uid: '1' };
const allocated = { driverName: 'gpu.example.com', allocation: { shareable: true } };

/** Returns the errors of an update of a claim's status, from a live status. */
const statusErrors = (live: object, status: object, metadata: object = {}) =>
  updateErrors(resourceclaims, { spec, status: live, metadata }, { status }, 'status');

describe('a resource claim', () => {
  it('has an immutable spec', async () => {
    expect(await updateErrors(resourceclaims, { spec }, { spec: { resourceClassName: 'tpu' } })).toEqual([
      'spec: Invalid value: resource.ResourceClaimSpec{ResourceClassName:"tpu", ParametersRef:(*resource.ResourceClaimParametersReference)(nil), AllocationMode:"WaitForFirstConsumer"}: field is immutable',
    ]);
  });

  it('requires the kind and the name of its parameters, in any form', async () => {
    expect(await createErrors(resourceclaims, { spec: { ...spec, parametersRef: { kind: '', name: '' } } })).toEqual([
      'spec.parametersRef.kind: Required value',
      'spec.parametersRef.name: Required value',
    ]);
    const parametersRef = { apiGroup: 'A b', kind: 'Any', name: 'a/b' };
    expect(await createErrors(resourceclaims, { spec: { ...spec, parametersRef } })).toEqual([]);
  });

  it.each([
    [{ allocation: {} }, 'status.driverName: Required value: must be specified when `allocation` is set'],
    [{ reservedFor: [consumer] }, 'status.reservedFor: Forbidden: may not be specified when `allocated` is not set'],
    [{ ...allocated, reservedFor: [consumer, consumer] }, 'status.reservedFor[1].uid: Duplicate value: "1"'],
    [
      { ...allocated, allocation: {}, reservedFor: [consumer, { ...consumer, uid: '2' }] },
      'status.reservedFor: Forbidden: may not be reserved more than once',
    ],
    [
      { deallocationRequested: true },
      'status: Forbidden: `allocation` must be set when `deallocationRequested` is set',
    ],
    [
      { ...allocated, reservedFor: Array.from({ length: 33 }, (_, index) => ({ ...consumer, uid: `${index}` })) },
      'status.reservedFor: Too long: may not be longer than 32',
    ],
    [
      { ...allocated, allocation: { resourceHandles: [{ driverName: 'gpu', data: 'x'.repeat(16 * 1024 + 1) }] } },
      'status.allocation.resourceHandles[0].data: Too long: may not be longer than 16384',
    ],
  ])('cannot have the status %j', async (status, error) => {
    expect(await statusErrors({}, status)).toEqual([error]);
  });

  it('keeps its allocation until it is deallocated', async () => {
    expect(await statusErrors(allocated, { ...allocated, allocation: { shareable: false } })).toEqual([
      'status.allocation: Invalid value: resource.AllocationResult{}: field is immutable',
    ]);
    expect(await statusErrors(allocated, {})).toEqual([]);
  });

  it('is deallocated only without reservations, and its deallocation request cannot be withdrawn', async () => {
    const reserved = { ...allocated, reservedFor: [consumer] };
    expect(await statusErrors(reserved, { ...reserved, deallocationRequested: true })).toEqual([
      'status.deallocationRequested: Forbidden: deallocation cannot be requested while `reservedFor` is set',
    ]);
    const requested = { ...allocated, deallocationRequested: true };
    expect(await statusErrors(allocated, requested)).toEqual([]);
    expect(await statusErrors(requested, allocated)).toEqual([
      'status.deallocationRequested: Forbidden: may not be cleared when `allocation` is set',
    ]);
    expect(await statusErrors(requested, { ...requested, reservedFor: [consumer] })).toEqual([
      'status.reservedFor: Forbidden: new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set',
    ]);
  });

  it.each([
    [{}, {}, 'pending'],
    [{}, { deletionTimestamp: '2026-01-01T00:00:00Z' }, 'deleted'],
    [{ allocation: {} }, {}, 'allocated'],
    [{ allocation: {}, reservedFor: [consumer] }, {}, 'allocated,reserved'],
    [{ allocation: {}, deallocationRequested: true }, {}, 'allocated,deallocation-requested'],
  ])('with the status %j and the metadata %j is shown as %s', (status, metadata, state) => {
    expect(rowOf(resourceclaims, { spec, status, metadata }).State).toBe(state);
  });
});

describe('a template of resource claims', () => {
  it('may only have labels and annotations', async () => {
    const metadata = { name: 'one', uid: '1', labels: { 'a b': 'c' } };
    expect(await createErrors(resourceclaimtemplates, { spec: { metadata, spec } })).toEqual([
      expect.stringMatching(/^spec\.metadata\.labels: Invalid value: "a b": name part must consist of/),
      'spec.metadata.name: Forbidden: cannot be set',
      'spec.metadata.uID: Forbidden: cannot be set',
    ]);
  });
});

describe('a resource class', () => {
  it('requires a driver, and its parameters may have a namespace', async () => {
    const parametersRef = { kind: 'Any', name: 'one', namespace: 'a.b' };
    expect(await createErrors(resourceclasses, { driverName: '', parametersRef })).toEqual([
      'driverName: Required value',
      expect.stringMatching(/^driverName: Invalid value: "": a lowercase RFC 1123 subdomain must consist of/),
      'parametersRef.namespace: Invalid value: "a.b": must not contain dots',
    ]);
  });
});

describe('a pod scheduling context', () => {
  it('lists up to 128 different nodes', async () => {
    const potentialNodes = ['one', 'one', 'A', ...Array.from({ length: 126 }, (_, index) => `node-${index}`)];
    expect(await createErrors(podschedulingcontexts, { spec: { potentialNodes } })).toEqual([
      'spec.potentialNodes[1]: Duplicate value: "one"',
      expect.stringMatching(/^spec\.potentialNodes\[2\]: Invalid value: "A": a lowercase RFC 1123 subdomain/),
      'spec.potentialNodes: Too long: may not be longer than 128',
    ]);
  });
});
