import { once } from 'node:events';
import { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ApiRequest, ApiResponse } from '../../../src/api/messages/api-messages.ts';
import { apiResponse } from '../../../src/api/messages/api-response.ts';
import { bodyBytes } from '../../../src/api/messages/body-text.ts';
import { type Listener, listen } from '../../../src/hosts/node/listen.ts';

/** The last request that the server received. */
let request: ApiRequest;
let answer: (received: ApiRequest) => Promise<ApiResponse>;
let listener: Listener;

beforeAll(async () => {
  const served = {
    upgrade: async () => new Response(),
    answer(received: ApiRequest) {
      request = received;
      return answer(received);
    },
  };
  const allowed = { hosts: undefined, allowsOrigin: undefined, hasSecretTokens: true };
  listener = await listen(served, { hostname: '127.0.0.1', port: 0, allowed, authorities: [] });
});
afterAll(() => listener.close());

const port = (): number => Number(new URL(listener.url).port);

/** Sends text. Returns the text received until the connection ends. */
async function exchange(sent: string): Promise<string> {
  const socket = connect(port(), '127.0.0.1');
  socket.write(sent);
  return text(socket);
}

/**
 * Sends a body in chunks until `time` milliseconds have passed, and reads only then. Returns the text received until the
 * connection ends.
 */
async function exchangeLate(head: string, time: number): Promise<string> {
  const socket = connect(port(), '127.0.0.1').pause();
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.on('error', () => socket.destroy());
  let received = '';
  socket.on('data', (data) => {
    received += data;
  });
  socket.pause();
  socket.write(head);
  for (const end = performance.now() + time; performance.now() < end; await delay(20))
    socket.write(`4000\r\n${'x'.repeat(0x4000)}\r\n`);
  socket.end('0\r\n\r\n');
  socket.resume();
  await closed;
  return received;
}

const END = 'Connection: close\r\n\r\n';

