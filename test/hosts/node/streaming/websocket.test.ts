import { once } from 'node:events';
import http from 'node:http';
import type { Duplex } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Pod } from '../../../../src/api/kinds/core-v1.generated.ts';
import { type NodeHost, startNodeHost } from '../../../../src/hosts/node/node.ts';
import {
  binaryFrame,
  closeFrame,
  MessageReader,
  pongFrame,
  textFrame,
} from '../../../../src/hosts/node/streaming/websocket/frames.ts';
import { CONFORMANCE_TOKENS } from '../../../conformance/scenarios.ts';

const MASK = Buffer.from([1, 2, 3, 4]);

/** Returns a frame as clients send it: masked, with a length of at most 65535 bytes. */
function clientFrame(code: number, payload: Uint8Array, isFinal = true): Buffer {
  const isShort = payload.length < 126;
  const head = Buffer.from([(isFinal ? 0x80 : 0) | code, 0x80 | (isShort ? payload.length : 126)]);
  const length = Buffer.alloc(isShort ? 0 : 2);
  if (!isShort) length.writeUInt16BE(payload.length);
  return Buffer.concat([head, length, MASK, payload.map((byte, index) => byte ^ (MASK[index % 4] ?? 0))]);
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('frames', () => {
  it('have the layout of RFC 6455', () => {
    expect(hex(textFrame('hi'))).toBe('81026869');
    expect(hex(closeFrame())).toBe('880203e8');
    expect(hex(pongFrame(Buffer.from('a')))).toBe('8a0161');
    expect(hex(binaryFrame(Buffer.alloc(125)).subarray(0, 3))).toBe('827d00');
    expect(hex(binaryFrame(Buffer.alloc(126)).subarray(0, 5))).toBe('827e007e00');
    expect(hex(binaryFrame(Buffer.alloc(65_535)).subarray(0, 4))).toBe('827effff');
    expect(hex(binaryFrame(Buffer.alloc(65_536)).subarray(0, 10))).toBe('827f0000000000010000');
  });

  it('are joined to messages from pieces of any length', () => {
    const long = Buffer.alloc(300, 7);
    const bytes = Buffer.concat([
      clientFrame(2, Buffer.from('ab'), false),
      clientFrame(9, Buffer.from('?')),
      clientFrame(0, Buffer.from('c')),
      clientFrame(1, long),
      clientFrame(8, Buffer.alloc(0)),
    ]);
    for (const size of [1, 3, bytes.length]) {
      const reader = new MessageReader();
      const messages = [];
      for (let start = 0; start < bytes.length; start += size)
        messages.push(...reader.read(bytes.subarray(start, start + size)));
      expect(messages).toEqual([
        { type: 'ping', data: Buffer.from('?') },
        { type: 'data', data: Buffer.from('abc') },
        { type: 'data', data: long },
        { type: 'close' },
      ]);
    }
  });

  it('of clients have to be masked, known, and not too long', () => {
    expect(() => new MessageReader().read(textFrame('a'))).toThrow('mask');
    expect(() => new MessageReader().read(clientFrame(3, Buffer.alloc(0)))).toThrow('unknown frame 3');
    const tooLong = Buffer.from('82ff0000000100000000', 'hex');
    expect(() => new MessageReader().read(tooLong)).toThrow('the message is too long');
  });
});

describe('a WebSocket to a simulated pod', () => {
  let host: NodeHost;
  const POD = '/api/v1/namespaces/default/pods/web';
  const headers = { authorization: 'Bearer admin-token', 'content-type': 'application/json' };

  /** Connects, and returns the messages of each channel as text until the server closes. `input` is sent first. */
  async function connect(path: string, protocol: string, input: readonly Buffer[] = []) {
    const request = http.get(`${host.url}${POD}${path}`, {
      headers: {
        ...{ authorization: headers.authorization, connection: 'Upgrade', upgrade: 'websocket' },
        ...{ 'sec-websocket-version': '13', 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' },
        ...(protocol ? { 'sec-websocket-protocol': protocol } : {}),
      },
    });
    const opened = once(request, 'upgrade');
    const rejected = once(request, 'response').then(([response]) => {
      response.resume();
      return { status: response.statusCode as number, messages: [] as string[] };
    });
    return Promise.race([rejected, opened.then((result) => talk(result as never, input))]);
  }

  async function talk([response, socket, head]: [http.IncomingMessage, Duplex, Buffer], input: readonly Buffer[]) {
    for (const bytes of input) socket.write(bytes);
    const parts = [head];
    socket.on('data', (data) => parts.push(data));
    await once(socket, 'end');
    socket.end();
    return {
      status: response.statusCode,
      accept: response.headers['sec-websocket-accept'],
      protocol: response.headers['sec-websocket-protocol'],
      messages: messagesOf(Buffer.concat(parts)),
    };
  }

  /** Returns the payloads of a server's frames, with the channel in front; the closing frame as `close`. */
  function messagesOf(bytes: Buffer): string[] {
    const messages: string[] = [];
    for (let rest = bytes; rest.length > 0; ) {
      const short = rest.readUInt8(1);
      const start = short === 126 ? 4 : 2;
      const end = start + (short === 126 ? rest.readUInt16BE(2) : short);
      const payload = rest.subarray(start, end);
      const code = rest.readUInt8(0) & 15;
      if (code === 8) messages.push('close');
      else messages.push(code === 1 ? `text ${payload}` : `${payload[0]} ${payload.subarray(1)}`);
      rest = rest.subarray(end);
    }
    return messages;
  }

  const onChannel = (channel: number, text: string) =>
    clientFrame(2, Buffer.concat([Buffer.from([channel]), Buffer.from(text)]));

  beforeAll(async () => {
    host = await startNodeHost({
      port: 0,
      flags: { dialect: 'kubernetes', 'token-auth-file': CONFORMANCE_TOKENS },
      controllers: true,
      simulatedNodes: 1,
    });
    const pod = {
      metadata: { name: 'web' },
      spec: { containers: [{ name: 'main', image: 'example.com/web:1', ports: [{ containerPort: 8000 }] }] },
    };
    const url = `${host.url}/api/v1/namespaces/default/pods`;
    const create = () => fetch(url, { method: 'POST', headers, body: JSON.stringify(pod) });
    // Its service account is created by a controller.
    await vi.waitFor(async () => expect((await create()).status).toBe(201), { timeout: 20_000 });
    const read = async () => (await (await fetch(`${url}/web`, { headers })).json()) as Pod;
    await vi.waitFor(async () => expect((await read()).status?.phase).toBe('Running'), { timeout: 20_000 });
  });
  afterAll(() => host.close());

  it('runs a program, and tells how it ended on the channel for errors', async () => {
    expect(await connect('/exec?command=hostname&stdout=1', 'v5.channel.k8s.io, v4.channel.k8s.io')).toEqual({
      status: 101,
      accept: 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=',
      protocol: 'v4.channel.k8s.io',
      messages: ['1 ', '1 web\n', '3 {"metadata":{},"status":"Success"}', 'close'],
    });
  });

  it('carries input, and both outputs', async () => {
    const { messages } = await connect('/exec?command=sh&stdin=1&stdout=1&stderr=1', 'v4.channel.k8s.io', [
      onChannel(0, 'echo a\nnone\nexit 3\n'),
    ]);
    expect(messages).toEqual([
      '1 ',
      '1 a\n',
      '2 sh: none: not found\n',
      '3 {"metadata":{},"status":"Failure","message":"command terminated with non-zero exit code: error executing command [sh], exit code 3","reason":"NonZeroExitCode","details":{"causes":[{"reason":"ExitCode","message":"3"}]}}',
      'close',
    ]);
  });

  it('encodes data in base64 when the client wants text', async () => {
    const input = clientFrame(1, Buffer.from(`0${Buffer.from('exit 3\n').toString('base64')}`));
    const { messages } = await connect('/exec?command=sh&stdin=1&stderr=1', 'base64.channel.k8s.io', [input]);
    const failure = 'command terminated with non-zero exit code: error executing command [sh], exit code 3';
    expect(messages).toEqual(['text 2', `text 3${Buffer.from(failure).toString('base64')}`, 'close']);
  });

  it('speaks the first version with clients that name none', async () => {
    expect((await connect('/exec?command=hostname&stdout=1', '')).messages).toEqual(['1 ', '1 web\n', 'close']);
  });

  it('is refused for an unknown protocol, and without streams', async () => {
    expect((await connect('/exec?command=hostname&stdout=1', 'v9.channel.k8s.io')).status).toBe(403);
    expect((await connect('/exec?command=hostname', 'v4.channel.k8s.io')).status).toBe(400);
  });

  it('forwards ports on two channels each, which begin with the number of the port', async () => {
    const { messages } = await connect('/portforward?ports=8000&ports=8001', 'v4.channel.k8s.io', [
      onChannel(0, 'GET /here HTTP/1.1\r\nHost: web\r\nConnection: close\r\n\r\n'),
    ]);
    const number = (port: number) => Buffer.from([port & 255, port >> 8]).toString();
    expect(messages.slice(0, 4)).toEqual(
      [0, 1, 2, 3].map((channel) => `${channel} ${number(channel < 2 ? 8000 : 8001)}`),
    );
    expect(messages.find((message) => message.startsWith('3 error'))).toContain(
      'dial tcp4 127.0.0.1:8001: connect: connection refused',
    );
    expect(messages.filter((message) => message.startsWith('0 ')).join('')).toContain('Request: GET /here');
    expect(messages.at(-1)).toBe('close');
  });
});
