/** A request of the largest accepted size, with the highest cost for its size in its class. */
export interface WorstRequest {
  readonly class: string;
  readonly method: string;
  readonly path: string;
  readonly type: string;
  /** The media type of the answer; JSON by default. */
  readonly accept?: string;
  readonly body: () => string;
  /** The expected status code. */
  readonly status: number;
  /** Part of the answer. */
  readonly message?: string;
  /** True for classes that are also tested against a running host. */
  readonly named?: boolean;
}

const WIDGETS = '/apis/example.com/v1/namespaces/default/widgets';
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const JSON_TYPE = 'application/json';
const YAML_TYPE = 'application/yaml';

const list = (count: number, item: (index: number) => unknown): unknown[] =>
  Array.from({ length: count }, (_, index) => item(index));

const widget = (spec: unknown): string =>
  JSON.stringify({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'worst' }, spec });

const ofWidget = (name: string, spec: () => unknown, status: number, message?: string): WorstRequest => ({
  class: name,
  method: 'POST',
  path: `${WIDGETS}?dryRun=All`,
  type: JSON_TYPE,
  body: () => widget(spec()),
  status,
  ...(message === undefined ? {} : { message }),
});

const ofConfigMap = (name: string, body: () => string, status: number, type = YAML_TYPE): WorstRequest => ({
  class: name,
  method: 'POST',
  path: `${CONFIG_MAPS}?dryRun=All`,
  type,
  body,
  status,
});

const patch = (name: string, type: string, body: () => string, status: number, message?: string): WorstRequest => ({
  class: name,
  method: 'PATCH',
  path: `${WIDGETS}/stored?dryRun=All${type.includes('apply') ? '&fieldManager=test&force=true' : ''}`,
  type,
  body,
  status,
  ...(message === undefined ? {} : { message }),
});

/** The definition of widgets, with a field for each expensive keyword. */
export const WIDGET_DEFINITION = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: {
                  counted: { type: 'string', pattern: '^(?:(?:a|b|ab|ba){1,30}c?){1,30}$' },
                  choices: { type: 'array', items: { type: 'string', enum: list(5000, (index) => `choice-${index}`) } },
                  set: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
                  keyed: {
                    type: 'array',
                    'x-kubernetes-list-type': 'map',
                    'x-kubernetes-list-map-keys': ['name'],
                    items: {
                      type: 'object',
                      required: ['name'],
                      properties: { name: { type: 'string' }, value: { type: 'integer', default: 1 } },
                    },
                  },
                  numbers: { type: 'array', items: { type: 'integer', maximum: 10 } },
                  formats: { type: 'array', items: { type: 'string', format: 'duration' } },
                  email: { type: 'string', format: 'email' },
                  duration: { type: 'string', format: 'duration' },
                  hostname: { type: 'string', format: 'uri' },
                  alternatives: {
                    type: 'array',
                    items: {
                      type: 'object',
                      properties: { a: { type: 'integer' }, b: { type: 'integer' } },
                      oneOf: list(50, (index) => ({ properties: { a: { minimum: index } }, required: ['b'] })),
                    },
                  },
                  defaulted: {
                    type: 'array',
                    items: {
                      type: 'object',
                      properties: {
                        a: {
                          type: 'object',
                          default: {},
                          properties: { b: { type: 'array', items: { type: 'integer' }, default: list(100, Number) } },
                        },
                      },
                    },
                  },
                  ruled: {
                    type: 'array',
                    maxItems: 300,
                    items: { type: 'string', maxLength: 20 },
                    'x-kubernetes-validations': [{ rule: 'self.all(x, self.exists_one(y, x == y))' }],
                  },
                  free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
                },
              },
            },
          },
        },
      },
    ],
  },
};

export const STORED_WIDGET = {
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name: 'stored' },
  spec: { set: ['a'], free: { list: list(1000, Number) } },
};

const nested = (depth: number, open: string, close: string): string => open.repeat(depth) + close.repeat(depth);

const bigConfigMap = (): string =>
  JSON.stringify({
    metadata: { name: 'a' },
    data: Object.fromEntries(list(150_000, (index) => [`k${index}`, 'v']) as [string, string][]),
  });

