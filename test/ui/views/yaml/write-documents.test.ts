import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../../src/client/api-error.ts';
import type { DiscoveredResource, Discovery } from '../../../../src/client/discovery.ts';
import type { WriteOutcome, WriteResult } from '../../../../src/ui/state/objects/write-result.ts';
import { problemsOf, readTargets, resultsOf, type Target } from '../../../../src/ui/views/yaml/write-documents.ts';

const served = (group: string, resource: string, kind: string): DiscoveredResource => ({
  ...{ group, version: 'v1', resource, kind, namespaced: true, preferred: true },
  ...{ verbs: [], shortNames: [], categories: [], subresources: [] },
});
const DISCOVERY: Discovery = {
  resources: [
    served('', 'configmaps', 'ConfigMap'),
    served('apiextensions.example.com', 'customresourcedefinitions', 'CustomResourceDefinition'),
  ],
  failed: [],
};

const CONFIG_MAP = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one}\n';
const WIDGET = 'apiVersion: shop.example.com/v1\nkind: Widget\nmetadata: {name: first}\n';
const DEFINITION = `apiVersion: apiextensions.example.com/v1
kind: CustomResourceDefinition
metadata: {name: widgets.shop.example.com}
spec:
  group: shop.example.com
  names: {kind: Widget, plural: widgets}
  versions: [null, {name: v1, served: true}]
`;

const read = (...documents: string[]) => readTargets(documents.join('---\n'), DISCOVERY);

describe('the objects of a text', () => {
  test('are read with their document index', () => {
    expect(read(CONFIG_MAP, '\n', CONFIG_MAP).targets).toMatchObject([
      { document: 0, inside: '', resource: { resource: 'configmaps' } },
      { document: 1, inside: '', resource: { resource: 'configmaps' } },
    ]);
  });

  test('can be of a kind defined anywhere in the text', () => {
    expect(read(WIDGET, DEFINITION).problems).toEqual([]);
    expect(read(DEFINITION, WIDGET).targets.map(({ object }) => object.kind)).toContain('Widget');
    expect(read(WIDGET).problems).toMatchObject([
      { field: 'kind', message: 'The server has no Widget in shop.example.com/v1.' },
    ]);
  });

  test('include the items of a List', () => {
    const items =
      'items:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}\n- {apiVersion: v1, kind: Nothing}\n';
    const { targets, problems } = read(`apiVersion: v1\nkind: List\n${items}`);
    expect(targets).toMatchObject([{ document: 0, inside: 'items[0]', object: { metadata: { name: 'a' } } }]);
    expect(problems).toMatchObject([{ document: 0, field: 'items[1].kind' }]);
  });

  test.each([
    ['', 'The text contains no objects.'],
    ['apiVersion: v1\nkind: List\nitems: []\n', 'The text contains no objects.'],
    ['- a\n', 'Not an object: apiVersion, kind and metadata are required.'],
    ['kind: ConfigMap\n', 'Missing apiVersion.'],
    ['apiVersion: v1\n', 'Missing kind.'],
  ])('cannot be sent: %j', (text, message) => {
    expect(read(text).problems).toMatchObject([{ message }]);
  });
});

describe('the outcome of a write', () => {
  const [target] = read(CONFIG_MAP).targets as [Target];
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code: 409 } as const;
  const failed: WriteOutcome = {
    status: 'failed',
    error: new ApiError({ ...status, message: 'configmaps "one" already exists' }),
    warnings: ['unknown field "data.a"'],
  };

  test('becomes problems at the fields of its object', () => {
    expect(problemsOf(target, failed)).toMatchObject([
      { severity: 'warning', field: 'data.a' },
      { severity: 'error', field: 'metadata.name' },
    ]);
    expect(problemsOf({ ...target, inside: 'items[2]' }, failed).map(({ field }) => field)).toEqual([
      'items[2].data.a',
      'items[2].metadata.name',
    ]);
  });

  test('reports why an object was skipped', () => {
    expect(problemsOf(target, { status: 'skipped', reason: 'Later.' })).toMatchObject([
      { severity: 'info', message: 'Later.' },
    ]);
    expect(problemsOf(target, { status: 'skipped' })).toEqual([]);
  });

  test('is kept until the text is rewritten', () => {
    const results: WriteResult[] = [{ object: target.object, outcome: failed }];
    expect(resultsOf(`${CONFIG_MAP}data: {a: b}\n`, results)).toBe(results);
    expect(resultsOf(`${CONFIG_MAP}data: [\n`, results)).toBe(results);
    expect(resultsOf(WIDGET, results)).toEqual([]);
  });
});
