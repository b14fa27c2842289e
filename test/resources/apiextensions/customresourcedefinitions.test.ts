import { describe, expect, it } from 'vitest';
import { clusterDialect } from '../../../src/api/dialect.ts';
import type { CustomResourceDefinition } from '../../../src/api/kinds/apiextensions-v1.generated.ts';
import { customresourcedefinitions } from '../../../src/resources/apiextensions/customresourcedefinitions.ts';
import { created, createErrors, strategyContext, updateErrors } from '../run-strategy.ts';

const schema = (properties: object) => ({ openAPIV3Schema: { type: 'object', properties } });
const version = (properties: object = {}) => ({ name: 'v1', served: true, storage: true, schema: schema(properties) });
const spec = {
  group: 'shop.example.com',
  scope: 'Namespaced',
  names: { plural: 'teas', kind: 'Tea' },
  versions: [version()],
};
const metadata = { name: 'teas.shop.example.com' };
const PATH = 'spec.validation.openAPIV3Schema.properties[a]';

describe('a custom resource definition', () => {
  it('derives missing names, and records stored versions', async () => {
    const stored = await created<CustomResourceDefinition>(customresourcedefinitions, { metadata, spec });
    expect(stored.spec.names).toMatchObject({ singular: 'tea', listKind: 'TeaList' });
    expect(stored.spec.conversion).toEqual({ strategy: 'None' });
    expect(stored.status?.storedVersions).toEqual(['v1']);
  });

  it.each([
    [
      { group: 'shop' },
      [
        'metadata.name: Invalid value: "teas.shop.example.com": must be spec.names.plural+"."+spec.group',
        'spec.group: Invalid value: "shop": should be a domain with at least one dot',
      ],
    ],
    [{ scope: 'World' }, ['spec.scope: Unsupported value: "World": supported values: "Cluster", "Namespaced"']],
    [
      { names: { ...spec.names, listKind: 'Tea' } },
      ['spec.names.listKind: Invalid value: "Tea": kind and listKind may not be the same'],
    ],
    [
      { conversion: { strategy: 'Webhook' } },
      [
        'spec.conversion.webhookClientConfig: Required value: required when strategy is set to Webhook',
        'spec.conversion.conversionReviewVersions: Required value',
      ],
    ],
    [
      { versions: [{ ...version(), additionalPrinterColumns: [{ name: 'Age', type: 'time', jsonPath: '.a' }] }] },
      [
        'spec.additionalPrinterColumns[0].type: Invalid value: "time": must be one of boolean,date,integer,number,string',
      ],
    ],
    [
      {
        versions: [
          {
            ...version(),
            subresources: { scale: { specReplicasPath: '.replicas', statusReplicasPath: '.status.replicas' } },
          },
        ],
      },
      ['spec.subresources.scale.specReplicasPath: Invalid value: ".replicas": should be a json path under .spec'],
    ],
  ])('with %j gets the errors %j', async (change, errors) => {
    expect(await createErrors(customresourcedefinitions, { metadata, spec: { ...spec, ...change } })).toEqual(errors);
  });

  it.each([
    [{}, `${PATH}.type: Required value: must not be empty for specified object fields`],
    [
      { type: 'list' },
      `${PATH}.type: Unsupported value: "list": supported values: "array", "boolean", "integer", "number", "object", "string"`,
    ],
    [{ type: 'array', items: {} }, `${PATH}.items.type: Required value: must not be empty for specified array items`],
    [
      { type: 'array', uniqueItems: true, items: { type: 'string' } },
      `${PATH}.uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic`,
    ],
    [
      { type: 'object', anyOf: [{ type: 'object' }] },
      `${PATH}.anyOf[0].type: Forbidden: must be empty to be structural`,
    ],
    [
      { type: 'string', 'x-kubernetes-list-type': 'set' },
      `${PATH}.type: Invalid value: "string": must be array if x-kubernetes-list-type is specified`,
    ],
    [
      { type: 'array', items: { type: 'object' }, 'x-kubernetes-list-type': 'map' },
      `${PATH}.x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map`,
    ],
  ])('with a schema %j is rejected: %s', async (a, error) => {
    expect(
      await createErrors(customresourcedefinitions, { metadata, spec: { ...spec, versions: [version({ a })] } }),
    ).toEqual([error]);
  });

  it('may have int-or-string fields', async () => {
    const a = { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] };
    expect(
      await createErrors(customresourcedefinitions, { metadata, spec: { ...spec, versions: [version({ a })] } }),
    ).toEqual([]);
  });

  it('names schema extensions in the dialect', async () => {
    const a = { type: 'string', 'x-cluster-map-type': 'atomic' };
    expect(
      await createErrors(
        customresourcedefinitions,
        { metadata, spec: { ...spec, versions: [version({ a })] } },
        clusterDialect,
      ),
    ).toEqual([`${PATH}.type: Invalid value: "string": must be object if x-cluster-map-type is specified`]);
  });

  it('reports errors of differing versions at their paths', async () => {
    const versions = [version(), { ...version({ a: {} }), name: 'v2', storage: false }];
    expect(await createErrors(customresourcedefinitions, { metadata, spec: { ...spec, versions } })).toEqual([
      'spec.versions[1].schema.openAPIV3Schema.properties[a].type: Required value: must not be empty for specified object fields',
    ]);
  });

  it('lists the storage version when its status has none', async () => {
    const live = await created<CustomResourceDefinition>(customresourcedefinitions, { metadata, spec });
    const emptied = { ...live, status: { ...live.status, storedVersions: [] } };
    customresourcedefinitions.strategy?.setDefaults?.(emptied, strategyContext());
    expect(emptied.status.storedVersions).toEqual(['v1']);
  });

  it('keeps a version that may have stored objects', async () => {
    const versions = [{ ...version(), name: 'v2' }];
    const live = await created<CustomResourceDefinition>(customresourcedefinitions, { metadata, spec });
    expect(await updateErrors(customresourcedefinitions, live, { spec: { ...live.spec, versions } })).toEqual([
      'status.storedVersions[0]: Invalid value: "v1": must appear in spec.versions',
    ]);
  });
});
