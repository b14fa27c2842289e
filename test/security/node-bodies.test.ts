import { once } from 'node:events';
import { createServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selfSignedCertificate } from '../helpers/self-signed-certificate.ts';
import { ADMIN, type ChildServer, startChildServer } from './child-server.ts';
import { message } from './raw-http.ts';

const MEGABYTE = 1024 * 1024;
/** The size of a sent body, and the memory that a server may use for it. */
const SENT = 300 * MEGABYTE;
const ALLOWED_GROWTH = 100 * MEGABYTE;

const HEADERS = [
  ['Authorization', ADMIN.authorization],
  ['Content-Type', 'application/json'],
] as const;

let server: ChildServer;
beforeAll(async () => {
  server = await startChildServer();
});
afterAll(() => server.stop());

/** The time for which a client sends before it reads, in milliseconds. */
const READS_AFTER = 150;

/**
 * Sends a body and starts to read later. Resolves with the head of the answer and the number of bytes that the server has
 * accepted. The client disconnects once it has sent the body and received the answer, because the server does not.
 */
const flood = (head: string, frame: (chunk: Buffer) => Buffer): Promise<{ answer: string; sent: number }> =>
  new Promise((resolve) => {
    const socket = connect(server.port, '127.0.0.1');
    const chunk = frame(Buffer.alloc(MEGABYTE, ' '));
    let [answer, sent] = ['', 0];
    const leave = (): void => {
      if (answer !== '' && sent >= SENT) socket.end();
    };
    const write = (): void => {
      while (sent < SENT && !socket.destroyed) {
        sent += chunk.length;
        if (!socket.write(chunk)) return void socket.once('drain', write);
      }
      leave();
    };
    socket.on('data', (data) => {
      answer += data.toString();
      leave();
    });
    socket.pause();
    setTimeout(() => socket.resume(), READS_AFTER);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve({ answer, sent: socket.bytesWritten }));
    socket.write(head);
    write();
  });

const chunked = (chunk: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]);

describe.each([
  ['with a length', [['Content-Length', String(SENT)]], (chunk: Buffer) => chunk],
  ['in chunks', [['Transfer-Encoding', 'chunked']], chunked],
] as const)('a body of 300 MB %s', (_, headers, frame) => {
  it.each([
    ['POST', '/api/v1/namespaces', 'keep-alive'],
    ['PUT', '/api/v1/namespaces/default', 'keep-alive'],
    ['PATCH', '/api/v1/namespaces/default', 'keep-alive'],
    ['DELETE', '/api/v1/namespaces/default', 'keep-alive'],
    // The connection closes after the answer, which the client must be able to read while it still sends.
    ['POST', '/api/v1/namespaces', 'close'],
    ['DELETE', '/api/v1/namespaces/default', 'close'],
  ])(
    'is rejected with 413 while the memory of the server stays bounded: %s %s, %s',
    async (method, path, connection) => {
      const { rss } = await server.usage();
      const type = method === 'PATCH' ? [['Content-Type', 'application/merge-patch+json'] as const] : [];
      const { answer } = await flood(
        message(method, path, [
          ...HEADERS.filter(([name]) => type.length === 0 || name !== 'Content-Type'),
          ...type,
          ...headers,
          ['Connection', connection],
        ]),
        frame,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 413 /);
      expect(answer).toContain('limit is 3145728');
      expect((await server.usage()).rss - rss).toBeLessThan(ALLOWED_GROWTH);
    },
  );
});

describe('the answer arrives while the client still sends', () => {
  const CHUNKED = ['Transfer-Encoding', 'chunked'] as const;
  it.each([
    ['a body without credentials', message('POST', '/api/v1/namespaces', [CHUNKED]), chunked, 403],
    ['a body of an unknown path', message('PUT', '/nowhere', [...HEADERS, CHUNKED]), chunked, 404],
    ['a body for a foreign host name', message('POST', '/api', [['Host', 'evil.example'], CHUNKED]), chunked, 403],
    ['a body of a GET', message('GET', '/version', [CHUNKED]), chunked, 200],
    ['an endless header', 'GET /version HTTP/1.1\r\nHost: localhost\r\nX: y', (chunk: Buffer) => chunk.fill('y'), 431],
    ['bytes that are not HTTP', 'GET /version\r\n', (chunk: Buffer) => chunk, 400],
    [
      'bytes after a rejected upgrade',
      message('GET', '/api/v1/pods/x/exec', [...HEADERS, ['Connection', 'Upgrade'], ['Upgrade', 'websocket']]),
      (chunk: Buffer) => chunk,
      404,
    ],
  ] as const)('%s', async (_, head, frame, status) => {
    const { rss } = await server.usage();
    const { answer } = await flood(head, frame);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect((await server.usage()).rss - rss).toBeLessThan(ALLOWED_GROWTH);
  });
});

describe('a proxied body', () => {
  it('is streamed without buffering when it exceeds the size limit of bodies', async () => {
    const { rss } = await server.usage();
    let received = 0;
    const { certificate: cert, key } = await selfSignedCertificate(['127.0.0.1']);
    const kubelet = createServer({ cert, key }, (request, response) => {
      request.on('data', (data: Buffer) => {
        received += data.length;
      });
      request.on('end', () => response.end(String(received)));
    });
    await once(kubelet.listen(0, '127.0.0.1'), 'listening');
    const { port } = kubelet.address() as AddressInfo;
    const send = (method: string, path: string, body: object, type = 'application/json') =>
      fetch(server.url + path, {
        method,
        headers: { ...ADMIN, 'content-type': type },
        body: JSON.stringify(body),
      });
    await send('POST', '/api/v1/nodes', { metadata: { name: 'n1' } });
    const addresses = [{ type: 'InternalIP', address: '127.0.0.1' }];
    const status = { addresses, daemonEndpoints: { kubeletEndpoint: { Port: port } } };
    await send('PATCH', '/api/v1/nodes/n1/status', { status }, 'application/merge-patch+json');
    const whole = Buffer.alloc(MEGABYTE);
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => (sent++ < SENT / MEGABYTE ? controller.enqueue(whole) : controller.close()),
    });
    let sent = 0;
    const init = { method: 'POST', headers: ADMIN, body, duplex: 'half' } as RequestInit;
    expect(await (await fetch(`${server.url}/api/v1/nodes/n1/proxy/x`, init)).text()).toBe(String(SENT));
    expect((await server.usage()).rss - rss).toBeLessThan(ALLOWED_GROWTH);
    kubelet.closeAllConnections();
    kubelet.close();
  });
});
