import { describe, expect, test } from 'vitest';
import { clusterDialect, kubernetesDialect } from '../../../src/api/dialect.ts';
import { isRecord } from '../../../src/api/object.ts';
import { definitions } from '../../../src/schema/definitions.ts';
import { resourceRows as rows } from '../../../src/schema/kind-tables.ts';
import { kindDescription } from '../../../src/schema/openapi/kind-descriptions.ts';
import { type DocumentedResource, operationsOf } from '../../../src/schema/openapi/openapi-operations.ts';
import { openApiV2Document } from '../../../src/schema/openapi/openapi-v2.ts';
import { openApiV2Protobuf } from '../../../src/schema/openapi/openapi-v2-protobuf.ts';
import { openApiV3Document, openApiV3Index } from '../../../src/schema/openapi/openapi-v3.ts';

const documented: readonly DocumentedResource[] = rows
  .filter(({ name }) => !name.includes('/'))
  .map(({ group, version, name, kind, namespaced, verbs }) => ({
    group,
    version,
    resource: name,
    kind,
    listKind: `${kind}List`,
    namespaced,
    verbs: new Set(verbs),
    subresources: new Map(
      name === 'deployments'
        ? [
            [
              'scale',
              {
                name: 'scale',
                kind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
                verbs: new Set(['get', 'patch']),
              },
            ],
          ]
        : [],
    ),
  }));
const widgets: DocumentedResource = {
  group: 'example.com',
  version: 'v1',
  resource: 'widgets',
  kind: 'Widget',
  listKind: 'WidgetList',
  namespaced: true,
  verbs: new Set(['get', 'list', 'patch']),
  subresources: new Map(),
  openAPIV3Schema: {
    type: 'object',
    properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
  },
};

function referencesOf(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) referencesOf(item, found);
  else if (isRecord(value)) {
    for (const [key, item] of Object.entries(value)) {
      if (key === '$ref' && typeof item === 'string') found.add(item.slice(item.lastIndexOf('/') + 1));
      else referencesOf(item, found);
    }
  }
  return found;
}

interface Document {
  paths: Record<string, Record<string, Record<string, unknown>>>;
  components: {
    schemas: Record<string, { properties: Record<string, Record<string, unknown>>; description?: string }>;
  };
}
const v3 = (group: string, version: string, dialect = kubernetesDialect): Document =>
  openApiV3Document({ group, version }, [...documented, widgets], dialect) as Document;

describe('OpenAPI 3', () => {
  test('a document defines every schema that it references', () => {
    for (const { group, version } of documented) {
      const document = v3(group, version);
      const missing = [...referencesOf(document)].filter((name) => !document.components.schemas[name]);
      expect(missing).toEqual([]);
    }
  });

  test('patches accept fieldValidation and state their kind', () => {
    const patch = v3('apps', 'v1').paths['/apis/apps/v1/namespaces/{namespace}/deployments/{name}']?.patch;
    expect(patch).toMatchObject({
      'x-kubernetes-action': 'patch',
      'x-kubernetes-group-version-kind': { group: 'apps', kind: 'Deployment', version: 'v1' },
    });
    expect(patch?.parameters).toContainEqual(expect.objectContaining({ name: 'fieldValidation', in: 'query' }));
  });

  test('subresource paths state the kind of their body', () => {
    const scale = v3('apps', 'v1').paths['/apis/apps/v1/namespaces/{namespace}/deployments/{name}/scale'];
    expect(scale?.get?.['x-kubernetes-group-version-kind']).toEqual({
      group: 'autoscaling',
      kind: 'Scale',
      version: 'v1',
    });
  });

  test('fields have merge markers with the names of the dialect', () => {
    const containers = (dialect = kubernetesDialect) =>
      v3('', 'v1', dialect).components.schemas['io.k8s.api.core.v1.PodSpec']?.properties.containers;
    expect(containers()).toMatchObject({
      'x-kubernetes-patch-strategy': 'merge',
      'x-kubernetes-patch-merge-key': 'name',
    });
    expect(containers(clusterDialect)).toMatchObject({ 'x-cluster-patch-merge-key': 'name' });
  });

  test('a custom kind has the schema of its definition and the common members', () => {
    const { schemas } = v3('example.com', 'v1').components;
    expect(Object.keys(schemas['com.example.v1.Widget']?.properties ?? {})).toEqual([
      'spec',
      'apiVersion',
      'kind',
      'metadata',
    ]);
    expect(schemas['com.example.v1.WidgetList']).toBeDefined();
  });

  test('the index lists every document with a hash of its text', () => {
    const index = openApiV3Index(
      new Map([
        ['apis/apps/v1', 'a'],
        ['api/v1', 'b'],
      ]),
    ) as { paths: Record<string, { serverRelativeURL: string }> };
    expect(index.paths['apis/apps/v1']?.serverRelativeURL).toMatch(
      /^\/openapi\/v3\/apis\/apps\/v1\?hash=[0-9A-F]{16}$/,
    );
    expect(index.paths['api/v1']?.serverRelativeURL).not.toBe(index.paths['apis/apps/v1']?.serverRelativeURL);
  });
});

describe('OpenAPI 2', () => {
  const document = openApiV2Document([...documented, widgets], kubernetesDialect);

  test('the document defines every schema that it references', () => {
    expect([...referencesOf(document)].filter((name) => !document.definitions[name])).toEqual([]);
  });

  test('operation ids are unique', () => {
    const ids = [...documented, widgets]
      .flatMap((resource) => operationsOf(resource, kubernetesDialect))
      .map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('the Protobuf form starts with the version and contains every definition', () => {
    const bytes = openApiV2Protobuf(document);
    expect([...bytes.subarray(0, 5)]).toEqual([0x0a, 3, 0x32, 0x2e, 0x30]);
    const text = new TextDecoder().decode(bytes);
    for (const name of Object.keys(document.definitions)) expect(text).toContain(name);
  });
});

test('every kind has a description', () => {
  const kinds = Object.entries(definitions).filter(([, { kinds }]) => kinds);
  expect(kinds.filter(([, definition]) => !kindDescription(definition)).map(([name]) => name)).toEqual([]);
});
