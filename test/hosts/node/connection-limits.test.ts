import { once } from 'node:events';
import { type ClientHttp2Session, connect as connectHttp2, constants } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiRequest } from '../../../src/api/messages/api-messages.ts';
import { apiResponse } from '../../../src/api/messages/api-response.ts';
import { bodyBytes } from '../../../src/api/messages/body-text.ts';
import { LIMITS, MOST_HEADERS } from '../../../src/hosts/node/connection-limits.ts';
import { type Listener, listen } from '../../../src/hosts/node/listen.ts';
import { selfSignedCertificate } from '../../helpers/self-signed-certificate.ts';

/** Shorter limits than the real ones, in the same order. */
const SHORT = {
  ...LIMITS,
  headersTimeout: 300,
  handshakeTimeout: 300,
  requestTimeout: 600,
  keepAliveTimeout: 600,
  connectionsCheckingInterval: 50,
};

/** How long a connection may live beyond its limit on a busy machine. */
const SLACK = 3000;

/** A server that reads bodies and sends no watch events. */
const served = {
  upgrade: async () => new Response(),
  async answer({ target, body }: ApiRequest) {
    const silent = { next: () => new Promise<never>(() => undefined), cancel: () => undefined };
    if (target.includes('watch')) return apiResponse(200, { kind: 'chunks', chunks: silent });
    return apiResponse(200, `read ${(await bodyBytes(body, Infinity)).length}`);
  },
};

const listeners: Record<string, Listener> = {};
const portOf = (scheme: string): number => Number(new URL(listeners[scheme]?.url ?? '').port);

beforeAll(async () => {
  const { key, certificate } = await selfSignedCertificate(['localhost']);
  const allowed = { hosts: undefined, allowsOrigin: undefined, hasSecretTokens: true };
  const options = { hostname: '127.0.0.1', port: 0, allowed, authorities: [], limits: SHORT };
  listeners.http = await listen(served, options);
  listeners.https = await listen(served, { ...options, certificate: { key, certificate } });
});
afterAll(() => Promise.all(Object.values(listeners).map((listener) => listener.close())));

async function open(scheme: string): Promise<Socket> {
  const port = portOf(scheme);
  if (scheme === 'http') return connect(port, '127.0.0.1');
  const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] });
  await once(socket, 'secureConnect');
  return socket;
}

/** Waits until the server ends the connection. Returns the received text and the elapsed milliseconds. */
async function untilEnded(socket: Socket): Promise<{ text: string; milliseconds: number }> {
  const start = performance.now();
  let text = '';
  socket.on('data', (data) => {
    text += data;
  });
  socket.on('error', () => socket.destroy());
  socket.on('end', () => socket.destroy());
  await once(socket, 'close');
  return { text, milliseconds: performance.now() - start };
}

/** Writes a byte every 20 ms until the connection is closed. */
function drip(socket: Socket, bytes: string): void {
  let at = 0;
  const timer = setInterval(() => socket.writable && socket.write(bytes[at++ % bytes.length] ?? ''), 20);
  socket.on('close', () => clearInterval(timer));
}

const POST = 'POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n';

describe.each(['http', 'https'])('a connection of %s', (scheme) => {
  it.each([
    ['sends a header byte by byte', 'GET /api HTTP/1.1\r\nHost: localhost\r\nX: ', SHORT.headersTimeout],
    ['sends a body byte by byte', POST, SHORT.requestTimeout],
  ])('that %s receives 408 and is closed at the limit', async (_, start, limit) => {
    const socket = await open(scheme);
    const ended = untilEnded(socket);
    socket.write(start);
    drip(socket, 'x');
    const { text, milliseconds } = await ended;
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(text).toContain('the request did not arrive in time');
    expect(milliseconds).toBeGreaterThan(limit / 2);
    expect(milliseconds).toBeLessThan(limit + SLACK);
  });

  it.each([
    ['has sent nothing', '', SHORT.headersTimeout],
    ['has sent a part of a header', 'GET /api HTTP/1.1\r\nHos', SHORT.headersTimeout],
    ['has sent a part of a body', `${POST}{`, SHORT.requestTimeout],
    ['has been idle after a request', 'GET /api HTTP/1.1\r\nHost: localhost\r\n\r\n', SHORT.keepAliveTimeout],
  ])('that %s and then stays silent is closed at the limit', async (_, bytes, limit) => {
    const socket = await open(scheme);
    const ended = untilEnded(socket);
    socket.write(bytes);
    const { milliseconds } = await ended;
    expect(milliseconds).toBeGreaterThan(limit / 2);
    expect(milliseconds).toBeLessThan(limit + SLACK);
  });

  it('stays open while a response is silent', async () => {
    const socket = await open(scheme);
    let isClosed = false;
    socket.on('close', () => {
      isClosed = true;
    });
    socket.write('GET /watch HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await new Promise((resolve) => setTimeout(resolve, SHORT.keepAliveTimeout + SLACK / 2));
    expect(isClosed).toBe(false);
    socket.destroy();
  });

  it.each([
    ['a header below the limit', `X: ${'x'.repeat(200_000)}\r\n`, 200],
    ['a header above the limit', `X: ${'x'.repeat(300_000)}\r\n`, 431],
    ['an endless header', `X: ${'x'.repeat(2_000_000)}`, 431],
    ['as many headers as allowed', 'X: y\r\n'.repeat(MOST_HEADERS - 3), 200],
    ['more headers', 'X: y\r\n'.repeat(MOST_HEADERS), 431],
  ])('answers %s', async (_, headers, status) => {
    const socket = await open(scheme);
    const ended = untilEnded(socket);
    socket.write(`GET /api HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n\r\n`);
    expect((await ended).text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });
});

describe('a connection of HTTP/2', () => {
  const openSession = (): ClientHttp2Session =>
    connectHttp2(listeners.https?.url ?? '', { rejectUnauthorized: false }).on('error', () => undefined);

  it('allows as many concurrent requests as the real server', async () => {
    const session = openSession();
    const [settings] = await once(session, 'remoteSettings');
    expect(settings).toMatchObject({ maxConcurrentStreams: 100 });
    session.destroy();
  });

  it('is closed when it is idle, but not during a request', async () => {
    const idle = openSession();
    const busy = openSession();
    busy.request({ ':path': '/watch' }).on('error', () => undefined);
    const start = performance.now();
    await once(idle, 'close');
    expect(performance.now() - start).toBeLessThan(SHORT.keepAliveTimeout + SLACK);
    await new Promise((resolve) => setTimeout(resolve, SHORT.keepAliveTimeout + SLACK / 2));
    expect(busy.closed).toBe(false);
    busy.destroy();
  });

  it('ends a request whose body does not arrive', async () => {
    const session = openSession();
    const slow = session.request({ ':method': 'POST', ':path': '/api' }, { endStream: false });
    slow.on('error', () => undefined).write('x');
    await once(slow, 'close');
    expect(slow.rstCode).toBe(constants.NGHTTP2_CANCEL);
    session.destroy();
  });
});

it('the limits equal those of the real server', () => {
  expect(LIMITS).toMatchObject({
    headersTimeout: 32_000,
    requestTimeout: 60_000,
    keepAliveTimeout: 90_000,
    keepAlive: true,
    keepAliveInitialDelay: 15_000,
    settings: { maxConcurrentStreams: 100 },
  });
});
