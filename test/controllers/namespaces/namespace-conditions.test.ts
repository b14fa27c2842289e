import { expect, test } from 'vitest';
import { namespaceConditions } from '../../../src/controllers/namespaces/namespace-conditions.ts';

const NOTHING = { discoveryError: undefined, deletionErrors: [], remaining: new Map(), finalizers: new Map() };
const THEN = '2026-01-01T00:00:00Z';
const NOW = '2026-01-01T00:01:00Z';

test('an empty namespace has every condition with the status False', () => {
  const conditions = namespaceConditions([], NOTHING, THEN);
  expect(conditions?.map(({ type, status, reason }) => [type, status, reason])).toEqual([
    ['NamespaceDeletionDiscoveryFailure', 'False', 'ResourcesDiscovered'],
    ['NamespaceDeletionGroupVersionParsingFailure', 'False', 'ParsedGroupVersions'],
    ['NamespaceDeletionContentFailure', 'False', 'ContentDeleted'],
    ['NamespaceContentRemaining', 'False', 'ContentRemoved'],
    ['NamespaceFinalizersRemaining', 'False', 'ContentHasNoFinalizers'],
  ]);
});

test('conditions count the remaining resources and finalizers in alphabetical order', () => {
  const conditions = namespaceConditions(
    [],
    {
      discoveryError: 'no discovery',
      deletionErrors: ['z failed', 'a failed'],
      remaining: new Map([
        ['secrets.', 1],
        ['deployments.apps', 12],
        ['configmaps.', 2],
      ]),
      finalizers: new Map([
        ['example.com/other', 1],
        ['example.com/hold', 3],
      ]),
    },
    THEN,
  );
  expect(conditions?.map(({ status, reason, message }) => [status, reason, message])).toEqual([
    ['True', 'DiscoveryFailed', 'no discovery'],
    ['False', 'ParsedGroupVersions', 'All legacy kube types successfully parsed'],
    ['True', 'ContentDeletionFailed', 'Failed to delete all resource types, 2 remaining: a failed, z failed'],
    [
      'True',
      'SomeResourcesRemain',
      'Some resources are remaining: configmaps. has 2 resource instances, deployments.apps has 12 resource instances, secrets. has 1 resource instances',
    ],
    [
      'True',
      'SomeFinalizersRemain',
      'Some content in the namespace has finalizers remaining: example.com/hold in 3 resource instances, example.com/other in 1 resource instances',
    ],
  ]);
});

test('the transition time changes only with the status, and unchanged content requires no update', () => {
  const remaining = (count: number) => ({ ...NOTHING, remaining: new Map([['pods.', count]]) });
  const first = namespaceConditions([], remaining(2), THEN) ?? [];
  expect(namespaceConditions(first, remaining(2), NOW)).toBeUndefined();
  const timesOf = (conditions = first) => conditions.map(({ lastTransitionTime }) => lastTransitionTime);
  const fewer = namespaceConditions(first, remaining(1), NOW);
  expect(fewer?.[3]?.message).toContain('pods. has 1 ');
  expect(timesOf(fewer)).toEqual(timesOf(first));
  expect(timesOf(namespaceConditions(first, NOTHING, NOW))).toEqual([THEN, THEN, THEN, NOW, THEN]);
});
