import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Pod } from '../../../../src/api/kinds/core-v1.generated.ts';
import { type NodeHost, startNodeHost } from '../../../../src/hosts/node/node.ts';
import { dataFrame, FrameReader } from '../../../../src/hosts/node/streaming/spdy/frames.ts';
import { HeaderBlocks } from '../../../../src/hosts/node/streaming/spdy/header-blocks.ts';
import {
  binaryFrame,
  closeFrame,
  MessageReader,
  pongFrame,
  textFrame,
} from '../../../../src/hosts/node/streaming/websocket/frames.ts';
import { CONFORMANCE_TOKENS } from '../../../conformance/scenarios.ts';
import { until } from '../../../helpers/until.ts';
import { clientFrame, openWebSocket, type ServerFrame, WebSocketClient } from './web-socket-client.ts';

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

  it('are read from chunks of any length and joined to messages', () => {
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

  it('must be masked, of a known type and within the size limit when a client sends them', () => {
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
    const opened = await openWebSocket(`${host.url}${POD}${path}`, {
      authorization: headers.authorization,
      ...(protocol ? { 'sec-websocket-protocol': protocol } : {}),
    });
    if (!(opened instanceof WebSocketClient)) return { status: opened.status, messages: [] as string[] };
    for (const bytes of input) opened.socket.write(bytes);
    const messages = (await opened.rest()).map(asText);
    return { status: 101, accept: opened.accept, protocol: opened.protocol, messages };
  }

  /** Returns the payload of a frame, with the channel in front; the closing frame as `close`. */
  const asText = ({ type, data }: ServerFrame): string =>
    type === 'binary' ? `${data[0]} ${data.subarray(1)}` : type === 'text' ? `text ${data}` : type;

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
    // A controller creates its service account.
    await until(async () => (await create()).status === 201);
    const read = async () => (await (await fetch(`${url}/web`, { headers })).json()) as Pod;
    await until(async () => (await read()).status?.phase === 'Running');
  });
  afterAll(() => host.close());

  it('runs a program and reports its exit on the error channel', async () => {
    expect(await connect('/exec?command=hostname&stdout=1', 'v6.channel.k8s.io, v4.channel.k8s.io')).toEqual({
      status: 101,
      accept: 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=',
      protocol: 'v4.channel.k8s.io',
      messages: ['1 ', '1 web\n', '3 {"metadata":{},"status":"Success"}', 'close'],
    });
  });

  it('carries standard input, output and error', async () => {
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

  it('ends the input of a process when the client closes its channel, from the fifth version on', async () => {
    const input = onChannel(0, 'one\n');
    const close = clientFrame(2, Buffer.from([255, 0]));
    const late = onChannel(0, 'two\n');
    expect(await connect('/exec?command=cat&stdin=1&stdout=1', 'v5.channel.k8s.io', [input, close, late])).toEqual({
      status: 101,
      accept: 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=',
      protocol: 'v5.channel.k8s.io',
      messages: ['1 ', '1 one\n', '3 {"metadata":{},"status":"Success"}', 'close'],
    });
  });

  it('is closed by a close message without a channel', async () => {
    const { messages } = await connect('/exec?command=cat&stdin=1&stdout=1', 'v5.channel.k8s.io', [
      clientFrame(2, Buffer.from([255])),
    ]);
    expect(messages).toEqual(['1 ', 'close']);
  });

  it('carries messages of any size in both directions', async () => {
    const sent = Buffer.alloc(3_000_000, 'abcdefghijklmnop');
    const opened = await openWebSocket(`${host.url}${POD}/exec?command=cat&stdin=1&stdout=1`, {
      authorization: headers.authorization,
      'sec-websocket-protocol': 'v5.channel.k8s.io',
    });
    if (!(opened instanceof WebSocketClient)) throw new Error('rejected');
    opened.socket.write(clientFrame(2, Buffer.concat([Buffer.from([0]), sent.subarray(0, 2_500_000)]), false));
    opened.socket.write(clientFrame(0, sent.subarray(2_500_000)));
    opened.socket.write(clientFrame(2, Buffer.from([255, 0])));
    const output = (await opened.rest()).filter(({ type, data }) => type === 'binary' && data[0] === 1);
    const received = Buffer.concat(output.map(({ data }) => data.subarray(1)));
    expect(received.equals(sent)).toBe(true);
  });

  it('encodes data in base64 when the client wants text', async () => {
    const input = clientFrame(1, Buffer.from(`0${Buffer.from('exit 3\n').toString('base64')}`));
    const { messages } = await connect('/exec?command=sh&stdin=1&stderr=1', 'base64.channel.k8s.io', [input]);
    const failure = 'command terminated with non-zero exit code: error executing command [sh], exit code 3';
    expect(messages).toEqual(['text 2', `text 3${Buffer.from(failure).toString('base64')}`, 'close']);
  });

  it('is closed when its input is not base64', async () => {
    const { messages } = await connect('/exec?command=cat&stdin=1&stdout=1', 'v4.base64.channel.k8s.io', [
      clientFrame(1, Buffer.from('0***')),
    ]);
    expect(messages).toEqual(['text 1', 'close']);
  });

  it('uses the first version for clients without a protocol', async () => {
    expect((await connect('/exec?command=hostname&stdout=1', '')).messages).toEqual(['1 ', '1 web\n', 'close']);
  });

  it('is rejected for an unknown protocol, and without streams', async () => {
    expect((await connect('/exec?command=hostname&stdout=1', 'v9.channel.k8s.io')).status).toBe(403);
    expect((await connect('/exec?command=hostname', 'v4.channel.k8s.io')).status).toBe(400);
  });

  it('forwards each port on two channels, which begin with the port number', async () => {
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

  it('tunnels the SPDY connection of a port forward in binary messages', async () => {
    const opened = await openWebSocket(`${host.url}${POD}/portforward`, {
      authorization: headers.authorization,
      'sec-websocket-protocol': 'SPDY/3.1+portforward.k8s.io',
    });
    if (!(opened instanceof WebSocketClient)) throw new Error('rejected');
    expect(opened.protocol).toBe('SPDY/3.1+portforward.k8s.io');
    const blocks = new HeaderBlocks();
    for (const [index, streamtype] of ['error', 'data'].entries()) {
      const block = await blocks.encode(new Map(Object.entries({ streamtype, port: '8000', requestid: '0' })));
      const front = Buffer.alloc(18);
      front.writeUInt32BE(0x80030001, 0);
      front.writeUInt32BE(10 + block.length, 4);
      front.writeUInt32BE(2 * index + 1, 8);
      opened.socket.write(clientFrame(2, Buffer.concat([front, block])));
    }
    const request = dataFrame(3, Buffer.from('GET /here HTTP/1.1\r\nHost: web\r\nConnection: close\r\n\r\n'), false);
    // Messages and frames need not end together.
    opened.socket.write(clientFrame(2, request.subarray(0, 10)));
    opened.socket.write(clientFrame(2, request.subarray(10)));
    const reader = new FrameReader();
    let answer = '';
    for (let message = await opened.next(); !answer.includes('Request: GET /here'); message = await opened.next()) {
      if (message?.type !== 'binary') throw new Error(`no answer but ${answer}`);
      for (const frame of reader.read(message.data)) if (frame.type === 'data') answer += frame.data;
    }
    opened.socket.write(clientFrame(8));
    expect((await opened.rest()).at(-1)?.type).toBe('close');
  });

  it('sends a log in binary messages, or in base64, after an empty one', async () => {
    const log = await (await fetch(`${host.url}${POD}/log`, { headers })).text();
    expect(log).not.toBe('');
    for (const protocol of ['', 'binary.k8s.io', 'other, base64.binary.k8s.io']) {
      const opened = await openWebSocket(`${host.url}${POD}/log`, {
        authorization: headers.authorization,
        ...(protocol ? { 'sec-websocket-protocol': protocol } : {}),
      });
      if (!(opened instanceof WebSocketClient)) throw new Error('rejected');
      const frames = await opened.rest();
      const isText = protocol.includes('base64');
      expect(frames[0]).toEqual({ type: isText ? 'text' : 'binary', data: Buffer.alloc(0) });
      expect(frames.at(-1)?.type).toBe('close');
      const parts = frames.slice(1, -1).map(({ data }) => (isText ? Buffer.from(String(data), 'base64') : data));
      expect(Buffer.concat(parts).toString()).toBe(log);
      expect(opened.protocol).toBe(protocol.split(', ').at(-1) || undefined);
    }
    const unknown = { authorization: headers.authorization, 'sec-websocket-protocol': 'other' };
    expect(await openWebSocket(`${host.url}${POD}/log`, unknown)).toMatchObject({ status: 403, body: '' });
  });

  it('follows a log until the client disconnects', async () => {
    const opened = await openWebSocket(`${host.url}${POD}/log?follow=true`, { authorization: headers.authorization });
    if (!(opened instanceof WebSocketClient)) throw new Error('rejected');
    expect((await opened.next())?.data).toHaveLength(0);
    expect((await opened.next())?.data.length).toBeGreaterThan(0);
    opened.socket.write(clientFrame(8));
    expect((await opened.rest()).at(-1)?.type).toBe('close');
  });
});
