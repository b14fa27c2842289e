import { createServer as createPlainServer, type RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outgoingFetch } from '../../../src/hosts/node/outgoing-fetch.ts';
import { type KeyAndCertificate, selfSignedCertificate } from '../../helpers/self-signed-certificate.ts';

const answer: RequestListener = async (request, response) => {
  const body = await text(request);
  if (request.url === '/silent') return;
  if (request.url === '/moved') return void response.writeHead(302, { location: '/echo' }).end();
  if (request.url === '/kept') return void response.writeHead(307, { location: '/echo' }).end();
  if (request.url === '/circle') return void response.writeHead(302, { location: '/circle' }).end();
  if (request.url === '/none') return void response.writeHead(204).end();
  if (request.url === '/slow') {
    response.write('first');
    return;
  }
  const { socket, method, headers, headersDistinct } = request;
  const shown = 'getPeerCertificate' in socket ? (socket as TLSSocket).getPeerCertificate().subject?.CN : undefined;
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify({ method, body, shown, type: headers['content-type'], several: headersDistinct['x-several'] }),
  );
};

let certificate: KeyAndCertificate;
let secure: ReturnType<typeof createServer>;
let plain: ReturnType<typeof createPlainServer>;
let url: string;
let plainUrl: string;
beforeAll(async () => {
  certificate = await selfSignedCertificate(['hooks.example']);
  const tls = { key: certificate.key, cert: certificate.certificate, requestCert: true, rejectUnauthorized: false };
  secure = createServer(tls, answer);
  plain = createPlainServer(answer);
  for (const server of [secure, plain])
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  url = `https://127.0.0.1:${(secure.address() as AddressInfo).port}`;
  plainUrl = `http://127.0.0.1:${(plain.address() as AddressInfo).port}`;
});
afterAll(() => {
  for (const server of [secure, plain]) {
    server.closeAllConnections();
    server.close();
  }
});

const trusted = () => ({ certificateAuthorities: certificate.certificate, serverName: 'hooks.example' });
const post = (path: string) =>
  new Request(`${url}${path}`, { method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json' } });

test('a request is sent and its response returned, also over HTTP', async () => {
  const response = await outgoingFetch(post('/echo'), trusted());
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toEqual({ method: 'POST', body: '{"a":1}', type: 'application/json' });
  expect(await (await outgoingFetch(new Request(`${plainUrl}/echo`))).json()).toMatchObject({ method: 'GET' });
  expect((await outgoingFetch(new Request(`${plainUrl}/none`))).status).toBe(204);
});

test('a client certificate is presented', async () => {
  const { key: clientKey, certificate: clientCertificate } = certificate;
  const response = await outgoingFetch(post('/echo'), { ...trusted(), clientKey, clientCertificate });
  expect(await response.json()).toMatchObject({ shown: 'tabplane' });
});

test('only the given authorities are trusted, for the given name', async () => {
  const unknown = 'tls: failed to verify certificate: x509: certificate signed by unknown authority';
  await expect(outgoingFetch(post('/echo'))).rejects.toThrow(unknown);
  const { certificate: other } = await selfSignedCertificate(['hooks.example']);
  await expect(outgoingFetch(post('/echo'), { ...trusted(), certificateAuthorities: other })).rejects.toThrow('x509');
  await expect(outgoingFetch(post('/echo'), { ...trusted(), serverName: 'other.example' })).rejects.toThrow('x509');
  expect((await outgoingFetch(post('/echo'), { insecureSkipVerify: true })).status).toBe(200);
});

test('redirects are followed, with GET unless the method must be kept', async () => {
  expect(await (await outgoingFetch(post('/moved'), trusted())).json()).toEqual({ method: 'GET', body: '' });
  expect(await (await outgoingFetch(post('/kept'), trusted())).json()).toMatchObject({ method: 'POST' });
  await expect(outgoingFetch(post('/circle'), trusted())).rejects.toThrow('stopped after 10 redirects');
});

test('an abort ends a pending request and a response that is being read', async () => {
  const waiting = outgoingFetch(new Request(`${plainUrl}/silent`, { signal: AbortSignal.timeout(50) }));
  await expect(waiting).rejects.toThrow('timeout');
  const abort = new AbortController();
  const response = await outgoingFetch(new Request(`${plainUrl}/slow`, { signal: abort.signal }));
  const reader = response.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('first');
  abort.abort();
  await expect(reader?.read()).rejects.toThrow();
});

test('connection failures have the messages of the real server', async () => {
  await expect(outgoingFetch(new Request('http://127.0.0.1:1/'))).rejects.toThrow(
    'dial tcp 127.0.0.1:1: connect: connection refused',
  );
});

test.each([
  ['other.example', 'certificate is valid for hooks.example, not other.example'],
  [undefined, "cannot validate certificate for 127.0.0.1 because it doesn't contain any IP SANs"],
])('a certificate that does not name %s is rejected with the names that it has', async (serverName, message) => {
  const trust = { certificateAuthorities: certificate.certificate, ...(serverName ? { serverName } : {}) };
  await expect(outgoingFetch(post('/echo'), trust)).rejects.toThrow(
    `tls: failed to verify certificate: x509: ${message}`,
  );
});

test('a repeated header is sent in one line for each value', async () => {
  const request = new Request(`${plainUrl}/lines`, { headers: { 'x-several': 'a, b, c' } });
  const response = await outgoingFetch(request, undefined, { 'x-several': ['a', 'b, c'] });
  expect(await response.json()).toMatchObject({ several: ['a', 'b, c'] });
});
