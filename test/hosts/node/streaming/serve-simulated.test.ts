import { once } from 'node:events';
import { Duplex } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { textInMemory } from '../../../../src/api/messages/body-text.ts';
import { serveSimulated } from '../../../../src/hosts/node/streaming/serve-simulated.ts';
import { dataFrame, FrameReader } from '../../../../src/hosts/node/streaming/spdy/frames.ts';
import { HeaderBlocks } from '../../../../src/hosts/node/streaming/spdy/header-blocks.ts';
import type { Process } from '../../../../src/simulation/shell/process.ts';

const SPDY = { connection: 'Upgrade', upgrade: 'SPDY/3.1' };

/** A process target with input and output, whose node can be stopped. */
function targetOf(run: Process, tty = false) {
  const node = new AbortController();
  const wanted = { stdin: true, stdout: true, stderr: false, tty };
  return { target: { kind: 'process', wanted, command: ['run', 'it'], run, stopped: node.signal } as const, node };
}

/** Sends an upgrade request with headers. */
function upgrade(headers: Record<string, string>, { target }: ReturnType<typeof targetOf>) {
  const sent: Buffer[] = [];
  const socket: Duplex = new Duplex({
    read() {},
    write(chunk, _encoding, callback) {
      sent.push(Buffer.from(chunk));
      callback();
    },
  });
  const request = new Request('https://10.0.0.1:10250/exec/default/web/main', { method: 'POST', headers });
  const response = serveSimulated(request, target, { socket, head: Buffer.alloc(0) });
  const [head, ...frames] = sent.length ? sent : [undefined];
  return { response, socket, head: head?.toString(), frames, sent };
}

/** Opens streams of the types on a connection, as a client does. */
async function openStreams(socket: Duplex, types: readonly string[]): Promise<void> {
  const blocks = new HeaderBlocks();
  for (const [index, type] of types.entries()) {
    const block = await blocks.encode(new Map([['streamtype', type]]));
    const front = Buffer.alloc(18);
    front.writeUInt32BE(0x80030001, 0);
    front.writeUInt32BE(10 + block.length, 4);
    front.writeUInt32BE(2 * index + 1, 8);
    socket.push(Buffer.concat([front, block]));
  }
}

/** Returns the text that was sent on each stream. */
function textsOf(sent: readonly Buffer[]): Record<number, string> {
  const texts: Record<number, string> = {};
  for (const frame of new FrameReader().read(Buffer.concat(sent.slice(1))))
    if (frame.type === 'data') texts[frame.stream] = (texts[frame.stream] ?? '') + frame.data;
  return texts;
}

const echo: Process = async ({ stdin, stdout }) => {
  for await (const chunk of stdin ?? []) await stdout(chunk);
  return 3;
};

describe('an upgrade', () => {
  it('selects the first protocol of the client that the server supports', () => {
    const { head } = upgrade(
      { ...SPDY, 'x-stream-protocol-version': 'v5.channel.k8s.io, v4.channel.k8s.io, v3.channel.k8s.io' },
      targetOf(echo),
    );
    expect(head).toBe(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\nX-Stream-Protocol-Version: v4.channel.k8s.io\r\n\r\n',
    );
  });

  it('selects the first version for a client without a protocol header', () => {
    expect(upgrade(SPDY, targetOf(echo)).head).toContain('X-Stream-Protocol-Version: channel.k8s.io\r\n');
  });

  it('is rejected when no protocol is supported', async () => {
    const { response, head } = upgrade({ ...SPDY, 'x-stream-protocol-version': 'v9' }, targetOf(echo));
    expect(head).toBeUndefined();
    expect(response?.status).toBe(403);
    expect(response?.headers.get('x-accepted-stream-protocol-versions')).toBe(
      'v4.channel.k8s.io, v3.channel.k8s.io, v2.channel.k8s.io, channel.k8s.io',
    );
    expect(response && textInMemory(response.body)).toBe(
      'unable to upgrade: unable to negotiate protocol: client supports [v9], server accepts [v4.channel.k8s.io v3.channel.k8s.io v2.channel.k8s.io channel.k8s.io]\n',
    );
    expect(upgrade({ ...SPDY, upgrade: 'h2c' }, targetOf(echo)).response?.status).toBe(400);
    expect(upgrade({ ...SPDY, upgrade: 'websocket' }, targetOf(echo)).response?.status).toBe(405);
  });
});

describe('a process', () => {
  it.each([
    {
      version: 'v4.channel.k8s.io',
      report:
        '{"metadata":{},"status":"Failure","message":"command terminated with non-zero exit code: error executing command [run it], exit code 3","reason":"NonZeroExitCode","details":{"causes":[{"reason":"ExitCode","message":"3"}]}}',
    },
    {
      version: 'v3.channel.k8s.io',
      report: 'command terminated with non-zero exit code: error executing command [run it], exit code 3',
    },
  ])('starts when all streams of $version are open, and reports its exit', async ({ version, report }) => {
    const { socket, sent } = upgrade({ ...SPDY, 'x-stream-protocol-version': version }, targetOf(echo, true));
    await openStreams(socket, ['error', 'stdin', 'stdout', 'resize']);
    socket.push(dataFrame(3, Buffer.from('hello'), true));
    await once(socket, 'finish');
    expect(textsOf(sent)).toEqual({ 1: report, 5: 'hello' });
  });

  it('has no resize stream before the third version', async () => {
    const { socket, sent } = upgrade(
      SPDY,
      targetOf(async () => 0, true),
    );
    await openStreams(socket, ['error', 'stdin', 'stdout']);
    await once(socket, 'finish');
    expect(textsOf(sent)).toEqual({ 1: '', 5: '' });
  });

  it('reports an internal error when it fails', async () => {
    const failing = targetOf(() => Promise.reject(new Error('out of <paper>')));
    const { socket, sent } = upgrade({ ...SPDY, 'x-stream-protocol-version': 'v4.channel.k8s.io' }, failing);
    await openStreams(socket, ['stdin', 'stdout', 'error']);
    await once(socket, 'finish');
    const report = textsOf(sent)[5] ?? '';
    expect(report).toContain(String.raw`out of \u003cpaper\u003e`);
    expect(JSON.parse(report)).toEqual({
      metadata: {},
      status: 'Failure',
      message: 'Internal error occurred: error executing command in container: out of <paper>',
      reason: 'InternalError',
      details: { causes: [{ message: 'error executing command in container: out of <paper>' }] },
      code: 500,
    });
  });

  it.each([
    ['its client disconnects', (socket: Duplex) => socket.destroy()],
    ['its node stops', (_: Duplex, node: AbortController) => node.abort()],
  ])('is aborted when %s', async (_, leave) => {
    let start: () => void = () => undefined;
    const started = new Promise<void>((resolve) => {
      start = resolve;
    });
    let ended: Promise<unknown> = Promise.resolve();
    const waiting = targetOf(async ({ signal }) => {
      ended = once(signal, 'abort');
      start();
      await ended;
      return 130;
    });
    const { socket } = upgrade({ ...SPDY, 'x-stream-protocol-version': 'v4.channel.k8s.io' }, waiting);
    await openStreams(socket, ['error', 'stdin', 'stdout']);
    await started;
    leave(socket, waiting.node);
    await ended;
    expect(socket.destroyed).toBe(true);
  });
});
