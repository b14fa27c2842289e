import { expect, test } from 'vitest';
import type { PersistentVolumeClaim } from '../../../../src/api/kinds/core-v1.generated.ts';
import type { OwnerReference } from '../../../../src/api/kinds/meta-v1.generated.ts';
import { claimOwners, isStaleClaim } from '../../../../src/controllers/workloads/statefulsets/claim-owners.ts';
import { memberPod, statefulSet } from './statefulset-objects.ts';

const SET = {
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  name: 'db',
  uid: 'db',
  controller: true,
  blockOwnerDeletion: true,
};
const POD = { apiVersion: 'v1', kind: 'Pod', name: 'db-1', uid: 'db-1', controller: true, blockOwnerDeletion: true };
const OTHER = { apiVersion: 'v1', kind: 'ConfigMap', name: 'x', uid: 'x', controller: true };
const claim = (...ownerReferences: OwnerReference[]): PersistentVolumeClaim => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data-db-1', ownerReferences },
});
const owners = (whenDeleted: string, whenScaled: string, isWanted: boolean, ...live: OwnerReference[]) =>
  claimOwners(
    claim(...live),
    statefulSet({ persistentVolumeClaimRetentionPolicy: { whenDeleted, whenScaled } }),
    memberPod(1),
    isWanted,
  );

test('A retained claim has no owner', () => {
  expect(owners('Retain', 'Retain', true)).toBeUndefined();
  expect(owners('Retain', 'Retain', true, SET)).toEqual([]);
});

test('A claim is owned by the set when it is deleted with the set, and by its pod when the pod is scaled down', () => {
  expect(owners('Delete', 'Retain', true)).toEqual([SET]);
  expect(owners('Delete', 'Retain', false)).toEqual([SET]);
  expect(owners('Delete', 'Delete', true, POD)).toEqual([SET]);
  expect(owners('Delete', 'Delete', false, SET)).toEqual([POD]);
  expect(owners('Retain', 'Delete', true, POD)).toEqual([]);
  expect(owners('Retain', 'Delete', false)).toEqual([POD]);
  expect(owners('Retain', 'Delete', false, POD)).toBeUndefined();
});

test('A claim with another controller is not owned', () => {
  expect(owners('Delete', 'Delete', true, OTHER)).toBeUndefined();
  expect(owners('Delete', 'Delete', true, OTHER, { ...SET, controller: false })).toEqual([OTHER]);
});

test('A claim of a deleted pod is left to the garbage collector', () => {
  const former = { ...POD, uid: 'former' };
  expect(owners('Delete', 'Delete', true, former)).toBeUndefined();
  expect(isStaleClaim(claim(former), memberPod(1))).toBe(true);
  expect(isStaleClaim(claim(POD), memberPod(1))).toBe(false);
});
