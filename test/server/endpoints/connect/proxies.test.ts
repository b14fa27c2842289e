import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../../../src/api/environment.ts';
import { isProxyable } from '../../../../src/server/endpoints/connect/proxyable-address.ts';
import { createMemoryStorage } from '../../../../src/storage/memory-storage.ts';
import { sandboxForTests } from '../../../local-services/sandbox-for-tests.ts';
import { createWholeServer } from '../../whole-server.ts';

/** Opens a server whose outgoing requests are recorded and answered by `answer`. */
async function serverWith(answer: (request: Request) => Response | Promise<Response> = () => new Response('hello')) {
  const sent: Request[] = [];
  const fetch: Fetch = async (request) => {
    sent.push(request);
    return answer(request);
  };
  return { sent, ...(await createWholeServer({ fetch })) };
}
type TestServer = Awaited<ReturnType<typeof serverWith>>;

const IN_DEFAULT = '/api/v1/namespaces/default';

async function createPod({ post, send }: TestServer, podIP: string): Promise<void> {
  await post(`${IN_DEFAULT}/serviceaccounts`, { metadata: { name: 'default' } });
  const container = { name: 'app', image: 'i', ports: [{ containerPort: 8080 }] };
  await post(`${IN_DEFAULT}/pods`, { metadata: { name: 'web' }, spec: { containers: [container] } });
  const body = JSON.stringify({ status: { podIP, podIPs: [{ ip: podIP }] } });
  await send('PATCH', `${IN_DEFAULT}/pods/web/status`, {
    body,
    headers: { 'content-type': 'application/merge-patch+json' },
  });
}

const createService = ({ post }: TestServer) =>
  post(`${IN_DEFAULT}/services`, {
    metadata: { name: 'shop' },
    spec: { ports: [{ name: 'http', port: 80, targetPort: 8080 }] },
  });
const createEndpoints = ({ post }: TestServer, ip: string) =>
  post(`${IN_DEFAULT}/endpoints`, {
    metadata: { name: 'shop' },
    subsets: [{ addresses: [{ ip }], ports: [{ name: 'http', port: 8080 }] }],
  });

const statusOf = async (answer: Promise<Response>): Promise<{ code: number; message: string }> => {
  const { code, message } = (await (await answer).json()) as { code: number; message: string };
  return { code, message };
};

/** Opens a server with a service whose code returns the request that it received. */
async function serverWithCode(
  code = 'export default (request) => ({ status: 201, headers: { "x-from": "code" }, body: request });',
) {
  const server = await createWholeServer({ sandbox: sandboxForTests });
  await server.post(`${IN_DEFAULT}/configmaps`, { metadata: { name: 'code' }, data: { 'handler.js': code } });
  await server.post(`${IN_DEFAULT}/services`, {
    metadata: { name: 'shop', annotations: { 'tabplane.dev/local-service': 'code' } },
    spec: { ports: [{ name: 'http', port: 80 }] },
  });
  return server;
}

const PRINTING = 'export default ({ path }) => { console.log("asked for", path); return { body: {} }; };';

/** Returns the console output in the trace of the last request to a path. */
async function consoleOf({ get }: Pick<TestServer, 'get'>, end: string): Promise<readonly string[] | undefined> {
  const traces = await get('/apis/debug.tabplane.dev/v1alpha1/requesttraces');
  const { items } = (await traces.json()) as { items: { request: { path: string }; console?: string[] }[] };
  return items.find(({ request }) => request.path.endsWith(end))?.console;
}

describe('an extension API server that is a local service', () => {
  it('shows its console output in the trace of the request', async () => {
    const server = await serverWithCode(PRINTING);
    const service = { namespace: 'default', name: 'shop', port: 80 };
    const spec = { group: 'shop.example.com', version: 'v1', service, insecureSkipTLSVerify: true };
    await server.post('/apis/apiregistration.k8s.io/v1/apiservices', {
      metadata: { name: 'v1.shop.example.com' },
      spec: { ...spec, groupPriorityMinimum: 1000, versionPriority: 10 },
    });
    const path = '/apis/shop.example.com/v1/carts';
    await expect.poll(async () => (await server.get(path)).status).toBe(200);
    expect(await consoleOf(server, '/carts')).toEqual([`asked for ${path}`]);
  });
});

