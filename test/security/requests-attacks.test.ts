import { beforeAll, describe, expect, it, vi } from 'vitest';
import { utf8Bytes } from '../../src/api/encoding/utf8.ts';
import { createWholeServer } from '../server/whole-server.ts';
import { STORED_WIDGET, WIDGET_DEFINITION } from './worst-requests.ts';

const DEFAULT = '/api/v1/namespaces/default';
const CONFIG_MAPS = `${DEFAULT}/configmaps`;
const WIDGETS = '/apis/example.com/v1/namespaces/default/widgets';
const STORED = `${WIDGETS}/stored`;
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const DRY_RUN = '?dryRun=All';
const JSON_TYPE = 'application/json';
const YAML_TYPE = 'application/yaml';
const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const JSON_PATCH = 'application/json-patch+json';
const MERGE_PATCH = 'application/merge-patch+json';
const APPLY = 'application/apply-patch+yaml';

/** The attack, its request, and the expected answer. */
interface Attack {
  readonly what: string;
  readonly method: string;
  readonly path: string;
  readonly type?: string;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly status: number;
  readonly message: string;
}

type Row = readonly [what: string, body: unknown, status: number, message: string];

const text = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

const sentTo =
  (method: string, path: string, type: string) =>
  ([what, body, status, message]: Row): Attack => ({
    what,
    method,
    path,
    type,
    body: body instanceof Uint8Array ? (body as Uint8Array<ArrayBuffer>) : text(body),
    status,
    message,
  });

const pod = (cpu: unknown) => ({
  metadata: { name: 'p' },
  spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu } } }] },
});
const cronJob = (schedule: string) => ({
  metadata: { name: 'c' },
  spec: {
    schedule,
    jobTemplate: {
      spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } },
    },
  },
});
const service = (spec: object) => ({ metadata: { name: 's' }, spec: { ports: [{ port: 80 }], ...spec } });
const definition = (schema: object) => ({
  ...WIDGET_DEFINITION,
  metadata: { name: 'gears.example.com' },
  spec: {
    ...WIDGET_DEFINITION.spec,
    names: { plural: 'gears', kind: 'Gear' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', ...schema } } } },
      },
    ],
  },
});
const ruled = (rule: string) =>
  definition({
    properties: { a: { type: 'string' } },
    'x-kubernetes-validations': [{ rule }],
  });
const request = (csr: string) => ({
  metadata: { name: 'c' },
  spec: { request: csr, signerName: 'example.com/s', usages: ['client auth'] },
});
const pem = (...bytes: number[]) =>
  btoa(
    `-----BEGIN CERTIFICATE REQUEST-----\n${btoa(String.fromCharCode(...bytes))}\n-----END CERTIFICATE REQUEST-----\n`,
  );
/** The envelope of Protobuf bodies. */
const protobuf = (...bytes: number[]) => Uint8Array.from([0x6b, 0x38, 0x73, 0, ...bytes]);
const applied = (spec: unknown) => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name: 'stored' },
  spec,
});

const QUANTITIES: readonly Row[] = [
  ['an exponent of more than 64 bits', pod('1e9223372036854775808'), 400, "unable to parse quantity's suffix"],
  ['an exponent without digits', pod('1e'), 400, "unable to parse quantity's suffix"],
  ['a million digits', pod('9'.repeat(1_000_000)), 400, 'quantities must have at most 1000 digits'],
  ['many zeros before a letter', pod(`${'0'.repeat(200_000)}x`), 400, 'quantities must match the regular expression'],
  ['many digits before a letter', pod(`${'1'.repeat(200_000)}x`), 400, 'quantities must match the regular expression'],
  ['a negative amount with a huge exponent', pod('-1e999999999'), 422, 'must be greater than or equal to 0'],
  [
    'a number beyond doubles',
    `{"metadata":{"name":"p"},"spec":{"containers":[{"name":"c","image":"i","resources":{"requests":{"cpu":1e400}}}]}}`,
    201,
    'cpu',
  ],
  ['a huge exponent', pod('1e999999999'), 201, '1e999999999'],
  ['a tiny exponent', pod('1e-999999999'), 201, '1e-3'],
];

