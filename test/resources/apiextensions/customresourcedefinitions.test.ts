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

  it('drops a webhook without client configuration and review versions from its conversion', async () => {
    const conversion = { strategy: 'None', webhook: {} };
    const stored = await created<CustomResourceDefinition>(customresourcedefinitions, {
      metadata,
      spec: { ...spec, conversion },
    });
    expect(stored.spec.conversion).toEqual({ strategy: 'None' });
  });

  it('rejects a conversion webhook without the strategy Webhook', async () => {
    const webhook = { clientConfig: {}, conversionReviewVersions: ['v1'] };
    const conversion = { strategy: '', webhook };
    const detail = 'should not be set when strategy is not set to Webhook';
    expect(await createErrors(customresourcedefinitions, { metadata, spec: { ...spec, conversion } })).toEqual([
      'spec.conversion.strategy: Required value',
      `spec.conversion.webhookClientConfig: Forbidden: ${detail}`,
      `spec.conversion.conversionReviewVersions: Forbidden: ${detail}`,
    ]);
  });

  it('rejects defaults when unknown fields are preserved', async () => {
    const versions = [version({ a: { type: 'string', default: 'x' } })];
    const preserving = { ...spec, versions, preserveUnknownFields: true };
    expect(await createErrors(customresourcedefinitions, { metadata, spec: preserving })).toContain(
      'spec.preserveUnknownFields: Invalid value: true: must be false in order to use defaults in the schema',
    );
  });

  it('requires its name to be the plural and the group, and rejects generateName', async () => {
    const named = { name: 'coffees.shop.example.com', generateName: 'teas-' };
    const problem = 'must be spec.names.plural+"."+spec.group';
    expect(await createErrors(customresourcedefinitions, { metadata: named, spec })).toEqual([
      `metadata.generateName: Invalid value: "teas-": ${problem}`,
      `metadata.name: Invalid value: "coffees.shop.example.com": ${problem}`,
    ]);
  });

  it('counts only the first of several storage versions with the same name', async () => {
    const found = await createErrors(customresourcedefinitions, {
      metadata,
      spec: { ...spec, versions: [version(), version()] },
    });
    expect(found).toContain('status.storedVersions: Invalid value: []string{"v1"}: must have the storage version v1');
  });

  it('validates the root of a schema against the status subresource of the first version with its name', async () => {
    const other = { ...version(), storage: false, schema: { openAPIV3Schema: { type: 'object', minProperties: 1 } } };
    const withStatus = { ...version(), subresources: { status: {} } };
    const errorsOf = async (name: string) =>
      createErrors(customresourcedefinitions, {
        metadata,
        spec: { ...spec, versions: [withStatus, { ...other, name }] },
      });
    expect(await errorsOf('v2')).toEqual([]);
    expect((await errorsOf('v1')).filter((text) => text.includes('if the status subresource is enabled'))).toHaveLength(
      1,
    );
  });

  it('rejects the removal of a version that may have stored objects', async () => {
    const versions = [{ ...version(), name: 'v2' }];
    const live = await created<CustomResourceDefinition>(customresourcedefinitions, { metadata, spec });
    expect(await updateErrors(customresourcedefinitions, live, { spec: { ...live.spec, versions } })).toEqual([
      'status.storedVersions[0]: Invalid value: "v1": must appear in spec.versions',
    ]);
  });

  it.each<[object, string[]]>([
    [
      { deprecationWarning: 'x' },
      ['spec.versions[0].deprecationWarning: Invalid value: "x": can only be set for deprecated versions'],
    ],
    [
      { deprecated: true, deprecationWarning: '' },
      ['spec.versions[0].deprecationWarning: Invalid value: "": must not be an empty string'],
    ],
    [
      { deprecated: true, deprecationWarning: 'ä\tb' },
      [
        'spec.versions[0].deprecationWarning: Invalid value: "ä\\tb": must only contain printable UTF-8 characters; non-printable character found at index 2',
      ],
    ],
    [
      { name: 'V1', storage: false },
      [
        `spec.versions[0].name: Invalid value: "V1": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')`,
        'spec.versions: Invalid value: []apiextensions.CustomResourceDefinitionVersion{apiextensions.CustomResourceDefinitionVersion{Name:"V1", Served:true, Storage:false, Deprecated:false, DeprecationWarning:(*string)(nil), Schema:(*apiextensions.CustomResourceValidation)(nil), Subresources:(*apiextensions.CustomResourceSubresources)(nil), AdditionalPrinterColumns:[]apiextensions.CustomResourceColumnDefinition(nil)}}: must have exactly one version marked as storage version',
        `spec.version: Invalid value: "V1": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')`,
      ],
    ],
  ])('with a version changed by %j gets the errors %j', async (change, errors) => {
    const versions = [{ ...version(), ...change }];
    const found = await createErrors(customresourcedefinitions, { metadata, spec: { ...spec, versions } });
    expect(found.filter((text) => !text.startsWith('status.storedVersions'))).toEqual(errors);
  });

  it('rejects duplicate conversion review versions', async () => {
    const clientConfig = { url: 'https://example.com' };
    const conversion = { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v2', 'v2'] } };
    expect(await createErrors(customresourcedefinitions, { metadata, spec: { ...spec, conversion } })).toEqual([
      'spec.conversion.conversionReviewVersions[1]: Invalid value: "v2": duplicate version',
      'spec.conversion.conversionReviewVersions: Invalid value: []string{"v2", "v2"}: must include at least one of v1, v1beta1',
    ]);
  });

  it('rejects preserveUnknownFields in favor of the schema extension', async () => {
    expect(
      await createErrors(customresourcedefinitions, { metadata, spec: { ...spec, preserveUnknownFields: true } }),
    ).toEqual([
      'spec.preserveUnknownFields: Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
    ]);
  });

  it.each<[string, (index: number) => object]>([
    ['patterns', (index) => ({ type: 'string', pattern: `(.){0,900}${index}` })],
    [
      'patterns in rules',
      (index) => ({ type: 'string', 'x-kubernetes-validations': [{ rule: `self.matches("(.){0,900}${index}")` }] }),
    ],
  ])('is rejected when its %s take too long to compile', async (_, schemaOf) => {
    const withProperties = (count: number) => {
      const properties = Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`p${index}`, schemaOf(index)]),
      );
      const versions = [{ ...version(), schema: { openAPIV3Schema: { type: 'object', properties } } }];
      return createErrors(customresourcedefinitions, { metadata, spec: { ...spec, versions } });
    };
    expect(await withProperties(1000)).toEqual([
      'spec.versions: Forbidden: the patterns and rules take too long to compile: they exceed the budget of a request',
    ]);
    expect(await withProperties(2)).not.toContainEqual(expect.stringContaining('take too long'));
  });

  it('rejects a conversion webhook when it preserves unknown fields', async () => {
    const webhook = { clientConfig: { url: 'https://example.com' }, conversionReviewVersions: ['v1'] };
    const preserving = { ...spec, preserveUnknownFields: true, conversion: { strategy: 'Webhook', webhook } };
    expect(await createErrors(customresourcedefinitions, { metadata, spec: preserving })).toContain(
      'spec.conversion.strategy: Invalid value: "Webhook": must be None if spec.preserveUnknownFields is true',
    );
  });

  describe('in a group of Kubernetes', () => {
    const community = { ...spec, group: 'shop.k8s.io' };
    const withApproval = (value?: string) => ({
      metadata: {
        name: 'teas.shop.k8s.io',
        ...(value === undefined ? {} : { annotations: { 'api-approved.kubernetes.io': value } }),
      },
      spec: community,
    });
    const ANNOTATION = 'metadata.annotations[api-approved.kubernetes.io]';
    const NEEDED = 'protected groups must have approval annotation "api-approved.kubernetes.io"';
    const POLICY = 'see https://github.com/kubernetes/enhancements/pull/1111';

    it.each<[string | undefined, string[]]>([
      [undefined, [`${ANNOTATION}: Required value: ${NEEDED}, ${POLICY}`]],
      [
        'yes',
        [
          `${ANNOTATION}: Invalid value: "yes": ${NEEDED} with either a URL or a reason starting with "unapproved", ${POLICY}`,
        ],
      ],
      ['https://github.com/kubernetes/kubernetes/pull/1', []],
      ['unapproved, an experiment', []],
    ])('with the approval %j gets the errors %j', async (value, errors) => {
      expect(await createErrors(customresourcedefinitions, withApproval(value))).toEqual(errors);
    });

    it('can be updated without a change of its approval', async () => {
      expect(await updateErrors(customresourcedefinitions, withApproval('yes'), {})).toEqual([]);
      const { metadata: changed } = withApproval('no');
      expect(
        await updateErrors(customresourcedefinitions, withApproval('unapproved'), { metadata: changed }),
      ).toHaveLength(1);
    });
  });
});
