import { expect, test } from 'vitest';
import { kubernetesDialect } from '../../src/api/dialect.ts';
import { canonical } from '../../src/schema/canonical.ts';
import { createSchemaRegistry } from '../../src/schema/schema-registry.ts';
import { recordedObjects } from './recorded-objects.ts';

test('every recorded object of a built-in kind stays unchanged, including the order of its members', () => {
  const registry = createSchemaRegistry(kubernetesDialect);
  const differing: { place: string; kind: string; recorded: string; written: string }[] = [];
  let checked = 0;
  for (const { place, object, ...gvk } of recordedObjects()) {
    const schema = registry.schemaOf(gvk);
    if (!schema) continue;
    checked += 1;
    const [recorded, written] = [JSON.stringify(object), JSON.stringify(canonical(object, schema))];
    if (recorded !== written) differing.push({ place, kind: gvk.kind, recorded, written });
  }
  expect(differing).toEqual([]);
  expect(checked).toBeGreaterThan(1000);
});
