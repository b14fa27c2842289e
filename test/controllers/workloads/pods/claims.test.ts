import { expect, test } from 'vitest';
import type { Pod } from '../../../../src/api/kinds/core-v1.generated.ts';
import type { OwnerReference } from '../../../../src/api/kinds/meta-v1.generated.ts';
import { labelSelectorFromPairs } from '../../../../src/api/selectors/label-selector.ts';
import { type ClaimOptions, claimObjects, claimOf } from '../../../../src/controllers/workloads/pods/claims.ts';
import { PODS } from '../../../../src/controllers/workloads/pods/pod-control.ts';
import { podWith } from '../pods.ts';

const selector = labelSelectorFromPairs({ app: 'web' });
const deletionTimestamp = '2024-06-01T00:00:00Z';
const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { name: 'web', uid: 'mine' } };
const deletedOwner = { ...owner, metadata: { ...owner.metadata, deletionTimestamp } };
const controlledBy = (uid: string): OwnerReference[] => [
  { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid, controller: true },
];

/** Returns a pod with the label `app` and the given owners. */
function pod(app: string, ownerReferences: OwnerReference[] = [], more: object = {}) {
  const made = podWith({ name: 'a', labels: { app } });
  return { ...made, metadata: { ...made.metadata, ownerReferences, ...more } };
}

test('A matching pod without a controller is adopted, unless the pod or its owner is terminating', () => {
  expect(claimOf(pod('web'), owner, selector)).toBe('adopt');
  expect(claimOf(pod('other'), owner, selector)).toBe('ignore');
  expect(claimOf(pod('web', [], { deletionTimestamp }), owner, selector)).toBe('ignore');
  expect(claimOf(pod('web'), deletedOwner, selector)).toBe('ignore');
});

test('A pod of the owner is kept while it matches, and released when it does not', () => {
  expect(claimOf(pod('web', controlledBy('mine')), owner, selector)).toBe('keep');
  expect(claimOf(pod('other', controlledBy('mine')), owner, selector)).toBe('release');
  expect(claimOf(pod('other', controlledBy('mine')), deletedOwner, selector)).toBe('ignore');
});

test('A pod of another controller is ignored, even when that controller had the same name', () => {
  expect(claimOf(pod('web', controlledBy('former')), owner, selector)).toBe('ignore');
});

test('An owner that is not a controller does not prevent adoption', () => {
  expect(claimOf(pod('web', [{ ...controlledBy('x')[0], controller: false } as OwnerReference]), owner, selector)).toBe(
    'adopt',
  );
});

test('An empty selector claims nothing', () => {
  expect(claimOf(pod('web'), owner, labelSelectorFromPairs({}))).toBe('ignore');
});

test('A pod that cannot be adopted does not prevent the adoption of others', async () => {
  const orphans = ['first', 'refused', 'last'].map((name) => podWith({ name, labels: { app: 'web' } }));
  const adopted: string[] = [];
  const options = {
    client: {
      get: async () => owner,
      patch: async ({ name }: { name: string }) => {
        if (name === 'refused') throw new Error('not this one');
        adopted.push(name);
        return {};
      },
    },
    ownerKind: owner,
    owners: PODS,
    objects: { ownedBy: () => [], byIndex: () => orphans },
    address: PODS,
  } as unknown as ClaimOptions<Pod>;
  await expect(claimObjects(owner, selector, options)).rejects.toThrow('not this one');
  expect(adopted).toEqual(['first', 'last']);
});
