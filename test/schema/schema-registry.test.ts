import { describe, expect, test } from 'vitest';
import { clusterDialect, kubernetesDialect } from '../../src/api/dialect.ts';
import type { Field, StructSchema } from '../../src/schema/schema.ts';
import { createSchemaRegistry } from '../../src/schema/schema-registry.ts';

const registry = createSchemaRegistry(kubernetesDialect);
function field(definition: string, name: string): Field | undefined {
  const schema = registry.definition(definition);
  return schema?.kind === 'struct' ? schema.fields.get(name) : undefined;
}

describe('the schemas of the built-in kinds', () => {
  test('are found by their names in the dialect', () => {
    const role = { version: 'v1', kind: 'Role' };
    expect(registry.schemaOf({ ...role, group: 'rbac.authorization.k8s.io' })?.name).toBe('rbac.v1.Role');
    expect(
      createSchemaRegistry(clusterDialect).schemaOf({ ...role, group: 'rbac.authorization.cluster.io' })?.name,
    ).toBe('rbac.v1.Role');
    expect(registry.schemaOf({ ...role, group: 'rbac.authorization.cluster.io' })).toBeUndefined();
  });

  test.each([
    ['core.v1.PodSpec', 'containers', 'map', ['name']],
    ['core.v1.Container', 'ports', 'map', ['containerPort', 'protocol']],
    ['meta.v1.ObjectMeta', 'ownerReferences', 'map', ['uid']],
    ['meta.v1.ObjectMeta', 'finalizers', 'set', []],
    ['core.v1.Container', 'args', 'atomic', []],
    ['core.v1.PodSpec', 'tolerations', 'atomic', []],
  ])('%s.%s is a list of type %s', (definition, name, listType, listMapKeys) => {
    expect(field(definition, name)?.schema).toMatchObject({ kind: 'list', listType, listMapKeys });
  });

  test('port protocols have a default', () => {
    expect(field('core.v1.ContainerPort', 'protocol')?.schema.default).toBe('TCP');
  });

  test('a definition can contain itself', () => {
    const schema = registry.definition('apiextensions.v1.JSONSchemaProps');
    expect(field('apiextensions.v1.JSONSchemaProps', 'not')?.schema).toBe(schema);
  });
});

test('custom kinds can be added and removed', () => {
  const widget = { group: 'example.com', version: 'v1', kind: 'Widget' };
  const schema: StructSchema = { kind: 'struct', fields: new Map(), mapType: 'granular' };
  registry.add(widget, schema);
  expect(registry.schemaOf(widget)).toBe(schema);
  registry.remove(widget);
  expect(registry.schemaOf(widget)).toBeUndefined();
});
