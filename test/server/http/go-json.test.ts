import { beforeAll, describe, expect, it, test } from 'vitest';
import { until } from '../../helpers/until.ts';
import { DEFINITIONS, widgetDefinition } from '../../helpers/widget-definition.ts';
import { createWholeServer } from '../whole-server.ts';

const TEXT = '<a> & b\u2028\b';
const ESCAPED = String.raw`\u003ca\u003e \u0026 b\u2028\u0008`;
const metadata = { name: 'a', annotations: { 9: 'nine', 10: 'ten', note: TEXT } };

const MAPS = '/api/v1/namespaces/default/configmaps';
const AUTOSCALERS = '/namespaces/default/horizontalpodautoscalers';
const WIDGETS = '/namespaces/default/widgets';

const as = (kind: string) => ({ accept: `application/json;as=${kind};g=meta.k8s.io;v=v1` });
const TABLE = as('Table');
const [JSON_BODY, MERGE_PATCH, APPLY_PATCH] = ['json', 'merge-patch+json', 'apply-patch+yaml'].map((type) => ({
  'content-type': `application/${type}`,
}));

/** Returns a definition with two versions, and with characters in its schema that Go escapes. */
function definition() {
  const { spec, ...rest } = widgetDefinition();
  const schema = {
    openAPIV3Schema: {
      type: 'object',
      description: `A widget ${TEXT}`,
      properties: { spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
    },
  };
  const additionalPrinterColumns = [{ name: 'Parts', type: 'string', jsonPath: '.spec' }];
  const versions = ['v1', 'v2'].map((name) => ({
    name,
    served: true,
    storage: name === 'v1',
    schema,
    additionalPrinterColumns,
  }));
  return { ...rest, spec: { ...spec, versions } };
}

type Asked = [what: string, method: string, path: string, headers?: Record<string, string> | undefined, body?: unknown];

const OBJECTS: readonly Asked[] = [
  ['an object', 'GET', `${MAPS}/a`],
  ['an indented object', 'GET', `${MAPS}/a?pretty=true`],
  ['a list', 'GET', MAPS],
  ['an object as a Table', 'GET', `${MAPS}/a`, TABLE],
  ['a list as a Table', 'GET', `${MAPS}?includeObject=Object`, TABLE],
  ['the metadata of an object', 'GET', `${MAPS}/a`, as('PartialObjectMetadata')],
  ['the metadata of a list', 'GET', MAPS, as('PartialObjectMetadataList')],
  ['an event of a watch', 'GET', `${MAPS}?watch=1&resourceVersion=0`],
  ['an event of a watch of metadata', 'GET', `${MAPS}?watch=1&resourceVersion=0`, as('PartialObjectMetadata')],
  ['an event of a watch of Tables', 'GET', `${MAPS}?watch=1&resourceVersion=0&includeObject=Object`, TABLE],
  ['an object of another version', 'GET', `/apis/autoscaling/v1${AUTOSCALERS}/a`],
  ['a list of another version', 'GET', `/apis/autoscaling/v1${AUTOSCALERS}`],
  ['a custom object', 'GET', `/apis/example.com/v1${WIDGETS}/a`],
  ['a custom object of another version', 'GET', `/apis/example.com/v2${WIDGETS}/a`],
  ['a list of custom objects of another version', 'GET', `/apis/example.com/v2${WIDGETS}`],
  ['the result of a dry run', 'POST', `${MAPS}?dryRun=All`, JSON_BODY, { metadata: { ...metadata, name: 'b' } }],
  ['the result of a patch', 'PATCH', `${MAPS}/a`, MERGE_PATCH, { data: { b: TEXT } }],
  [
    'the result of an apply',
    'PATCH',
    `${MAPS}/c?fieldManager=m`,
    APPLY_PATCH,
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { ...metadata, name: 'c' } },
  ],
];

describe('the JSON of responses', () => {
  let cluster: Awaited<ReturnType<typeof createWholeServer>>;

  beforeAll(async () => {
    cluster = await createWholeServer();
    const created = [
      await cluster.post(MAPS, { metadata, data: { a: TEXT } }),
      await cluster.post(`/apis/autoscaling/v2${AUTOSCALERS}`, {
        metadata,
        spec: { maxReplicas: 2, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a' } },
      }),
      await cluster.post(DEFINITIONS, definition()),
    ];
    const widget = { apiVersion: 'example.com/v1', kind: 'Widget', metadata, spec: { b: TEXT, a: 1 } };
    await until(async () => (await cluster.post(`/apis/example.com/v1${WIDGETS}`, widget)).status === 201);
    expect(created.map(({ status }) => status)).toEqual([201, 201, 201]);
  });

  /** Returns the text of a response, or the first event of a stream. */
  async function textOf(response: Response, isStream: boolean): Promise<string> {
    const reader = response.body?.getReader();
    let text = '';
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      text += new TextDecoder().decode(read.value);
      if (isStream) break;
    }
    await reader?.cancel();
    return text;
  }

  const answerTo = async ([, method, path, headers = {}, body]: Asked): Promise<string> => {
    const response = await cluster.send(method, path, { headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    return textOf(response, path.includes('watch=1'));
  };

  it.each<Asked>([
    ...OBJECTS,
    ['an error', 'POST', MAPS, JSON_BODY, { metadata: { name: TEXT } }],
    [
      'a review',
      'POST',
      '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
      JSON_BODY,
      { spec: { nonResourceAttributes: { path: TEXT } } },
    ],
  ])('escapes text like Go in %s', async (...request) => {
    const text = await answerTo(request);
    expect(text).toContain(ESCAPED);
    expect(text).not.toMatch(/[<>&\u2028\u2029]/);
  });

  it.each(OBJECTS)('has the numbers of a map in the order of their digits in %s', async (...request) => {
    expect(await answerTo(request)).toMatch(/"annotations": ?\{\s*"10": ?"ten",\s*"9": ?"nine",\s*"note"/);
  });

  it('is escaped in OpenAPI v3, which passes through encoding/json, but not in OpenAPI v2', async () => {
    const documents = ['/openapi/v3/apis/example.com/v1', '/openapi/v2'].map((path) => cluster.get(path));
    const [v3, v2] = await Promise.all(documents.map(async (document) => (await document).text()));
    expect(v3).toContain(String.raw`A widget \u003ca\u003e \u0026 b\u2028\b`);
    expect(v3).not.toMatch(/[<>&\u2028\u2029]/);
    expect(v2).toContain('A widget <a> & b\u2028\\b');
  });

  it('escapes a column with a map twice, because its text is JSON with sorted keys', async () => {
    const { rows } = await (await cluster.get(`/apis/example.com/v1${WIDGETS}/a`, TABLE)).json();
    expect(rows[0].cells).toEqual(['a', `{"a":1,"b":"${ESCAPED}"}`]);
  });
});

test('requests to webhooks contain JSON in Go format', async () => {
  const bodies: string[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    bodies.push(await request.text());
    return Response.json({});
  };
  const { post } = await createWholeServer({ fetch });
  const rule = { apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'], operations: ['CREATE'] };
  await post('/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations', {
    metadata: { name: 'a' },
    webhooks: [
      {
        name: 'a.example.com',
        clientConfig: { url: 'https://a.example.com' },
        rules: [rule],
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
      },
    ],
  });
  await post(MAPS, { metadata });
  expect(bodies).toEqual([expect.stringContaining(ESCAPED)]);
  expect(bodies[0]).not.toMatch(/[<>&\u2028\u2029]/);
});
