import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createWholeServer } from '../whole-server.ts';

const TYPES = 'application/json, application/yaml, application/vnd.kubernetes.protobuf';
const STREAMS = 'application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch';
const ONLY_TYPES = `only the following media types are accepted: ${TYPES}`;
/** Matches a Status in JSON or YAML, indented or not. */
const STATUS = /"?kind"?: ?"?Status/;
const PODS = '/api/v1/namespaces/default/pods';

let cluster: Awaited<ReturnType<typeof createWholeServer>>;

const pod = (name: string, ...containers: string[]) => ({
  metadata: { name },
  spec: {
    initContainers: [{ name: 'init', image: 'i' }],
    containers: containers.map((container) => ({ name: container, image: 'i' })),
    automountServiceAccountToken: false,
  },
});

async function answerTo(method: string, path: string, accept = '', body?: unknown) {
  const headers = {
    ...(accept ? { accept } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const response = await cluster.send(method, path, {
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return [response.status, STATUS.test(text) ? (parse(text) as { message?: string }).message : text.trimEnd()];
}

beforeAll(async () => {
  cluster = await createWholeServer({ flags: { dialect: 'kubernetes', 'feature-gates': 'WatchList=true' } });
  await cluster.post('/api/v1/namespaces', { metadata: { name: 'default' } });
  await cluster.post('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } });
  await cluster.post(PODS, pod('one', 'a'));
  await cluster.post(PODS, pod('two', 'a', 'b'));
});

describe('the accepted media types', () => {
  const unsupported = (...types: string[]) => [
    406,
    `406: Not Acceptable\n\nAvailable representations: ${types.join(', ')}`,
  ];
  test.each([
    ['a list', '/api/v1/configmaps', 'text/html', unsupported(TYPES, STREAMS)],
    [
      'a list of one name',
      '/api/v1/configmaps?fieldSelector=metadata.name=a',
      'text/html',
      unsupported(TYPES, STREAMS),
    ],
    ['a watch path of one object', '/api/v1/watch/namespaces/default/pods/a', 'text/html', unsupported(TYPES, STREAMS)],
    ['an object', `${PODS}/one`, 'text/html', unsupported(TYPES)],
    ['a log, for whose text no representation is negotiated', `${PODS}/none/log`, 'text/plain', [406, ONLY_TYPES]],
    ['a log in another type', `${PODS}/none/log`, 'text/html', unsupported('text/plain', TYPES)],
    ['a group, which the aggregator serves', '/apis/apps', 'text/html', [406, ONLY_TYPES]],
    ['a version, which the router serves', '/apis/apps/v1', 'text/html', unsupported(TYPES)],
  ])('are checked for %s', async (_, path, accept, expected) => {
    expect(await answerTo('GET', path, accept)).toEqual(expected);
  });

  test('are checked before the warning about a deprecated version', async () => {
    const path = '/apis/flowcontrol.apiserver.k8s.io/v1beta2/flowschemas';
    const warnings = async (accept: string) => (await cluster.get(path, { accept })).headers.get('warning');
    expect([await warnings('text/html'), await warnings('application/json')]).toEqual([
      null,
      expect.stringContaining('is deprecated'),
    ]);
  });
});

describe('the method', () => {
  test.each([
    ['POST', '/apis/apps', 200],
    ['HEAD', '/apis', 200],
    ['HEAD', '/apis/apps/v1', 405],
    ['HEAD', '/apis/apps/v2', 404],
    ['POST', '/api/v1', 405],
    ['OPTIONS', `${PODS}/none/proxy/a`, 404],
    ['HEAD', `${PODS}/none/proxy/a`, 404],
    ['OPTIONS', `${PODS}/one`, 405],
    ['DELETE', '/%61pi/v1', 405],
  ])('of %s %s returns %d', async (method, path, code) => {
    expect((await cluster.send(method, path)).status).toBe(code);
  });
});

test.each(['/api/v1/watch', '/apis/apps/v1/proxy?a=b'])('%s, which names no resource, fails', async (path) => {
  const why = `failed to create RequestInfo: unable to determine kind and namespace from url, ${path}`;
  expect(await answerTo('POST', path)).toEqual([500, `Internal Server Error: "${path}": ${why}`]);
});

test('a failure before the endpoint shows the path without markup', async () => {
  const [, text] = await answerTo('POST', '/api/v1/watch?a=1&b=1');
  expect(text).toContain('Internal Server Error: "/api/v1/watch?a=1&amp;b=1"');
});

describe('the options of a log', () => {
  const MANY = 'at most one of `sinceTime` or `sinceSeconds` may be specified';
  test.each([
    ['tailLines=x', [400, 'strconv.ParseInt: parsing "x": invalid syntax']],
    ['limitBytes=9223372036854775808', [400, 'strconv.ParseInt: parsing "9223372036854775808": value out of range']],
    ['sinceTime=x', [400, 'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"']],
    ['sinceSeconds=5&sinceTime=2020-01-01T00:00:00Z', [422, `PodLogOptions "none" is invalid: []: Forbidden: ${MANY}`]],
    ['sinceTime=null', [404, 'pods "none" not found']],
  ])('%s are checked before the pod', async (query, expected) => {
    expect(await answerTo('GET', `${PODS}/none/log?${query}`)).toEqual(expected);
  });

  test('must name a container of a pod with several; the error lists init containers first', async () => {
    const message = 'a container name must be specified for pod two, choose one of: [init a b]';
    expect(await answerTo('GET', `${PODS}/two/log?follow`)).toEqual([400, message]);
  });
});

test.each([
  ['x', 'parsing "x": invalid syntax'],
  ['80,65536', 'parsing "65536": value out of range'],
])('the ports %s of a port-forward are checked before the node of the pod', async (ports, why) => {
  expect(await answerTo('POST', `${PODS}/one/portforward?ports=${ports}`)).toEqual([
    400,
    `cannot convert to []int32: strconv.ParseUint: ${why}`,
  ]);
});

describe('the options of a watch', () => {
  const invalid = (error: string) => [422, `ListOptions.meta.k8s.io "" is invalid: ${error}`];
  test.each([
    [
      '/api/v1/configmaps?watch=1&continue=x',
      'resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided',
    ],
    [
      '/api/v1/watch/configmaps?sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=1',
      'sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list',
    ],
    [
      '/api/v1/watch/configmaps?resourceVersionMatch=NotOlderThan',
      'resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided',
    ],
  ])('are those of a list unless the query has the parameter: %s', async (path, error) => {
    expect(await answerTo('GET', path)).toEqual(invalid(error));
  });

  test('are checked before its media type', async () => {
    const path = '/api/v1/configmaps?watch=1&timeoutSeconds=';
    expect(await answerTo('GET', path, 'application/yaml')).toEqual([
      400,
      'strconv.ParseInt: parsing "": invalid syntax',
    ]);
  });

  test('end the watch immediately with a negative timeout', async () => {
    expect(await answerTo('GET', '/api/v1/namespaces?watch=1&timeoutSeconds=-1')).toEqual([200, '']);
  });
});

describe('a create', () => {
  test('checks the media type of its body before its options', async () => {
    const response = await cluster.send('POST', '/api/v1/namespaces/default/configmaps?dryRun=x', {
      body: '{}',
      headers: { 'content-type': 'text/html' },
    });
    expect(response.status).toBe(415);
  });

  test('of a binding ignores its uid, except as a subresource of the pod', async () => {
    const body = { metadata: { name: 'one', uid: 'x' }, target: { name: 'n' } };
    const code = async (path: string) => (await cluster.post(`${path}?dryRun=All`, body)).status;
    expect([await code('/api/v1/namespaces/default/bindings'), await code(`${PODS}/one/binding`)]).toEqual([201, 409]);
  });
});

describe('a patch', () => {
  const answer = async (type: string, accept: string, body: string | undefined = '{}') => {
    const path = '/api/v1/namespaces/default/configmaps/none?dryRun=x';
    const headers = { 'content-type': type, accept };
    const response = await cluster.send('PATCH', path, { ...(body !== '' && { body }), headers });
    return [response.status, ((await response.json()) as { message: string }).message];
  };

  test.each(['text/html', 'application/json;as=Unknown;v=v1;g=meta.k8s.io'])(
    'checks its media type before that of the answer: %s',
    async (accept) => {
      expect(await answer('application/json', accept)).toEqual([415, '415: Unsupported Media Type']);
      expect((await answer('application/merge-patch+json', accept))[0]).toBe(406);
    },
  );

  test('has no available representation without a body and a media type', async () => {
    const message = '406: Not Acceptable\n\nAvailable representations: ';
    expect(await answer('text/html', '*/*', '')).toEqual([406, message]);
  });
});

describe('a delete', () => {
  const HELD = { ...pod('held', 'a'), metadata: { name: 'held', finalizers: ['example.com/a'] } };

  test('of a terminating pod changes nothing unless it shortens the grace period', async () => {
    const assigned = { ...HELD, spec: { ...HELD.spec, nodeName: 'n' } };
    await cluster.post(PODS, assigned);
    const remove = async (query: string, body?: unknown) => {
      const response = await cluster.send('DELETE', `${PODS}/held?${query}`, {
        ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
      });
      return ((await response.json()) as { metadata: Record<string, unknown> }).metadata;
    };
    const first = await remove('gracePeriodSeconds=20');
    expect(await remove('propagationPolicy=Orphan')).toEqual(first);
    expect(await remove('gracePeriodSeconds=20')).toEqual(first);
    expect(await remove('gracePeriodSeconds=-1')).toMatchObject({ deletionGracePeriodSeconds: 1 });
  });

  test('of a pod without a node shows the deletionTimestamp in a dry run', async () => {
    const response = await cluster.send('DELETE', `${PODS}/two?dryRun=All`);
    const { metadata } = (await response.json()) as { metadata: Record<string, unknown> };
    expect(metadata).toMatchObject({ deletionGracePeriodSeconds: 0, deletionTimestamp: expect.any(String) });
  });

  test('with a body of another kind but no version reports the version of DeleteOptions', async () => {
    const [, message] = await answerTo('DELETE', `${PODS}/one`, '', { kind: 'Secret' });
    expect(message).toContain('no kind "Secret" is registered for version "meta.k8s.io/v1"');
  });
});

test('the body of an apply to the status of a missing object is not decoded', async () => {
  const response = await cluster.send('PATCH', '/apis/apps/v1/namespaces/default/deployments/d/status?fieldManager=m', {
    body: '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"d"},"status":{"conditions":[{"type":"A"},{"type":"A"}]}}',
    headers: { 'content-type': 'application/apply-patch+yaml' },
  });
  expect(response.status).toBe(404);
});
