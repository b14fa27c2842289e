import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type NodeHost, startNodeHost } from '../../../src/hosts/node/node.ts';
import { CONFORMANCE_TOKENS } from '../../conformance/scenarios.ts';
import { type KeyAndCertificate, selfSignedCertificate } from '../../helpers/self-signed-certificate.ts';
import { until } from '../../helpers/until.ts';

const AUTHORIZATION = { authorization: 'Bearer admin-token' };
const THINGS = '/apis/ext.example/v1/things';

/** The values of a header, one for each received line. */
const linesOf = ({ rawHeaders }: IncomingMessage, name: string): string[] =>
  rawHeaders.flatMap((text, index) =>
    index % 2 === 0 && text.toLowerCase() === name ? [rawHeaders[index + 1] ?? ''] : [],
  );

/** Starts an extension API server that returns the received identity, and echoes on upgraded connections. */
async function startExtension({ key, certificate }: KeyAndCertificate): Promise<https.Server> {
  const options = { key, cert: certificate, requestCert: true, rejectUnauthorized: false };
  const extension = https.createServer(options, (request, response) => {
    if (request.url?.includes('watch=')) {
      response.write('first\n');
      request.socket.once('close', () => response.end());
      return;
    }
    const client = (request.socket as TLSSocket).getPeerCertificate();
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        user: linesOf(request, 'x-remote-user'),
        groups: linesOf(request, 'x-remote-group'),
        proxy: client.subject?.CN,
      }),
    );
  });
  extension.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n');
    socket.write(`${linesOf(request, 'x-remote-user')} `);
    socket.on('data', (data) => socket.write(data));
    socket.on('error', () => socket.destroy());
    socket.on('end', () => socket.end());
  });
  extension.listen(0, 'localhost');
  await once(extension, 'listening');
  return extension;
}

describe('an extension API server behind a Service', () => {
  let host: NodeHost;
  let extension: https.Server;

  const send = async (method: string, path: string, body?: unknown) =>
    fetch(`${host.url}${path}`, {
      method,
      headers: { ...AUTHORIZATION, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const conditionOf = async (name: string) => {
    const { status } = await (await send('GET', `/apis/apiregistration.k8s.io/v1/apiservices/${name}`)).json();
    return status?.conditions?.[0];
  };
  const register = (group: string, service: string, caBundle: string) =>
    send('POST', '/apis/apiregistration.k8s.io/v1/apiservices', {
      metadata: { name: `v1.${group}` },
      spec: {
        ...{ group, version: 'v1', groupPriorityMinimum: 1000, versionPriority: 15, caBundle },
        service: { namespace: 'default', name: service, port: (extension.address() as AddressInfo).port },
      },
    });

  beforeAll(async () => {
    const serving = await selfSignedCertificate(['api.default.svc']);
    const proxy = await selfSignedCertificate(['front-proxy']);
    extension = await startExtension(serving);
    host = await startNodeHost({
      port: 0,
      flags: {
        dialect: 'kubernetes',
        'token-auth-file': CONFORMANCE_TOKENS,
        'proxy-client-cert-file': proxy.certificate,
        'proxy-client-key-file': proxy.key,
      },
    });
    const spec = { type: 'ExternalName', externalName: 'localhost' };
    for (const name of ['api', 'impostor'])
      await send('POST', '/api/v1/namespaces/default/services', { metadata: { name }, spec });
    await register('ext.example', 'api', btoa(serving.certificate));
    await register('wrong.example', 'impostor', btoa(serving.certificate));
    await until(async () => (await conditionOf('v1.ext.example'))?.status === 'True');
  });
  afterAll(async () => {
    await host?.close();
    extension?.close();
  });

  test('receives a header line for each group, and the certificate of the front proxy', async () => {
    expect(await (await send('GET', THINGS)).json()).toEqual({
      user: ['admin'],
      groups: ['system:masters', 'system:authenticated'],
      proxy: 'tabplane',
    });
  });

  test('sends events of a watch before the watch ends', async () => {
    const abort = new AbortController();
    const response = await fetch(`${host.url}${THINGS}?watch=1`, { headers: AUTHORIZATION, signal: abort.signal });
    const { value } = (await response.body?.getReader().read()) ?? {};
    expect(new TextDecoder().decode(value)).toBe('first\n');
    abort.abort();
  });

  test('can upgrade the connection and receives the user', async () => {
    const request = http.request(`${host.url}${THINGS}`, {
      headers: { ...AUTHORIZATION, connection: 'Upgrade', upgrade: 'echo' },
    });
    request.end();
    const [, socket, head] = (await once(request, 'upgrade')) as [IncomingMessage, Duplex, Buffer];
    let received = head.toString();
    socket.on('data', (data) => {
      received += data;
    });
    socket.write('hello');
    await expect.poll(() => received).toBe('admin hello');
    socket.end();
  });

  test('is not trusted with a certificate for another service', async () => {
    await expect.poll(async () => (await conditionOf('v1.wrong.example'))?.reason).toBe('FailedDiscoveryCheck');
    expect((await conditionOf('v1.wrong.example')).message).toContain(
      ': tls: failed to verify certificate: x509: certificate is valid for api.default.svc, not impostor.default.svc',
    );
    expect((await send('GET', '/apis/wrong.example/v1')).status).toBe(503);
  });
});
