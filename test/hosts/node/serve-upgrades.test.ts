import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NodeHost, startNodeHost } from '../../../src/hosts/node/node.ts';
import { servingCertificate } from '../../../src/hosts/node/serving-certificate.ts';
import { CONFORMANCE_TOKENS } from '../../conformance/scenarios.ts';

const AUTHORIZATION = { authorization: 'Bearer admin-token' };
const POD = '/api/v1/namespaces/default/pods/web';

/** A line for each request that the kubelet received. */
const asked: string[] = [];

/** Starts a kubelet that answers log requests with text, and echoes in upper case on upgraded connections. */
async function startKubelet(certificate: string, key: string): Promise<https.Server> {
  const kubelet = https.createServer({ cert: certificate, key }, (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (request.url?.startsWith('/containerLogs/default/web/gone')) response.writeHead(404).end('no such container');
    else response.end(`log of ${request.url}`);
  });
  kubelet.on('upgrade', (request: http.IncomingMessage, socket: Duplex, head: Buffer) => {
    asked.push(`${request.method} ${request.url} ${request.headers.upgrade} ${request.headers.authorization}`);
    if (request.url?.includes('refused')) {
      socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 7\r\n\r\nrefused');
      return;
    }
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n\r\nready ');
    socket.write(head.toString().toUpperCase());
    socket.on('data', (data) => socket.write(data.toString().toUpperCase()));
    socket.on('error', () => socket.destroy());
    socket.on('end', () => socket.end());
  });
  kubelet.listen(0, '127.0.0.1');
  await once(kubelet, 'listening');
  return kubelet;
}

