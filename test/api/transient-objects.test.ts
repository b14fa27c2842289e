import { expect, test } from 'vitest';
import { isLeases, isTransient, isTransientResource } from '../../src/api/transient-objects.ts';

test.each([
  ['', 'events', 'Event'],
  ['events.k8s.io', 'events', 'Event'],
  ['events.cluster.io', 'events', 'Event'],
  ['coordination.k8s.io', 'leases', 'Lease'],
  ['coordination.cluster.io', 'leases', 'Lease'],
])('%s/%s describe activity', (group, resource, kind) => {
  expect(isTransientResource({ group, resource })).toBe(true);
  expect(isTransient({ apiVersion: group ? `${group}/v1` : 'v1', kind })).toBe(true);
  expect(isLeases({ group, resource })).toBe(resource === 'leases');
});

test.each([
  ['', 'leases', 'Lease'],
  ['example.com', 'events', 'Event'],
  ['coordination.example.com', 'leases', 'Lease'],
  ['', 'configmaps', 'ConfigMap'],
])('%s/%s describe desired state', (group, resource, kind) => {
  expect(isTransientResource({ group, resource })).toBe(false);
  expect(isTransient({ apiVersion: group ? `${group}/v1` : 'v1', kind })).toBe(false);
});