describe('the proxy of a local service', () => {
  it('shows console output in the trace of a read', async () => {
    const server = await serverWithCode(PRINTING);
    await server.get(`${IN_DEFAULT}/services/shop:80/proxy/first`);
    expect(await consoleOf(server, '/first')).toEqual(['asked for /first']);
  });

  it.each(['shop:80', 'shop:http', 'http:shop:http'])(
    'runs the code for %s without credentials of the caller',
    async (name) => {
      const { send } = await serverWithCode();
      const identity = { 'x-remote-user': 'carol', 'x-remote-group': 'system:masters' };
      const headers = { 'x-cart': 'red', authorization: 'Basic hidden', cookie: 'session=hidden', ...identity };
      const path = `${IN_DEFAULT}/services/${name}/proxy/carts/my%20cart?full=1`;
      const answer = await send('POST', path, { headers, body: 'an apple' });
      expect([answer.status, answer.headers.get('x-from')]).toEqual([201, 'code']);
      expect(await answer.json()).toEqual({
        ...{ method: 'POST', path: '/carts/my cart', query: { full: '1' }, body: 'an apple' },
        headers: { 'content-type': 'text/plain;charset=UTF-8', 'x-cart': 'red' },
      });
    },
  );

  it('keeps redirects to the service behind the proxy', async () => {
    const { get } = await serverWithCode('export default () => ({ status: 302, headers: { location: "/login" } });');
    const answer = await get(`${IN_DEFAULT}/services/shop:80/proxy/carts`);
    expect(answer.headers.get('location')).toBe(`${IN_DEFAULT}/services/shop:80/proxy/login`);
  });

  it('responds 503 for ports that the service does not have', async () => {
    const { get } = await serverWithCode();
    const messageFor = async (name: string) => statusOf(get(`${IN_DEFAULT}/services/${name}/proxy/`));
    expect(await messageFor('shop:81')).toEqual({ code: 503, message: 'no service port 81 found for service "shop"' });
    const message = 'no endpoints available for service "shop"';
    expect([await messageFor('shop'), await messageFor('shop:other')]).toEqual([
      { code: 503, message },
      { code: 503, message },
    ]);
  });

  it('responds 500 with the reason when the code fails, and 503 without code', async () => {
    const failing = await serverWithCode('export default () => { throw new Error("out of stock"); };');
    const answer = await failing.get(`${IN_DEFAULT}/services/shop:80/proxy/`);
    expect([answer.status, await answer.text()]).toEqual([500, expect.stringContaining('out of stock')]);
    await failing.send('DELETE', `${IN_DEFAULT}/configmaps/code`);
    expect(await statusOf(failing.get(`${IN_DEFAULT}/services/shop:80/proxy/`))).toEqual({
      code: 503,
      message: 'error trying to reach service: no endpoints available for service "shop": configmap "code" not found',
    });
  });
});

describe('the proxy of a service', () => {
  it('responds 404 when the service does not exist', async () => {
    const { get } = await serverWith();
    expect(await statusOf(get(`${IN_DEFAULT}/services/shop/proxy/`))).toEqual({
      code: 404,
      message: 'services "shop" not found',
    });
  });

  it.each([['shop'], ['shop:http'], ['https:shop:80']])('responds 503 for %s without endpoints', async (name) => {
    const server = await serverWith();
    await createService(server);
    expect(await statusOf(server.get(`${IN_DEFAULT}/services/${name}/proxy/`))).toEqual({
      code: 503,
      message: 'no endpoints available for service "shop"',
    });
  });

  it('responds 503 for a port that the service does not have', async () => {
    const server = await serverWith();
    await createService(server);
    expect(await statusOf(server.get(`${IN_DEFAULT}/services/shop:81/proxy/`))).toEqual({
      code: 503,
      message: 'no service port 81 found for service "shop"',
    });
  });

  it.each([
    ['shop:http', 'http://10.1.2.3:8080/a/b?c=d'],
    ['shop:80', 'http://10.1.2.3:8080/a/b?c=d'],
    ['https:shop:http', 'https://10.1.2.3:8080/a/b?c=d'],
  ])('forwards a request for %s to an address of the endpoints', async (name, url) => {
    const server = await serverWith();
    await createService(server);
    await createEndpoints(server, '10.1.2.3');
    const answer = await server.send('POST', `${IN_DEFAULT}/services/${name}/proxy/a/b?c=d`, {
      body: 'text',
      headers: {
        'x-mine': '1',
        authorization: 'Bearer secret',
        'impersonate-user': 'carol',
        'impersonate-group': 'system:masters',
      },
    });
    expect(await answer.text()).toBe('hello');
    const [request] = server.sent;
    expect(request?.url).toBe(url);
    expect(await request?.text()).toBe('text');
    expect(request?.headers.get('x-mine')).toBe('1');
    expect(request?.headers.has('authorization')).toBe(false);
    expect(request?.headers.has('impersonate-user')).toBe(false);
  });

  it.each([['127.0.0.1'], ['169.254.169.254']])('does not connect to an endpoint at %s', async (address) => {
    const storage = await createMemoryStorage({ firstRevision: 300 });
    const sent: Request[] = [];
    const fetch: Fetch = async (request) => {
      sent.push(request);
      return new Response('secret');
    };
    const server = await createWholeServer({ storage, fetch });
    await createService({ sent, ...server });
    await createEndpoints({ sent, ...server }, '10.1.2.3');
    // Validation rejects such an address, so it can only come from a storage that others write.
    const key = '/registry/services/endpoints/default/shop';
    const { value = '', revision = 0 } = (await storage.get(key)) ?? {};
    await storage.commit([{ key, value: value.replace('10.1.2.3', address), expected: revision }]);
    expect(await statusOf(server.get(`${IN_DEFAULT}/services/shop:http/proxy/`))).toEqual({
      code: 400,
      message: 'address not allowed',
    });
    expect(sent).toEqual([]);
  });

  it('responds 503 when the address is unreachable', async () => {
    const server = await serverWith(() => Promise.reject(new TypeError('dial tcp 10.1.2.3:8080: i/o timeout')));
    await createService(server);
    await createEndpoints(server, '10.1.2.3');
    expect(await statusOf(server.get(`${IN_DEFAULT}/services/shop:http/proxy/`))).toEqual({
      code: 503,
      message: 'error trying to reach service: dial tcp 10.1.2.3:8080: i/o timeout',
    });
  });

  it('redirects to a path with a trailing slash, and keeps redirects behind the proxy', async () => {
    const server = await serverWith(() => new Response(null, { status: 302, headers: { location: '/login?next=/' } }));
    await createService(server);
    await createEndpoints(server, '10.1.2.3');
    const first = await server.get(`${IN_DEFAULT}/services/shop:http/proxy?a=b`);
    expect([first.status, first.headers.get('location')]).toEqual([301, `${IN_DEFAULT}/services/shop:http/proxy/?a=b`]);
    const second = await server.get(`${IN_DEFAULT}/services/shop:http/proxy/home/`);
    expect(second.headers.get('location')).toBe(`${IN_DEFAULT}/services/shop:http/proxy/login?next=/`);
  });

  it('rejects an invalid name', async () => {
    const { get } = await serverWith();
    expect(await statusOf(get(`${IN_DEFAULT}/services/ftp:shop:80/proxy/`))).toEqual({
      code: 400,
      message: 'invalid service request "ftp:shop:80"',
    });
  });
});

