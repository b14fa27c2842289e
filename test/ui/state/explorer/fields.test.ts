import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../../src/client/api-client.ts';
import type { Cluster } from '../../../../src/hosts/core.ts';
import { createCluster } from '../../../../src/hosts/create-cluster.ts';
import {
  fieldAt,
  kindSchema,
  type Schema,
  type Schemas,
  schemasOf,
} from '../../../../src/kubectl/explanation/schema-fields.ts';
import { allFields, factsOf, fieldsBelow, searchFields } from '../../../../src/ui/state/explorer/fields.ts';

const DEPLOYMENT = { group: 'apps', version: 'v1', kind: 'Deployment' };

describe('the fields of the API explorer', () => {
  let cluster: Cluster;
  let client: ApiClient;
  let schemas: Schemas;
  let deployment: Schema;

  beforeAll(async () => {
    cluster = await createCluster({ dialect: 'kubernetes', controllers: false });
    client = cluster.client;
    schemas = await schemasOf(client, 'apps', 'v1');
    deployment = kindSchema(schemas, DEPLOYMENT) ?? {};
  });
  afterAll(() => cluster.close());

  it('are listed with required ones first, their types and descriptions', () => {
    const spec = fieldAt(schemas, deployment, ['spec']).field;
    const fields = fieldsBelow(schemas, spec);
    expect(fields.slice(0, 3).map(({ name, isRequired }) => [name, isRequired])).toEqual([
      ['selector', true],
      ['template', true],
      ['minReadySeconds', false],
    ]);
    expect(fields.find(({ name }) => name === 'template')).toMatchObject({ type: 'PodTemplateSpec', hasFields: true });
    expect(fields.every(({ description }) => description !== '')).toBe(true);
  });

  it('of other types are found along references, lists and maps', () => {
    const path = ['spec', 'template', 'spec', 'containers', 'resources', 'limits'];
    expect(fieldAt(schemas, deployment, path).missing).toBeUndefined();
    expect(fieldAt(schemas, deployment, ['spec', 'nothing'])).toMatchObject({ missing: 'nothing' });
    expect(fieldAt(schemas, deployment, ['spec', 'template', 'spec', 'containers', 'name']).isRequired).toBe(true);
  });

  it('say what their values may be', () => {
    expect(factsOf({ default: 3, minimum: 1, maximum: 5 })).toEqual(['Default: 3', 'At least 1', 'At most 5']);
    expect(factsOf({ enum: ['red', 'blue'], pattern: '^r' })).toEqual(['One of "red", "blue"', 'Pattern: ^r']);
    expect(factsOf({ default: {} })).toEqual([]);
    expect(fieldAt(schemas, deployment, ['spec', 'selector']).field.description).toContain('cannot change');
    expect(factsOf(fieldAt(schemas, deployment, ['spec', 'selector']).field)).toContain('Immutable');
    const rule = { 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] };
    expect(factsOf(rule as Schema)).toEqual(['Immutable']);
  });

  it('of a kind are all found by a search, whose best match has the word as its name', () => {
    const all = allFields(schemas, deployment, { resource: 'deployments.apps', kind: 'Deployment' });
    expect(all.length).toBeGreaterThan(500);
    expect(searchFields(all, 'replicas')[0]?.path).toBe('spec.replicas');
    expect(searchFields(all, 'probe period')[0]?.path).toMatch(/Probe\.periodSeconds$/);
    expect(searchFields(all, 'deployment maxSurge').map(({ path }) => path)).toEqual([
      'spec.strategy.rollingUpdate.maxSurge',
    ]);
    expect(searchFields(all, 'no-such-word')).toEqual([]);
    expect(searchFields(all, '  ')).toEqual([]);
  });

  it('of types inside themselves end', async () => {
    const definitions = await schemasOf(client, 'apiextensions.k8s.io', 'v1');
    const kind = 'CustomResourceDefinition';
    const root = kindSchema(definitions, { group: 'apiextensions.k8s.io', version: 'v1', kind }) ?? {};
    const all = allFields(definitions, root, { resource: 'customresourcedefinitions', kind });
    const schema = 'spec.versions.schema.openAPIV3Schema';
    expect(all.filter(({ path }) => path === `${schema}.properties`)).toHaveLength(1);
    expect(all.some(({ path }) => path.startsWith(`${schema}.properties.`))).toBe(false);
  });
});