describe('a kubelet at the address of a node', () => {
  let host: NodeHost;
  let kubelet: https.Server;

  const send = (method: string, path: string, body?: unknown) =>
    fetch(`${host.url}${path}`, {
      method,
      headers: { ...AUTHORIZATION, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });

  /** Sends an upgrade request. Resolves with the connection, or with the response that rejects it. */
  const upgrade = async (path: string, base = host.url, options: https.RequestOptions = {}) => {
    const request = (base?.startsWith('https') ? https : http).request(`${base}${path}`, {
      method: 'POST',
      headers: { ...AUTHORIZATION, connection: 'Upgrade', upgrade: 'SPDY/3.1' },
      ...options,
    });
    request.end();
    return new Promise<{ socket?: Duplex; head: string; status?: number | undefined; body?: string }>(
      (resolve, reject) => {
        request.on('upgrade', (_, socket, head) => resolve({ socket, head: head.toString() }));
        request.on('response', async (response) =>
          resolve({ status: response.statusCode, head: '', body: await text(response) }),
        );
        request.on('error', reject);
      },
    );
  };

  beforeAll(async () => {
    host = await startNodeHost({
      port: 0,
      securePort: 0,
      flags: { dialect: 'kubernetes', 'token-auth-file': CONFORMANCE_TOKENS },
    });
    const { certificate, key } = await servingCertificate(host.server.capabilities.certificates, ['127.0.0.1']);
    kubelet = await startKubelet(certificate, key);
    const { port } = kubelet.address() as AddressInfo;
    await send('POST', '/api/v1/nodes', { metadata: { name: 'n1' } });
    const status = {
      addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
      daemonEndpoints: { kubeletEndpoint: { Port: port } },
    };
    await fetch(`${host.url}/api/v1/nodes/n1/status`, {
      method: 'PATCH',
      headers: { ...AUTHORIZATION, 'content-type': 'application/merge-patch+json' },
      body: JSON.stringify({ status }),
    });
    await send('POST', '/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } });
    const container = { image: 'i', terminationMessagePolicy: 'File' };
    await send('POST', '/api/v1/namespaces/default/pods', {
      metadata: { name: 'web' },
      spec: {
        nodeName: 'n1',
        containers: ['app', 'gone', 'refused'].map((name) => ({ ...container, name })),
      },
    });
  });
  afterAll(async () => {
    await host.close();
    kubelet.closeAllConnections();
    kubelet.close();
  });

  it('returns the log of a pod', async () => {
    const answer = await send('GET', `${POD}/log?container=app&tailLines=5&follow=true&timestamps=1`);
    expect(answer.headers.get('content-type')).toBe('text/plain');
    expect(await answer.text()).toBe('log of /containerLogs/default/web/app?follow=true&tailLines=5&timestamps=true');
  });

  it('reports why a log is unavailable', async () => {
    const answer = await send('GET', `${POD}/log?container=gone`);
    expect(await answer.json()).toMatchObject({
      code: 404,
      reason: 'NotFound',
      details: { causes: [{ reason: 'UnexpectedServerResponse', message: 'no such container' }] },
    });
  });

  it.each([['HTTP'], ['HTTPS']])('is connected to an exec over %s', async (protocol) => {
    const secure = protocol === 'HTTPS';
    const base = secure ? host.secureUrl : host.url;
    const { socket, head } = await upgrade(
      `${POD}/exec?container=app&command=sh&command=-c&stdin=true&stdout=true`,
      base,
      secure ? { ca: host.certificate } : {},
    );
    if (!socket) throw new Error('no upgrade');
    let received = head;
    socket.on('data', (data) => {
      received += data;
    });
    socket.write('hello');
    await expect.poll(() => received).toBe('ready HELLO');
    expect(asked.at(-1)).toBe('POST /exec/default/web/app?command=sh&command=-c&input=1&output=1 SPDY/3.1 undefined');
    socket.destroy();
  });

  it('serves port forwarding and the node proxy', async () => {
    const { socket } = await upgrade(`${POD}/portforward?ports=80&ports=81`);
    socket?.destroy();
    expect(asked.at(-1)).toMatch(/^POST \/portForward\/default\/web\?port=80%2C81 /);
    expect(await (await send('GET', '/api/v1/nodes/n1/proxy/stats/summary?only=cpu')).text()).toBe(
      'log of /stats/summary?only=cpu',
    );
  });

  it('can reject an upgrade', async () => {
    expect(await upgrade(`${POD}/attach?container=refused`)).toMatchObject({ status: 403, body: 'refused' });
  });

  it('receives no denied request', async () => {
    const count = asked.length;
    const answer = await upgrade(`${POD}/exec?container=app`, host.url, {
      headers: { connection: 'Upgrade', upgrade: 'SPDY/3.1' },
    });
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.body ?? '')).toMatchObject({ reason: 'Forbidden' });
    expect(asked).toHaveLength(count);
  });

  it('does not affect other upgrade requests, which get ordinary responses', async () => {
    const answer = await upgrade('/version', host.url, {
      method: 'GET',
      headers: { ...AUTHORIZATION, connection: 'Upgrade', upgrade: 'websocket' },
    });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body ?? '')).toMatchObject({ gitVersion: 'v1.28.3' });
  });

  it.each([
    ['one piece', 1],
    ['two pieces', 2],
  ])('does not affect a request body that arrives in %s', async (_, pieces) => {
    const body = JSON.stringify({ metadata: { generateName: 'from-http2-client-' }, data: { a: 'x'.repeat(100_000) } });
    const length = Math.ceil(body.length / pieces);
    const headers = { ...AUTHORIZATION, 'content-type': 'application/json', 'content-length': body.length };
    const request = http.request(`${host.url}/api/v1/namespaces/default/configmaps`, {
      method: 'POST',
      headers: { ...headers, connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' },
    });
    for (let start = 0; start < body.length; start += length) request.write(body.slice(start, start + length));
    request.end();
    const [response] = await once(request, 'response');
    expect(response.statusCode).toBe(201);
    expect(JSON.parse(await text(response))).toMatchObject({ data: { a: 'x'.repeat(100_000) } });
  });

  it('closes a watch whose client offered another protocol and disconnected', async () => {
    const before = host.server.openStreams;
    const watch = http.get(`${host.url}/api/v1/configmaps?watch=1`, {
      headers: { ...AUTHORIZATION, connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c' },
    });
    await once(watch, 'response');
    expect(host.server.openStreams).toBe(before + 1);
    watch.destroy();
    await expect.poll(() => host.server.openStreams).toBe(before);
  });

  it('causes an error when it is unreachable', async () => {
    const { port } = kubelet.address() as AddressInfo;
    kubelet.closeAllConnections();
    await new Promise((resolve) => kubelet.close(resolve));
    const exec = await upgrade(`${POD}/exec?container=app`);
    expect(JSON.parse(exec.body ?? '')).toMatchObject({
      code: 500,
      message: `error dialing backend: dial tcp 127.0.0.1:${port}: connect: connection refused`,
    });
    const log = await send('GET', `${POD}/log?container=app`);
    expect(await log.json()).toMatchObject({
      code: 500,
      message: `Get "https://127.0.0.1:${port}/containerLogs/default/web/app": dial tcp 127.0.0.1:${port}: connect: connection refused`,
    });
  });
});