const ATTACKS: Readonly<Record<string, readonly Attack[]>> = {
  quantities: QUANTITIES.map(sentTo('POST', `${DEFAULT}/pods${DRY_RUN}`, JSON_TYPE)),
  schedules: (
    [
      ['a step of zero', cronJob('*/0 * * * *'), 422, 'step of range should be a positive number'],
      ['a huge range', cronJob('0-999999999 * * * *'), 422, 'above maximum'],
      ['a huge number', cronJob(`${'9'.repeat(1000)} * * * *`), 422, 'spec.schedule: Invalid value'],
      ['an invalid duration', cronJob('@every 1e9h'), 422, 'failed to parse duration'],
      ['a reversed range', cronJob('5-1 * * * *'), 422, 'beyond end of range'],
    ] satisfies Row[]
  ).map(sentTo('POST', `/apis/batch/v1/namespaces/default/cronjobs${DRY_RUN}`, JSON_TYPE)),
  services: (
    [
      ['a port beyond 16 bits', service({ ports: [{ port: 99999999 }] }), 422, 'must be between 1 and 65535'],
      ['a port beyond 32 bits', service({ ports: [{ port: 2 ** 40 }] }), 400, 'cannot unmarshal number'],
      [
        'a node port out of range',
        service({ type: 'NodePort', ports: [{ port: 80, nodePort: 1 }] }),
        422,
        'not in the valid range',
      ],
      ['an invalid address', service({ clusterIP: '10.0.0.0/1' }), 422, 'must be'],
    ] satisfies Row[]
  ).map(sentTo('POST', `${DEFAULT}/services${DRY_RUN}`, JSON_TYPE)),
  definitions: (
    [
      ['a repetition beyond 1,000 in a rule', ruled("self.a.matches('a{1001}')"), 422, 'invalid repeat count'],
      ['nested repetitions in a rule', ruled("self.a.matches('((a{100}){100}){100}')"), 422, ''],
      [
        'a rule without bounds',
        definition({
          properties: {
            l: {
              type: 'array',
              items: { type: 'array', items: { type: 'string' } },
              'x-kubernetes-validations': [{ rule: 'self.all(x, self.all(y, x == y))' }],
            },
          },
        }),
        422,
        'exceeds budget',
      ],
      ['a rule that does not compile', ruled('self.'), 422, 'compilation failed'],
      ['a deeply nested rule', ruled(`${'('.repeat(5000)}true${')'.repeat(5000)}`), 422, ''],
      [
        'a default of the wrong type',
        definition({ properties: { a: { type: 'string', default: 1 } } }),
        422,
        'must be of type string',
      ],
    ] satisfies Row[]
  ).map(sentTo('POST', `${DEFINITIONS}${DRY_RUN}`, JSON_TYPE)),
  patches: (
    [
      ['an index beyond the list', [{ op: 'add', path: '/spec/set/999999999', value: 'x' }], 422, ''],
      ['an index with a sign', [{ op: 'add', path: '/spec/set/-5', value: 'x' }], 422, ''],
      ['an index with an exponent', [{ op: 'remove', path: '/spec/set/1e9' }], 422, ''],
      ['a path through the prototype', [{ op: 'add', path: '/__proto__/polluted', value: true }], 422, ''],
      [
        'a path through the constructor',
        [{ op: 'add', path: '/constructor/prototype/polluted', value: true }],
        422,
        '',
      ],
      [
        'more than 10,000 operations',
        Array.from({ length: 10_001 }, () => ({ op: 'test', path: '/spec', value: 1 })),
        413,
        '10000',
      ],
      [
        'copies that double the object',
        Array.from({ length: 40 }, (_, index) => ({ op: 'copy', from: '/spec', path: `/spec/free/c${index}` })),
        422,
        '',
      ],
      ['an unknown operation', [{ op: 'run', path: '/spec' }], 422, ''],
      ['a patch that is not a list', { op: 'add' }, 400, ''],
    ] satisfies Row[]
  ).map(sentTo('PATCH', `${STORED}${DRY_RUN}`, JSON_PATCH)),
  'merge patches': (
    [
      ['an own prototype', '{"__proto__":{"polluted":true}}', 200, 'stored'],
      ['a deep object', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`, 400, 'exceeded max depth'],
      ['a text that is not JSON', '{', 400, ''],
    ] satisfies Row[]
  ).map(sentTo('PATCH', `${STORED}${DRY_RUN}`, MERGE_PATCH)),
  applies: (
    [
      ['equal elements of a set', applied({ set: ['a', 'a'] }), 500, 'duplicate entries'],
      ['equal keys of a list', applied({ keyed: [{ name: 'a' }, { name: 'a' }] }), 500, 'duplicate entries'],
      [
        'managed fields',
        {
          ...applied({}),
          metadata: {
            name: 'stored',
            managedFields: [{ manager: 'm', operation: 'Apply', apiVersion: 'example.com/v1' }],
          },
        },
        400,
        'managedFields must be nil',
      ],
      ['another name', { ...applied({}), metadata: { name: 'other' } }, 400, 'name'],
      [
        'aliases of a long scalar',
        `apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: stored}\nspec:\n  free:\n    a: &a ${'x'.repeat(100_000)}\n${Array.from({ length: 200 }, (_, index) => `    b${index}: *a\n`).join('')}`,
        400,
        'excessive aliasing',
      ],
    ] satisfies Row[]
  ).map(sentTo('PATCH', `${STORED}?dryRun=All&fieldManager=test&force=true`, APPLY)),
  YAML: (
    [
      ['an anchor that contains itself', 'data: &a\n  b: *a\n', 400, 'contains itself'],
      ['an unknown anchor', 'data: *a\n', 400, 'unknown anchor'],
      ['an unknown tag', 'metadata: {name: !!python/object a}\ndata: {a: !!js/function b}\n', 201, ''],
      [
        'a billion laughs',
        `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefghi'].map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[index]}`).join(',')}]\n`).join('')}`,
        400,
        'excessive aliasing',
      ],
      ['a merge of a scalar', 'a: {<<: 1}\n', 400, 'map merge requires'],
      ['deep sequences', '['.repeat(20_000), 400, 'exceeded max depth'],
      ['control characters', 'a: "\u0007"\n', 400, 'control characters'],
      ['a prototype key', 'metadata: {name: a}\n__proto__: {polluted: true}\n', 201, ''],
      ['another version of YAML', '%YAML 9.9\n---\na: b\n', 400, 'incompatible YAML document'],
      ['an infinite number', 'metadata: {name: a}\ndata: {a: .inf}\n', 400, ''],
    ] satisfies Row[]
  ).map(sentTo('POST', `${CONFIG_MAPS}${DRY_RUN}`, YAML_TYPE)),
  JSON: (
    [
      ['a prototype key', '{"metadata":{"name":"a"},"__proto__":{"polluted":true}}', 201, ''],
      [
        'a prototype key in data',
        '{"metadata":{"name":"a"},"data":{"__proto__":"a","constructor":"b"}}',
        201,
        '__proto__',
      ],
      ['a deep list', '['.repeat(100_000), 400, 'exceeded max depth'],
      ['a lone surrogate', '{"metadata":{"name":"a"},"data":{"a":"\\ud800"}}', 201, ''],
      ['a number where a map is expected', '{"metadata":{"name":"a"},"data":7}', 400, 'cannot unmarshal number'],
      [
        'a long number',
        `{"metadata":{"name":"a"},"data":{"a":${'1'.repeat(100_000)}}}`,
        400,
        'cannot unmarshal number',
      ],
      ['an empty body', ' ', 400, ''],
      ['bytes that are not UTF-8', Uint8Array.from([0x7b, 0xff, 0xfe, 0x7d]), 400, ''],
      ['a byte order mark', '\ufeff{}', 400, ''],
    ] satisfies Row[]
  ).map(sentTo('POST', `${CONFIG_MAPS}${DRY_RUN}`, JSON_TYPE)),
  Protobuf: (
    [
      ['a length beyond the body', protobuf(0x0a, 0xff, 0xff, 0xff, 0xff, 0x07), 400, ''],
      ['an unterminated number', protobuf(0x0a, ...Array<number>(20).fill(0xff)), 400, ''],
      ['a negative length', protobuf(0x12, ...Array<number>(9).fill(0xff), 0x01), 400, ''],
      ['another wire type', protobuf(0x0b), 400, ''],
      ['no prefix', utf8Bytes('k9s'), 400, ''],
      ['only a prefix', protobuf(), 400, ''],
    ] satisfies Row[]
  ).map(sentTo('POST', `${CONFIG_MAPS}${DRY_RUN}`, PROTOBUF)),
  'certificate requests': (
    [
      ['a length of 2 GB', request(pem(0x30, 0x84, 0x7f, 0xff, 0xff, 0xff)), 422, ''],
      ['a length of 127 bytes', request(pem(0x30, 0xff, ...Array<number>(20).fill(0xff))), 422, ''],
      ['an indefinite length', request(pem(0x30, 0x80, 0, 0)), 422, ''],
      [
        'nested sequences',
        request(pem(...Array.from({ length: 2000 }, () => [0x30, 0x82, 0x0f, 0xff]).flat())),
        422,
        '',
      ],
      [
        'a text that is not a certificate request',
        request(btoa('no request')),
        422,
        'PEM block type must be CERTIFICATE REQUEST',
      ],
      ['no base64', request('%%%'), 400, ''],
    ] satisfies Row[]
  ).map(sentTo('POST', `/apis/certificates.k8s.io/v1/certificatesigningrequests${DRY_RUN}`, JSON_TYPE)),
  'managed fields': (
    [
      [
        'a malformed path',
        {
          metadata: {
            name: 'a',
            managedFields: [
              { manager: 'm', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { 'x:y': {} } },
            ],
          },
        },
        201,
        '',
      ],
      [
        'an unknown operation',
        {
          metadata: {
            name: 'a',
            managedFields: [{ manager: 'm', operation: 'Steal', apiVersion: 'v1', fieldsType: 'FieldsV1' }],
          },
        },
        201,
        '',
      ],
    ] satisfies Row[]
  ).map(sentTo('POST', `${CONFIG_MAPS}${DRY_RUN}`, JSON_TYPE)),
  'query parameters': (
    [
      ['limit=99999999999999999999', 400, ''],
      ['limit=-1', 200, ''],
      ['limit=1e9', 400, ''],
      ['resourceVersion=99999999999999999999', 500, 'value out of range'],
      ['timeoutSeconds=1e9', 400, ''],
      ['continue=%7B', 400, ''],
      ['labelSelector=a%20in%20(', 400, ''],
      ['fieldSelector=spec.x%3Dy', 400, ''],
      [`labelSelector=${Array.from({ length: 5000 }, (_, index) => `a${index}=b`).join(',')}`, 200, 'ConfigMapList'],
    ] as const
  ).map(([query, status, message]) => ({
    what: query.slice(0, 40),
    method: 'GET',
    path: `${CONFIG_MAPS}?${query}`,
    status,
    message,
  })),
};

describe.each(Object.entries(ATTACKS))('a request with hostile %s', (_, attacks) => {
  let cluster: Awaited<ReturnType<typeof createWholeServer>>;
  beforeAll(async () => {
    cluster = await createWholeServer();
    await cluster.post(DEFINITIONS, WIDGET_DEFINITION);
    await vi.waitFor(async () => expect((await cluster.get(WIDGETS)).status).toBe(200), 10_000);
    await cluster.post(WIDGETS, STORED_WIDGET);
    await cluster.post(`${DEFAULT}/serviceaccounts`, { metadata: { name: 'default' } });
  });

  it.each(attacks.map((attack) => [attack.what, attack] as const))(
    'is answered as expected: %s',
    async (_, { method, path, type, body, status, message }) => {
      const answer = await cluster.send(method, path, {
        ...(body === undefined ? {} : { body }),
        headers: type === undefined ? {} : { 'content-type': type },
      });
      const shown = await answer.text();
      expect({ status: answer.status, shown: shown.slice(0, 2000) }).toMatchObject({ status });
      expect(shown).toContain(message);
      expect({}).not.toHaveProperty('polluted');
    },
  );
});
