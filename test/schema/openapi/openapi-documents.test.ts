import { describe, expect, test } from 'vitest';
import { clusterDialect, kubernetesDialect } from '../../../src/api/dialect.ts';
import { isRecord } from '../../../src/api/object.ts';
import { resourceRows as rows } from '../../../src/schema/kind-tables.ts';
import type { Descriptions } from '../../../src/schema/openapi/descriptions.ts';
import { type DocumentedResource, operationsOf } from '../../../src/schema/openapi/openapi-operations.ts';
import { openApiV2Document } from '../../../src/schema/openapi/openapi-v2.ts';
import { openApiV2Protobuf } from '../../../src/schema/openapi/openapi-v2-protobuf.ts';
import { openApiV3Document, openApiV3Index } from '../../../src/schema/openapi/openapi-v3.ts';
import { openApiV3Protobuf } from '../../../src/schema/openapi/openapi-v3-protobuf.ts';

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
const v3 = (group: string, version: string, dialect = kubernetesDialect, descriptions: Descriptions = {}): Document =>
  openApiV3Document(
    [...documented, widgets].filter((resource) => resource.group === group && resource.version === version),
    dialect,
    descriptions,
  ) as Document;

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
  const document = openApiV2Document([...documented, widgets], kubernetesDialect, {});

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

describe('descriptions', () => {
  const descriptions: Descriptions = {
    core: {
      Pod: { fields: { spec: 'What the pod runs.' } },
      PodSpec: { about: 'How a pod runs.', fields: { affinity: 'Where it runs.', hostname: 'Its host name.' } },
    },
    meta: { ObjectMeta: { about: 'Metadata.', fields: { name: 'Name of the object.' } } },
    api: { Quantity: { about: 'A number.' } },
    flowcontrol: {
      QueuingConfiguration: { about: 'Queues.', fields: { queues: 'Number of queues.' } },
      'v1beta2.QueuingConfiguration': { fields: { queues: 'Number of queues in v1beta2.' } },
    },
  };

  test.each([2, 3] as const)('document types, fields and references in OpenAPI %i', (version) => {
    const schemas =
      version === 2
        ? openApiV2Document(documented, kubernetesDialect, descriptions).definitions
        : v3('', 'v1', kubernetesDialect, descriptions).components.schemas;
    const target = { $ref: `#/${version === 2 ? 'definitions' : 'components/schemas'}/io.k8s.api.core.v1.Affinity` };
    expect(schemas['io.k8s.api.core.v1.PodSpec']).toMatchObject({
      description: 'How a pod runs.',
      properties: {
        hostname: { type: 'string', description: 'Its host name.' },
        affinity: { description: 'Where it runs.', ...(version === 2 ? target : { allOf: [target] }) },
      },
    });
    expect(schemas['io.k8s.apimachinery.pkg.api.resource.Quantity']?.description).toBe('A number.');
  });

  test('a text for one kind overrides the text that all kinds share', () => {
    const { properties } =
      v3('', 'v1', kubernetesDialect, descriptions).components.schemas['io.k8s.api.core.v1.Pod'] ?? {};
    expect(properties?.spec?.description).toBe('What the pod runs.');
    expect(properties?.status?.description).toBe('The most recently observed state.');
  });

  test('versions share texts unless a text is for one version', () => {
    const textIn = (version: string) =>
      v3('flowcontrol.apiserver.k8s.io', version, kubernetesDialect, descriptions).components.schemas[
        `io.k8s.api.flowcontrol.${version}.QueuingConfiguration`
      ];
    expect(textIn('v1beta3')).toMatchObject({
      description: 'Queues.',
      properties: { queues: { description: 'Number of queues.' } },
    });
    expect(textIn('v1beta2')).toMatchObject({
      description: 'Queues.',
      properties: { queues: { description: 'Number of queues in v1beta2.' } },
    });
  });

  test('a custom resource keeps the texts of its author, and its metadata has the built-in texts', () => {
    const described = {
      ...widgets,
      openAPIV3Schema: {
        type: 'object',
        description: 'A widget.',
        properties: { spec: { type: 'object', description: 'What is wanted from k8s.io.' } },
      },
    };
    const document = openApiV3Document([described], clusterDialect, descriptions);
    const { schemas } = (document as Document).components;
    expect(schemas['com.example.v1.Widget']).toMatchObject({
      description: 'A widget.',
      properties: { spec: { description: 'What is wanted from k8s.io.' } },
    });
    expect(schemas['io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta']).toMatchObject({
      description: 'Metadata.',
      properties: { name: { description: 'Name of the object.' } },
    });
  });

  test.each([2, 3] as const)('the Protobuf form of OpenAPI %i has the descriptions', (version) => {
    const bytes =
      version === 2
        ? openApiV2Protobuf(openApiV2Document(documented, kubernetesDialect, descriptions))
        : openApiV3Protobuf(v3('', 'v1', kubernetesDialect, descriptions));
    const text = new TextDecoder().decode(bytes);
    for (const part of ['How a pod runs.', 'Its host name.', 'Where it runs.', 'A number.'])
      expect(text).toContain(part);
  });
});
