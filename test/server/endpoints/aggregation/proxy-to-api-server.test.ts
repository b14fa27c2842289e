import { describe, expect, test } from 'vitest';
import type { AuditEvent } from '../../../../src/server/observe/audit/audit-event.ts';
import { API_SERVICES, createExtensionCluster, type Received, steppedClock } from '../../extension-cluster.ts';

const THINGS = '/apis/ext.example/v1/things';
const BOB = { username: 'bob', groups: ['dev', 'a, b'], extra: { scopes: ['x'] } };

/** Creates a cluster whose extension API server is available. */
async function createAvailable(...given: Parameters<typeof createExtensionCluster>) {
  const cluster = await createExtensionCluster(...given);
  await cluster.createService();
  await cluster.register();
  await cluster.until('Passed');
  return cluster;
}

/** Grants bob all permissions in the group. */
async function grant({ post }: Awaited<ReturnType<typeof createExtensionCluster>>) {
  const rbac = '/apis/rbac.authorization.k8s.io/v1';
  const apiGroup = 'rbac.authorization.k8s.io';
  const rules = [{ apiGroups: ['ext.example'], resources: ['*'], verbs: ['*'] }];
  await post(`${rbac}/clusterroles`, { metadata: { name: 'ext' }, rules });
  await post(`${rbac}/clusterrolebindings`, {
    metadata: { name: 'ext' },
    roleRef: { apiGroup, kind: 'ClusterRole', name: 'ext' },
    subjects: [{ kind: 'User', apiGroup, name: 'bob' }],
  });
}

describe('a request to a group version of an extension API server', () => {
  test('is forwarded with its method, path, query and body', async () => {
    const { send, received } = await createAvailable();
    const body = '{"a":1}';
    await send('POST', `${THINGS}/a%20b?watch=0&labelSelector=x%3Dy,z&a=1`, { body, headers: { accept: 'x/y' } });
    const [{ request } = {} as Received] = received;
    expect(request?.method).toBe('POST');
    expect(request?.url).toBe(
      'https://api.example/apis/ext.example/v1/things/a%20b?a=1&labelSelector=x%3Dy%2Cz&watch=0',
    );
    expect(await request?.text()).toBe(body);
    expect(request?.headers.get('accept')).toBe('x/y');
  });

  test('has the user in its headers, but no credentials or identity headers of the client', async () => {
    const cluster = await createAvailable();
    await grant(cluster);
    const headers = { authorization: 'Bearer secret', 'x-remote-user': 'root', 'x-remote-extra-more': 'power' };
    expect((await cluster.send('GET', THINGS, { headers, user: BOB })).status).toBe(200);
    const [{ request, repeated } = {} as Received] = cluster.received;
    expect(repeated).toEqual({
      'x-remote-user': ['bob'],
      'x-remote-group': ['dev', 'a, b'],
      'x-remote-extra-scopes': ['x'],
    });
    expect(request?.headers.get('x-remote-user')).toBe('bob');
    expect(request?.headers.has('authorization')).toBe(false);
    expect(request?.headers.has('x-remote-extra-more')).toBe(false);
  });

  test('has the impersonated user in its headers', async () => {
    const { send, received } = await createAvailable();
    await send('GET', THINGS, { headers: { 'impersonate-user': 'ann', 'impersonate-group': 'system:masters' } });
    expect(received[0]?.repeated).toEqual({
      'x-remote-user': ['ann'],
      'x-remote-group': ['system:masters', 'system:authenticated'],
    });
    expect(received[0]?.request.headers.has('impersonate-user')).toBe(false);
  });

  test('is classified by flow control, and audited', async () => {
    const events: AuditEvent[] = [];
    const flags = {
      'audit-policy-file': 'apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{level: Metadata}]',
    };
    const { get } = await createAvailable(() => new Response('{}', { status: 202 }), {
      flags,
      auditSink: (event) => void events.push(event),
    });
    const response = await get(THINGS);
    expect(response.headers.get('x-kubernetes-pf-flowschema-uid')).toMatch(/^[\da-f-]{36}$/);
    const logged = events.filter(({ requestURI, stage }) => requestURI === THINGS && stage === 'ResponseComplete');
    expect(logged).toMatchObject([
      {
        verb: 'list',
        user: { username: 'admin' },
        objectRef: { resource: 'things', apiGroup: 'ext.example', apiVersion: 'v1' },
        responseStatus: { code: 202 },
      },
    ]);
  });

  test('is not forwarded when it is denied', async () => {
    const { send, received } = await createAvailable();
    expect((await send('GET', THINGS, { user: BOB })).status).toBe(403);
    expect(received).toEqual([]);
  });

  test('has the audit ID of the response and X-Forwarded headers', async () => {
    const { get, received } = await createAvailable();
    const response = await get(THINGS);
    const headers = received[0]?.request.headers;
    expect(headers?.get('audit-id')).toBe(response.headers.get('audit-id'));
    expect(headers?.get('x-forwarded-uri')).toBe(THINGS);
    expect(headers?.get('x-forwarded-host')).toBe('api.example:443');
    expect(headers?.get('x-forwarded-proto')).toBe('https');
  });

  test('gets the response unchanged, except for connection and CORS headers', async () => {
    const answer = () =>
      new Response('short and stout', {
        status: 203,
        headers: { 'x-kind': 'teapot', 'keep-alive': 'timeout=5', 'access-control-allow-origin': '*' },
      });
    const { get } = await createAvailable(answer);
    const response = await get(THINGS);
    expect(response.status).toBe(203);
    expect(await response.text()).toBe('short and stout');
    expect(response.headers.get('x-kind')).toBe('teapot');
    expect(response.headers.has('keep-alive')).toBe(false);
    expect(response.headers.has('access-control-allow-origin')).toBe(false);
  });

  test('gets 502 instead of a redirect, which could lead anywhere', async () => {
    const { get } = await createAvailable(({ request }) =>
      request.url.includes('things')
        ? new Response(null, { status: 302, headers: { location: 'https://elsewhere.example' } })
        : new Response('{}'),
    );
    const response = await get(THINGS);
    expect(response.status).toBe(502);
    expect(await response.text()).toBe('the backend attempted to redirect this request, which is not permitted');
  });

  test('gets watch events as they arrive', async () => {
    let write: (text: string) => void = () => undefined;
    const events = new ReadableStream<Uint8Array>({
      start: (controller) => {
        write = (text) => controller.enqueue(new TextEncoder().encode(text));
      },
    });
    const { get } = await createAvailable(({ request }) => new Response(request.url.includes('watch') ? events : '{}'));
    const response = await get(`${THINGS}?watch=1`);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    write('first');
    expect(await reader?.read()).toEqual({ done: false, value: 'first' });
    write('second');
    expect(await reader?.read()).toEqual({ done: false, value: 'second' });
    await reader?.cancel();
  });
});