/** The worst request of each class. */
export const WORST_REQUESTS: readonly WorstRequest[] = [
  { ...ofWidget('pattern of counted alternations', () => ({ counted: 'ab'.repeat(100_000) }), 422), named: true },
  {
    ...ofWidget('enum of 5,000 values on 100,000 items', () => ({ choices: list(100_000, () => 'choice-4999') }), 201),
    named: true,
  },
  ofWidget('enum with 10,000 wrong items', () => ({ choices: list(10_000, () => 'wrong') }), 422),
  {
    ...ofWidget('set of 100,000 items', () => ({ set: list(100_000, (index) => `item-${index}`) }), 201),
    named: true,
  },
  ofWidget('set with 100,000 equal items', () => ({ set: list(100_000, () => 'same') }), 422),
  ofWidget('keyed list of 60,000 items', () => ({ keyed: list(60_000, (index) => ({ name: `n${index}` })) }), 201),
  ofWidget('500,000 numbers that are too large', () => ({ numbers: list(500_000, () => 11) }), 422),
  ofWidget('100,000 durations', () => ({ formats: list(100_000, () => '1h1m1s') }), 201),
  ofWidget('an e-mail address of 2 MB', () => ({ email: '@'.repeat(2_000_000) }), 422),
  ofWidget('a duration of 2 MB', () => ({ duration: '1'.repeat(2_000_000) }), 422),
  ofWidget('50 alternatives on 50,000 items', () => ({ alternatives: list(50_000, () => ({ a: 1, b: 1 })) }), 422),
  ofWidget('defaults of 100 numbers in 200,000 items', () => ({ defaulted: list(200_000, () => ({})) }), 413),
  ofWidget('a quadratic rule on 300 items', () => ({ ruled: list(300, (index) => `r${index}`) }), 201),
  ofWidget(
    '300,000 unknown fields',
    () => Object.fromEntries(list(200_000, (index) => [`u${index}`, 1]) as [string, number][]),
    201,
  ),
  ofWidget(
    '200,000 free fields',
    () => ({ free: Object.fromEntries(list(200_000, (index) => [`u${index}`, 1]) as [string, number][]) }),
    201,
  ),
  {
    ...ofConfigMap(
      '100 kB scalar with 5,000 aliases',
      () =>
        `metadata: {name: a}\ndata:\n  a: &a ${'x'.repeat(100_000)}\n${list(5000, (index) => `  b${index}: *a\n`).join('')}`,
      400,
    ),
    named: true,
  },
  ofConfigMap(
    'number of 100 kB with 5,000 aliases',
    () =>
      `metadata: {name: a}\ndata:\n  a: &a ${'1'.repeat(100_000)}\n${list(5000, (index) => `  b${index}: *a\n`).join('')}`,
    400,
  ),
  ofConfigMap('400,000 aliases of a small mapping', () => `a: &a {b: c}\nd:\n${'- *a\n'.repeat(400_000)}`, 400),
  ofConfigMap('300,000 anchors', () => `a:\n${list(250_000, (index) => `- &a${index} 1\n`).join('')}`, 422),
  ofConfigMap(
    'merge keys in merge keys',
    () => `a: &a {${list(1000, (index) => `k${index}: 1`).join(', ')}}\nb:\n${'- <<: [*a, *a, *a]\n'.repeat(50_000)}`,
    400,
  ),
  ofConfigMap(
    'a plain scalar of 3 MB in lines',
    () => `metadata: {name: a}\ndata:\n  a: ${'x y z\n    '.repeat(280_000)}`,
    422,
  ),
  ofConfigMap(
    'a quoted scalar of 3 MB of escapes',
    () => `metadata: {name: a}\ndata:\n  a: "${'\\u0041'.repeat(480_000)}"`,
    201,
  ),
  ofConfigMap(
    'a block scalar of 500,000 lines',
    () => `metadata: {name: a}\ndata:\n  a: |\n${'    x\n'.repeat(480_000)}`,
    201,
  ),
  ofConfigMap('a YAML number of 2 MB', () => `metadata: {name: a}\ndata:\n  a: ${'1'.repeat(2_000_000)}`, 422),
  ofConfigMap('a YAML number of base 60', () => `metadata: {name: a}\ndata:\n  a: 1${':59'.repeat(700_000)}`, 422),
  ofConfigMap(
    'a YAML binary of 2 MB',
    () => `metadata: {name: a}\ndata:\n  a: !!binary ${'QUFB'.repeat(500_000)}`,
    422,
  ),
  ofConfigMap('flow sequences 100,000 deep', () => nested(100_000, '[', ']'), 400),
  ofConfigMap('block sequences 10,000 deep', () => `${'- '.repeat(10_000)}1`, 400),
  ofConfigMap('300,000 duplicate keys in YAML', () => `data:\n${'  a: b\n'.repeat(300_000)}`, 422),
  ofConfigMap('JSON 1,000,000 deep', () => nested(1_000_000, '[', ']'), 400, JSON_TYPE),
  ofConfigMap('JSON objects 300,000 deep', () => nested(300_000, '{"a":', '}').replace('}', '1}'), 400, JSON_TYPE),
  ofConfigMap('JSON number of 2 MB', () => `{"data":{"a":${'1'.repeat(2_000_000)}}}`, 400, JSON_TYPE),
  ofConfigMap(
    '300,000 duplicate keys in JSON',
    () => `{"metadata":{"name":"a"},"data":{${'"a":"b",'.repeat(300_000)}"b":"c"}}`,
    201,
    JSON_TYPE,
  ),
  ofConfigMap(
    '600,000 unknown fields of a known kind',
    () => `{"metadata":{"name":"a"},${list(200_000, (index) => `"f${index}":1`).join(',')}}`,
    201,
    JSON_TYPE,
  ),
  ofConfigMap(
    '200,000 labels',
    () => `{"metadata":{"name":"a","labels":{${list(150_000, (index) => `"l${index}":"!"`).join(',')}}}}`,
    422,
    JSON_TYPE,
  ),
  ofConfigMap(
    '100,000 owner references',
    () =>
      JSON.stringify({
        metadata: {
          name: 'a',
          ownerReferences: list(30_000, (index) => ({
            apiVersion: 'v1',
            kind: 'Pod',
            name: `p${index}`,
            uid: `${index}`,
          })),
        },
      }),
    201,
    JSON_TYPE,
  ),
  ofConfigMap(
    '200,000 finalizers',
    () => JSON.stringify({ metadata: { name: 'a', finalizers: list(150_000, (index) => `e.com/f${index}`) } }),
    201,
    JSON_TYPE,
  ),
  ofConfigMap(
    'managed fields of 2 MB',
    () =>
      JSON.stringify({
        metadata: {
          name: 'a',
          managedFields: list(20_000, (index) => ({
            manager: `m${index}`,
            operation: 'Update',
            apiVersion: 'v1',
            fieldsType: 'FieldsV1',
            fieldsV1: { 'f:data': { [`f:a${index}`]: {} } },
          })),
        },
      }),
    201,
    JSON_TYPE,
  ),
  { ...ofConfigMap('150,000 keys, answered in YAML', bigConfigMap, 201, JSON_TYPE), accept: YAML_TYPE },
  {
    ...ofConfigMap('150,000 keys, answered in Protobuf', bigConfigMap, 201, JSON_TYPE),
    accept: 'application/vnd.kubernetes.protobuf',
  },
  {
    ...ofConfigMap(
      'options of a delete with 200,000 keys in YAML',
      () => list(200_000, (index) => `k${index}: 1\n`).join(''),
      404,
    ),
    method: 'DELETE',
    path: `${CONFIG_MAPS}/absent`,
  },
  ofConfigMap(
    'an integer of 2 MB',
    () => `{"metadata":{"name":"a","generation":${'1'.repeat(2_000_000)}}}`,
    400,
    JSON_TYPE,
  ),
  {
    ...ofConfigMap(
      'a quantity of 2 MB',
      () => `{"metadata":{"name":"a"},"spec":{"hard":{"cpu":"${'1'.repeat(2_000_000)}"}}}`,
      400,
      JSON_TYPE,
    ),
    path: '/api/v1/namespaces/default/resourcequotas?dryRun=All',
  },
  patch(
    'JSON patch of 10,000 operations',
    'application/json-patch+json',
    () => JSON.stringify(list(10_000, () => ({ op: 'add', path: '/spec/free/list/0', value: 1 }))),
    200,
  ),
  patch(
    'JSON patch that copies and doubles',
    'application/json-patch+json',
    () => JSON.stringify(list(40, (index) => ({ op: 'copy', from: '/spec', path: `/spec/free/c${index}` }))),
    422,
  ),
  patch(
    'JSON patch with a huge index',
    'application/json-patch+json',
    () => JSON.stringify([{ op: 'add', path: '/spec/set/999999999', value: 'x' }]),
    422,
  ),
  patch(
    'merge patch of 300,000 nulls',
    'application/merge-patch+json',
    () => `{"spec":{"free":{${list(200_000, (index) => `"n${index}":null`).join(',')}}}}`,
    200,
  ),
  patch(
    'merge patch 100,000 deep',
    'application/merge-patch+json',
    () => `{"spec":{"free":${nested(100_000, '{"a":', '}').replace('}', '1}')}}}`,
    400,
  ),
  patch(
    'apply of a set of 100,000 items',
    'application/apply-patch+yaml',
    () =>
      JSON.stringify({
        apiVersion: 'example.com/v1',
        kind: 'Widget',
        metadata: { name: 'stored' },
        spec: { set: list(100_000, (index) => `i${index}`) },
      }),
    200,
  ),
  patch(
    'apply of a keyed list of 50,000 items',
    'application/apply-patch+yaml',
    () =>
      JSON.stringify({
        apiVersion: 'example.com/v1',
        kind: 'Widget',
        metadata: { name: 'stored' },
        spec: { keyed: list(50_000, (index) => ({ name: `i${index}` })) },
      }),
    200,
  ),
  patch(
    'apply of equal items',
    'application/apply-patch+yaml',
    () =>
      JSON.stringify({
        apiVersion: 'example.com/v1',
        kind: 'Widget',
        metadata: { name: 'stored' },
        spec: { set: list(100_000, () => 'i') },
      }),
    500,
  ),
];