describe('a request over the messages of Node', () => {
  beforeAll(() => {
    answer = async () => apiResponse(200, 'ok');
  });

  it('has the headers of Fetch: sorted by name, with repeated headers joined', async () => {
    await exchange(`GET / HTTP/1.1\r\nHost: a\r\nX-B: 1\r\nAuthorization: x\r\nX-B: 2\r\nAuthorization: y\r\n${END}`);
    expect([...request.headers]).toEqual([
      ['authorization', 'x, y'],
      ['connection', 'close'],
      ['host', 'a'],
      ['x-b', '1, 2'],
    ]);
    expect(request.headers.get('X-B')).toBe('1, 2');
    expect(request.headers.get('x-c')).toBeNull();
  });

  it.each([
    ['/api?a=b', 'Host: Cluster:80', 'http://cluster', '/api?a=b'],
    ['//api', 'Host: cluster', 'http://cluster', '//api'],
    ['/api/..', 'Host: cluster', 'http://cluster', '/api/..'],
    ['*', 'Host: cluster', 'http://cluster', '/*'],
    ['http://other:8080/api?a', 'Host: cluster', 'http://other:8080', '/api?a'],
    ['/api', 'Host: user@cluster', 'http://_invalid_', '/api'],
  ])('with the target %s and %s has the origin %s and the target %s', async (target, host, origin, path) => {
    await exchange(`OPTIONS ${target} HTTP/1.1\r\n${host}\r\n${END}`);
    expect([request.origin, request.target]).toEqual([origin, path]);
  });

  it.each([
    ['foo:bar', 'cluster'],
    ['/api', 'cluster:99999'],
  ])('with the target %s and the host %s is rejected', async (target, host) => {
    expect(await exchange(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${END}`)).toMatch(/^HTTP\/1.1 400 /);
  });

  it('has no body without a length', async () => {
    await exchange(`POST / HTTP/1.1\r\nHost: a\r\n${END}`);
    expect(request.body).toBeUndefined();
  });

  it('has a body that is read as its parts arrive', async () => {
    answer = async ({ body }) => apiResponse(200, `${(await bodyBytes(body, Number.POSITIVE_INFINITY)).length} bytes`);
    const socket = connect(port(), '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\nConnection: close\r\n\r\nabc');
    setTimeout(() => socket.write('def'), 20);
    expect(await text(socket)).toContain('6 bytes');
  });

  it('is aborted when its client disconnects, and its body cannot be read', async () => {
    const read = new Promise((resolve) => {
      answer = async ({ body, signal }) => {
        const aborted = once(signal, 'abort');
        const failure = await bodyBytes(body, Number.POSITIVE_INFINITY).catch(({ message }: Error) => message);
        await aborted;
        resolve(failure);
        return apiResponse(200);
      };
    });
    const socket = connect(port(), '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\nabc', () =>
      setTimeout(() => socket.destroy(), 20),
    );
    expect(await read).toBe('the client has closed its connection');
  });
});

describe('a response over the messages of Node', () => {
  const received = (response: ApiResponse): Promise<string> => {
    answer = async () => response;
    return exchange(`GET / HTTP/1.1\r\nHost: a\r\n${END}`);
  };

  it('has headers sorted by name, and the standard reason phrase', async () => {
    const [head] = (await received(apiResponse(201, 'text', { 'x-b': '1', 'x-a': '2' }))).split('\r\n\r\n');
    expect(head?.split('\r\n').slice(0, 3)).toEqual(['HTTP/1.1 201 Created', 'x-a: 2', 'x-b: 1']);
  });

  it.each([
    ['a text', 'größe', 'größe'],
    ['bytes', new Uint8Array([65, 66]), 'AB'],
    ['an object', { kind: 'shared', object: { a: '<' } } as const, '{"a":"\\u003c"}\n'],
  ])('sends %s', async (_, body, expected) => {
    expect(await received(apiResponse(200, body))).toContain(`\r\n${expected}\r\n0\r\n`);
  });

  it('is sent after the other work of its turn, together with the responses to other requests', async () => {
    const order: string[] = [];
    const end = vi.spyOn(ServerResponse.prototype, 'end').mockImplementationOnce(function (this: ServerResponse) {
      order.push('sent');
      return this.destroy();
    });
    answer = async () => {
      await undefined;
      process.nextTick(() => order.push('other work'));
      return apiResponse(200, 'text');
    };
    await exchange(`GET / HTTP/1.1\r\nHost: a\r\n${END}`);
    end.mockRestore();
    expect(order).toEqual(['other work', 'sent']);
  });

  it('sends its head before the first chunk, and is canceled when its client disconnects', async () => {
    let cancel: () => void = () => undefined;
    const canceled = new Promise<void>((resolve) => {
      cancel = resolve;
    });
    answer = async () =>
      apiResponse(200, { kind: 'chunks', chunks: { next: () => new Promise(() => undefined), cancel } });
    const socket = connect(port(), '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    const [head] = (await once(socket, 'data')) as [Buffer];
    expect(head.toString()).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    socket.destroy();
    await canceled;
  });

  it('takes one chunk in a turn, so that what arrives later in the turn can be joined', async () => {
    const order: string[] = [];
    const next = async () => {
      order.push('chunk');
      if (order.length > 1) return undefined;
      process.nextTick(() => queueMicrotask(() => order.push('other work')));
      return Buffer.from('part');
    };
    await received(apiResponse(200, { kind: 'chunks', chunks: { next, cancel: () => undefined } }));
    expect(order).toEqual(['chunk', 'other work', 'chunk']);
  });

  it('breaks the connection when its chunks fail', async () => {
    const chunks = [Buffer.from('part')];
    const next = async () => {
      const chunk = chunks.shift();
      if (chunk) return chunk;
      await new Promise((resolve) => setTimeout(resolve, 20));
      throw new Error('broken');
    };
    const sent = await received(apiResponse(200, { kind: 'chunks', chunks: { next, cancel: () => undefined } }));
    expect(sent).toContain('part');
    expect(sent).not.toContain('\r\n0\r\n');
  });

  it('is not sent when the server fails', async () => {
    answer = () => Promise.reject(new TypeError('fetch failed'));
    expect(await exchange(`GET / HTTP/1.1\r\nHost: a\r\n${END}`)).toBe('');
  });
});

describe('a response to a request whose body still arrives', () => {
  it.each(['close', 'keep-alive'])('reaches a client that reads two seconds later: %s', async (connection) => {
    answer = async () => apiResponse(413, 'too large: ü');
    const head = 'DELETE / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n';
    const received = await exchangeLate(`${head}Connection: ${connection}\r\n\r\n`, 2000);
    expect(received).toMatch(/^HTTP\/1.1 413 /);
    expect(received).toContain('content-length: 13');
    expect(received).toMatch(/too large: ü$/);
  });
});
