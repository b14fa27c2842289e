import { expect, test } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import { behaviors } from '../../../src/resources/index.ts';
import { createSchemaRegistry } from '../../../src/schema/schema-registry.ts';
import { ResourceTable } from '../../../src/server/catalog/resource-table.ts';

test('no two kinds share a storage prefix, except the two groups of events', () => {
  const table = new ResourceTable(kubernetesDialect, createSchemaRegistry(kubernetesDialect), behaviors, () => true);
  const kinds = new Map<string, Set<string>>();
  for (const { keyPrefix, group, resource, verbs } of table.resources) {
    if (!verbs.has('get')) continue;
    kinds.set(keyPrefix, (kinds.get(keyPrefix) ?? new Set()).add(`${resource}.${group}`));
  }
  const shared = [...kinds].filter(([, names]) => names.size > 1).map(([prefix, names]) => [prefix, [...names].sort()]);
  expect(shared).toEqual([['/registry/events/', ['events.', 'events.events.k8s.io']]]);
});
