import { describe, expect, test } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import { customSchemas } from '../../../src/schema/openapi/openapi-custom.ts';
import type { DocumentedResource } from '../../../src/schema/openapi/openapi-operations.ts';

const widgets: DocumentedResource = {
  group: 'shop.example.com',
  version: 'v1',
  resource: 'widgets',
  kind: 'Widget',
  listKind: 'WidgetList',
  namespaced: true,
  verbs: new Set(['get', 'list']),
  subresources: new Map(),
  openAPIV3Schema: {
    description: 'Something that is sold.',
    type: 'object',
    properties: {
      size: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
      note: { type: 'string', nullable: true },
      free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { a: { type: 'string' } } },
      tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
    },
  },
};
const schemasOf = (version: 2 | 3) => Object.fromEntries(customSchemas(widgets, version, kubernetesDialect));

describe('a custom kind in OpenAPI documents', () => {
  test('has the schema of its definition plus the common members in OpenAPI 3', () => {
    const schemas = schemasOf(3);
    const widget = schemas['com.example.shop.v1.Widget'];
    expect(widget).toMatchObject({
      description: 'Something that is sold.',
      type: 'object',
      properties: {
        ...(widgets.openAPIV3Schema?.properties as object),
        kind: { type: 'string' },
        metadata: { allOf: [{ $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' }] },
      },
      'x-kubernetes-group-version-kind': [{ group: 'shop.example.com', version: 'v1', kind: 'Widget' }],
    });
    expect(schemas['com.example.shop.v1.WidgetList']).toMatchObject({
      properties: { items: { items: { $ref: '#/components/schemas/com.example.shop.v1.Widget' } } },
    });
  });

  test('loses the keywords that OpenAPI 2 lacks without rejecting valid values', () => {
    expect(schemasOf(2)['com.example.shop.v1.Widget']?.properties).toMatchObject({
      size: { 'x-kubernetes-int-or-string': true },
      note: {},
      free: { 'x-kubernetes-preserve-unknown-fields': true },
      tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
      metadata: { $ref: '#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
    });
    expect(JSON.stringify(schemasOf(2))).not.toMatch(/anyOf|nullable|"a":/);
  });

  test('is a bare object in OpenAPI 2 when its root preserves unknown fields', () => {
    const openAPIV3Schema = { ...widgets.openAPIV3Schema, 'x-kubernetes-preserve-unknown-fields': true };
    const schemas = Object.fromEntries(customSchemas({ ...widgets, openAPIV3Schema }, 2, kubernetesDialect));
    expect(schemas['com.example.shop.v1.Widget']).toEqual({
      type: 'object',
      'x-kubernetes-group-version-kind': [{ group: 'shop.example.com', version: 'v1', kind: 'Widget' }],
    });
  });

  test('does not require members that may be null in OpenAPI 2', () => {
    const openAPIV3Schema = { ...widgets.openAPIV3Schema, required: ['note', 'tags'] };
    const schemas = Object.fromEntries(customSchemas({ ...widgets, openAPIV3Schema }, 2, kubernetesDialect));
    expect(schemas['com.example.shop.v1.Widget']).toMatchObject({ required: ['tags'] });
  });
});