describe('an extension API server that fails', () => {
  const unavailable = async (response: Response) => {
    expect(response.status).toBe(503);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    return response.text();
  };

  test('responds 503 until it is available, while other groups are served', async () => {
    const { get, register, until } = await createExtensionCluster();
    await register();
    expect(await unavailable(await get(THINGS))).toBe('service unavailable\n');
    await until('ServiceNotFound');
    expect(await unavailable(await get(THINGS))).toBe('service unavailable\n');
    expect(await unavailable(await get('/apis/ext.example/v1'))).toBe('service unavailable\n');
    expect((await get('/apis/ext.example')).status).toBe(200);
    expect((await get('/apis/apps/v1/deployments')).status).toBe(200);
    expect((await get('/api/v1/pods')).status).toBe(200);
  });

  test('responds 503 with the reason when it is unreachable', async () => {
    const { get } = await createAvailable(({ request }) => {
      if (request.url.includes('things')) throw new TypeError('dial tcp 10.0.0.1:443: connect: connection refused');
      return new Response('{}');
    });
    expect(await unavailable(await get(THINGS))).toBe(
      'error trying to reach service: dial tcp 10.0.0.1:443: connect: connection refused\n',
    );
  });

  test('responds 503 to discovery after five seconds', async () => {
    const { clock, pass } = steppedClock();
    let isSlow = false;
    const { get } = await createAvailable(
      ({ request }) =>
        isSlow
          ? new Promise((_, reject) => {
              request.signal.addEventListener('abort', () => reject(new Error('aborted')));
            })
          : new Response('{}'),
      { clock },
    );
    isSlow = true;
    const response = get('/apis/ext.example/v1');
    await pass(5000);
    expect(await unavailable(await response)).toBe('error trying to reach service: context deadline exceeded\n');
  });

  test('Without its APIService, the group is not found', async () => {
    const { get, send } = await createAvailable();
    await send('DELETE', `${API_SERVICES}/v1.ext.example`);
    expect(await (await get(THINGS)).text()).toBe('404 page not found\n');
    expect((await get('/apis/ext.example')).status).toBe(404);
  });
});

describe('the connection to an extension API server', () => {
  test('is verified with the authorities of caBundle', async () => {
    const cluster = await createExtensionCluster();
    await cluster.createService();
    await cluster.register({ caBundle: btoa('pem'), insecureSkipTLSVerify: false });
    await cluster.until('Passed');
    await cluster.get(THINGS);
    expect(cluster.received[0]?.trust).toEqual({ serverName: 'api.default.svc', certificateAuthorities: 'pem' });
  });

  test('presents the certificate of --proxy-client-cert-file', async () => {
    const flags = { 'proxy-client-cert-file': 'certificate', 'proxy-client-key-file': 'key' };
    const { get, received } = await createAvailable(undefined, { flags });
    await get(THINGS);
    expect(received[0]?.trust).toMatchObject({ clientCertificate: 'certificate', clientKey: 'key' });
  });

  test('goes to a ready endpoint of a service with a cluster IP, at the port of the same name', async () => {
    const { post, get, register, until, received } = await createExtensionCluster();
    const ports = [
      { name: 'metrics', port: 80 },
      { name: 'https', port: 443 },
    ];
    await post('/api/v1/namespaces/default/services', { metadata: { name: 'api' }, spec: { ports } });
    await post('/api/v1/namespaces/default/endpoints', {
      metadata: { name: 'api' },
      subsets: [
        {
          addresses: [{ ip: '10.1.2.3' }],
          ports: [
            { name: 'metrics', port: 9090 },
            { name: 'https', port: 8443 },
          ],
        },
      ],
    });
    await register();
    await until('Passed');
    await get(THINGS);
    expect(received[0]?.request.url).toBe('https://10.1.2.3:8443/apis/ext.example/v1/things');
  });
});