describe('the proxy of a pod', () => {
  it('forwards requests to the first container port, or to the requested one', async () => {
    const server = await serverWith();
    await createPod(server, '10.1.2.3');
    await server.get(`${IN_DEFAULT}/pods/web/proxy/x`);
    await server.get(`${IN_DEFAULT}/pods/web:9090/proxy/`);
    expect(server.sent.map(({ url }) => url)).toEqual(['http://10.1.2.3:8080/x', 'http://10.1.2.3:9090/']);
  });

  it.each([['127.0.0.1'], ['169.254.169.254']])('rejects the address %s', async (address) => {
    const server = await serverWith();
    await createPod(server, address);
    expect(await statusOf(server.get(`${IN_DEFAULT}/pods/web/proxy/`))).toEqual({
      code: 400,
      message: 'address not allowed',
    });
    expect(server.sent).toEqual([]);
  });
});

describe('the proxy of a node', () => {
  it('responds 404 when the node does not exist', async () => {
    const { get } = await serverWith();
    expect(await statusOf(get('/api/v1/nodes/n1:10250/proxy/metrics'))).toEqual({
      code: 404,
      message: 'nodes "n1" not found',
    });
  });

  it('responds 500 when the node has no known address', async () => {
    const { get, post } = await serverWith();
    await post('/api/v1/nodes', { metadata: { name: 'n1' } });
    expect(await statusOf(get('/api/v1/nodes/n1/proxy/metrics'))).toEqual({
      code: 500,
      message: 'no preferred addresses found; known addresses: []',
    });
  });

  it('prefers the host name, uses HTTPS for the kubelet and HTTP for other ports', async () => {
    const { get, post, sent } = await serverWith();
    const addresses = [
      { type: 'InternalIP', address: '10.1.2.3' },
      { type: 'Hostname', address: 'n1.example' },
    ];
    await post('/api/v1/nodes', { metadata: { name: 'n1' }, status: { addresses } });
    await get('/api/v1/nodes/n1/proxy/metrics');
    await get('/api/v1/nodes/n1:9100/proxy/metrics');
    expect(sent.map(({ url }) => url)).toEqual(['https://n1.example:10250/metrics', 'http://n1.example:9100/metrics']);
  });
});

describe('the log of a pod on a node', () => {
  it('responds 404 when the node does not exist', async () => {
    const server = await serverWith();
    await createPod(server, '10.1.2.3');
    await server.post(`${IN_DEFAULT}/pods/web/binding`, { metadata: { name: 'web' }, target: { name: 'n1' } });
    expect(await statusOf(server.get(`${IN_DEFAULT}/pods/web/log`))).toEqual({
      code: 404,
      message: 'nodes "n1" not found',
    });
    expect(await statusOf(server.send('POST', `${IN_DEFAULT}/pods/web/exec?command=ls`))).toEqual({
      code: 404,
      message: 'nodes "n1" not found',
    });
  });
});

it.each([
  ['10.1.2.3', true],
  ['fd00::1', true],
  ['127.1.2.3', false],
  ['::1', false],
  ['fe80::1', false],
  ['224.0.0.1', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['host.example', false],
])('reports whether proxies may connect to %s: %s', (address, expected) => {
  expect(isProxyable(address)).toBe(expected);
});
