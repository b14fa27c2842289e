import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../helpers/until.ts';
import { ADMIN, type ChildServer, startChildServer } from './child-server.ts';
import { spdyFrames, webSocketFrames } from './generators/frames.ts';
import { message } from './raw-http.ts';

const PODS = '/api/v1/namespaces/default/pods';
const EXEC = `${PODS}/web/exec?command=sh&stdin=1&stdout=1&stderr=1`;
const FORWARD = `${PODS}/web/portforward?ports=8000`;

let server: ChildServer;

beforeAll(async () => {
  server = await startChildServer(['--controllers', '--simulated-nodes', '1']);
  const headers = { ...ADMIN, 'content-type': 'application/json' };
  const spec = { containers: [{ name: 'main', image: 'example.com/web:1', ports: [{ containerPort: 8000 }] }] };
  const body = JSON.stringify({ metadata: { name: 'web' }, spec });
  await until(async () => (await fetch(server.url + PODS, { method: 'POST', headers, body })).status === 201);
  await until(async () => {
    const answer = await fetch(`${server.url}${PODS}/web`, { headers });
    return ((await answer.json()) as { status?: { phase?: string } }).status?.phase === 'Running';
  });
});
afterAll(() => server.stop());

const UPGRADES = {
  websocket: [
    ['Connection', 'Upgrade'],
    ['Upgrade', 'websocket'],
    ['Sec-WebSocket-Key', 'AAAAAAAAAAAAAAAAAAAAAA=='],
    ['Sec-WebSocket-Version', '13'],
    ['Sec-WebSocket-Protocol', 'v4.channel.k8s.io'],
  ],
  spdy: [
    ['Connection', 'Upgrade'],
    ['Upgrade', 'SPDY/3.1'],
  ],
} as const;

/** Opens a stream, sends bytes on it, and disconnects. */
const abuse = (kind: keyof typeof UPGRADES, path: string, bytes: readonly Uint8Array[], patience = 30): Promise<void> =>
  new Promise((resolve) => {
    const socket: Socket = connect(server.port, '127.0.0.1');
    const headers = [['Authorization', ADMIN.authorization], ...UPGRADES[kind]] as const;
    socket.on('error', () => socket.destroy()).on('close', () => resolve());
    socket.once('data', () => {
      for (const each of bytes) if (socket.writable) socket.write(each);
      setTimeout(() => socket.destroy(), patience);
    });
    socket.write(message(kind === 'spdy' ? 'POST' : 'GET', path, headers));
  });

const survives = async (): Promise<void> => {
  expect((await fetch(`${server.url}/livez`)).status).toBe(200);
  expect(server.exit()).toBeUndefined();
};

const frame = (channel: number, text: string, first = 0x82): Buffer => {
  const payload = Buffer.from([channel, ...Buffer.from(text)]);
  const length =
    payload.length < 126 ? [0x80 | payload.length] : [0x80 | 126, payload.length >> 8, payload.length & 0xff];
  return Buffer.concat([Buffer.from([first, ...length, 0, 0, 0, 0]), payload]);
};
const control = (type: number, payload: Uint8Array): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(0x80030000 + type);
  head.writeUInt32BE(payload.length, 4);
  return Buffer.concat([head, payload]);
};
const opening = (block: Uint8Array): Buffer =>
  control(1, Buffer.concat([Buffer.from([0, 0, 0, 1, 0, 0, 0, 0, 0, 0]), block]));

describe('a server survives', () => {
  it.each([
    ['an uncompressed header block', 'spdy', EXEC, [opening(Buffer.from('no block at all'))]],
    ['a header block with another dictionary', 'spdy', EXEC, [opening(deflateSync(Buffer.alloc(100)))]],
    ['a header block that unfolds to 64 MB', 'spdy', EXEC, [opening(deflateSync(Buffer.alloc(64 * 1024 * 1024)))]],
    ['a control frame without a payload', 'spdy', EXEC, [control(1, Buffer.alloc(0)), control(3, Buffer.alloc(0))]],
    ['a frame of another version', 'spdy', EXEC, [Buffer.from([0x80, 9, 0, 1, 0, 0, 0, 0])]],
    ['data of a stream that nobody opened', 'spdy', EXEC, [Buffer.from([0, 0, 0, 9, 0, 0, 0, 1, 65])]],
    ['random bytes instead of frames', 'spdy', FORWARD, [randomBytes(10_000)]],
    ['a frame that is not masked', 'websocket', EXEC, [Buffer.from([0x82, 1, 0])]],
    ['an unknown frame', 'websocket', EXEC, [frame(0, 'x', 0x83)]],
    ['a frame of 8 EB', 'websocket', EXEC, [Buffer.from([0x82, 0xff, 127, ...new Array<number>(11).fill(255)])]],
    ['a message without an end', 'websocket', EXEC, [frame(0, 'x', 0x02), frame(0, 'y', 0x02)]],
    ['an unknown channel', 'websocket', EXEC, [frame(200, 'x')]],
    ['a client that leaves in the middle of a frame', 'websocket', EXEC, [frame(0, 'x'.repeat(100)).subarray(0, 9)]],
    ['a forwarded request that is not HTTP', 'websocket', FORWARD, [frame(0, 'no request\r\n\r\n')]],
    ['a forwarded TRACE', 'websocket', FORWARD, [frame(0, 'TRACE / HTTP/1.1\r\nHost: a\r\n\r\n')]],
    ['a forwarded request to no host', 'websocket', FORWARD, [frame(0, 'GET / HTTP/1.1\r\nHost: [\r\n\r\n')]],
    ['a forwarded request to no address', 'websocket', FORWARD, [frame(0, 'GET http://[ HTTP/1.1\r\nHost: a\r\n\r\n')]],
    [
      'a forwarded request with user information',
      'websocket',
      FORWARD,
      [frame(0, 'GET http://a:b@c/ HTTP/1.1\r\nHost: a\r\n\r\n')],
    ],
  ] as const)('%s', async (_, kind, path, bytes) => {
    await abuse(kind, path, bytes, 200);
    await survives();
  });

  it('generated frames of WebSockets and SPDY', async () => {
    await fc.assert(
      fc.asyncProperty(webSocketFrames, spdyFrames, fc.boolean(), async (messages, frames, isExec) => {
        const path = isExec ? EXEC : FORWARD;
        await Promise.all([abuse('websocket', path, messages), abuse('spdy', path, frames)]);
        await survives();
      }),
      { seed: 24, numRuns: 60, endOnFailure: true },
    );
  });
});
