import { once } from 'node:events';
import http from 'node:http';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';

const MASK = Buffer.from([1, 2, 3, 4]);

/** Returns a masked frame, as clients send it. */
export function clientFrame(code: number, payload: Uint8Array | string = '', isFinal = true): Buffer {
  const data = Buffer.from(payload);
  const { length } = data;
  const head = Buffer.alloc(length < 126 ? 2 : length < 2 ** 16 ? 4 : 10);
  head.writeUInt8((isFinal ? 0x80 : 0) | code, 0);
  head.writeUInt8(0x80 | (head.length === 2 ? length : head.length === 4 ? 126 : 127), 1);
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, MASK, data.map((byte, index) => byte ^ (MASK[index % 4] ?? 0))]);
}

export interface ServerFrame {
  readonly type: 'text' | 'binary' | 'close' | 'ping' | 'pong';
  readonly data: Buffer;
}

const TYPES: Readonly<Record<number, ServerFrame['type']>> = {
  1: 'text',
  2: 'binary',
  8: 'close',
  9: 'ping',
  10: 'pong',
};

/** A client that returns every frame of the server. */
export class WebSocketClient {
  readonly protocol: string | undefined;
  readonly accept: string | undefined;
  readonly socket: Duplex;
  readonly #frames: AsyncGenerator<ServerFrame>;

  constructor({ headers }: http.IncomingMessage, socket: Duplex, head: Buffer) {
    this.protocol = headers['sec-websocket-protocol'];
    this.accept = headers['sec-websocket-accept'];
    this.socket = socket;
    if (head.length) socket.unshift(head);
    this.#frames = framesOf(socket);
  }

  /** Returns the next frame; undefined when the server has closed the connection. */
  async next(): Promise<ServerFrame | undefined> {
    const { value, done } = await this.#frames.next();
    return done ? undefined : value;
  }

  /** Returns the frames until the server closes the connection. */
  async rest(): Promise<ServerFrame[]> {
    const frames: ServerFrame[] = [];
    for (let frame = await this.next(); frame; frame = await this.next()) frames.push(frame);
    this.socket.end();
    return frames;
  }
}

async function* framesOf(socket: Duplex): AsyncGenerator<ServerFrame> {
  let rest = Buffer.alloc(0);
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    rest = Buffer.concat([rest, chunk]);
    for (let end = endOf(rest); end !== undefined && end[1] <= rest.length; end = endOf(rest)) {
      const type = TYPES[rest.readUInt8(0) & 15];
      if (!type) throw new Error(`frame ${rest[0]}`);
      yield { type, data: rest.subarray(...end) };
      rest = rest.subarray(end[1]);
    }
  }
}

/** Returns the start and end of the first frame's payload; undefined until its head has arrived. */
function endOf(bytes: Buffer): [number, number] | undefined {
  const short = bytes[1];
  if (short === undefined) return undefined;
  const start = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < start) return undefined;
  const length = start === 2 ? short : start === 4 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  return [start, start + length];
}

export interface Rejection {
  readonly status: number | undefined;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

/** Requests a WebSocket. Returns the connection, or the response that rejects it. */
export async function openWebSocket(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<WebSocketClient | Rejection> {
  const request = http.get(url, {
    headers: {
      ...{ connection: 'keep-alive, Upgrade', upgrade: 'websocket' },
      ...{ 'sec-websocket-version': '13', 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' },
      ...headers,
    },
  });
  const opened = once(request, 'upgrade').then(
    ([response, socket, head]) => new WebSocketClient(response as http.IncomingMessage, socket, head),
  );
  const rejected = once(request, 'response').then(async ([response]) => ({
    status: response.statusCode as number | undefined,
    headers: response.headers as http.IncomingHttpHeaders,
    body: await text(response),
  }));
  return Promise.race([opened, rejected]);
}

/** Returns the connection of an accepted request. */
export async function connectWebSocket(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<WebSocketClient> {
  const opened = await openWebSocket(url, headers);
  if (opened instanceof WebSocketClient) return opened;
  throw new Error(`${opened.status} ${opened.body}`);
}
