import { once } from 'node:events';
import { Duplex } from 'node:stream';
import { constants, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  dataFrame,
  FrameReader,
  goAwayFrame,
  pingFrame,
  replyFrame,
} from '../../../../src/hosts/node/streaming/spdy/frames.ts';
import { HeaderBlocks } from '../../../../src/hosts/node/streaming/spdy/header-blocks.ts';
import { HEADER_DICTIONARY } from '../../../../src/hosts/node/streaming/spdy/header-dictionary.ts';
import { SpdyConnection } from '../../../../src/hosts/node/streaming/spdy/spdy-connection.ts';
import type { SpdyStream } from '../../../../src/hosts/node/streaming/spdy/spdy-stream.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const fromHex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

/** Returns a control frame of version 3. */
function controlFrame(type: number, payload: Uint8Array, flags = 0): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16BE(0x8003, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt32BE(flags * 2 ** 24 + payload.length, 4);
  return Buffer.concat([head, payload]);
}

describe('frames', () => {
  it('have the layout of SPDY/3', () => {
    expect(hex(dataFrame(3, Buffer.from('hi'), true))).toBe('00000003010000026869');
    expect(hex(pingFrame(1))).toBe('800300060000000400000001');
    expect(hex(replyFrame(5, Buffer.from([9])))).toBe('80030002000000050000000509');
    expect(hex(goAwayFrame(7))).toBe('80030007000000080000000700000000');
  });

  it('are read from pieces of any length', () => {
    const bytes = Buffer.concat([
      controlFrame(1, fromHex('00000001 00000000 0000 aabb'), 1),
      controlFrame(4, fromHex('00000000')),
      controlFrame(3, fromHex('00000001 00000005')),
      controlFrame(7, fromHex('00000001 00000000')),
      controlFrame(9, fromHex('00000001 00000fff')),
      pingFrame(9),
      dataFrame(1, Buffer.from('abc'), false),
    ]);
    const expected = [
      { type: 'open', stream: 1, isLast: true, headers: fromHex('aabb') },
      { type: 'other' },
      { type: 'reset', stream: 1 },
      { type: 'go-away' },
      { type: 'other' },
      { type: 'ping', id: 9 },
      { type: 'data', stream: 1, isLast: false, data: Buffer.from('abc') },
    ];
    for (const size of [1, 7, 8, bytes.length]) {
      const reader = new FrameReader();
      const frames = [];
      for (let start = 0; start < bytes.length; start += size)
        frames.push(...reader.read(bytes.subarray(start, start + size)));
      expect(frames).toEqual(expected);
    }
  });

  it('are rejected when they have another version', () => {
    expect(() => new FrameReader().read(fromHex('8002000600000004 00000001'))).toThrow('unsupported SPDY version 2');
  });
});

describe('header blocks', () => {
  it('are compressed with the dictionary of SPDY/3, as its checksum proves', () => {
    expect(HEADER_DICTIONARY).toHaveLength(1423);
    expect(hex(deflateSync('', { dictionary: HEADER_DICTIONARY }).subarray(2, 6))).toBe('e3c6a7c2');
  });

  it('are one compressed stream in each direction', async () => {
    const [here, there] = [new HeaderBlocks(), new HeaderBlocks()];
    for (const headers of [
      { streamtype: 'data', port: '80' },
      {},
      { streamtype: 'error', port: '80', requestid: '0' },
    ]) {
      const map = new Map(Object.entries(headers));
      expect(await there.decode(await here.encode(map))).toEqual(map);
    }
  });

  it('are rejected when they are malformed', async () => {
    await expect(new HeaderBlocks().decode(Buffer.from('nonsense'))).rejects.toThrow('incorrect header check');
    const cut = deflateSync(fromHex('00000001 000000ff 61'), {
      dictionary: HEADER_DICTIONARY,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
    await expect(new HeaderBlocks().decode(cut)).rejects.toThrow('the header block is truncated');
  });
});

describe('a connection', () => {
  /** Connects a client that opens streams with headers. */
  function connect() {
    const sent: Buffer[] = [];
    const socket: Duplex = new Duplex({
      read() {},
      write(chunk, _encoding, callback) {
        sent.push(chunk);
        callback();
      },
    });
    const streams: SpdyStream[] = [];
    const connection = new SpdyConnection(socket, (stream) => streams.push(stream));
    const running = connection.run();
    const blocks = new HeaderBlocks();
    const open = async (id: number, headers: Record<string, string>) => {
      const front = Buffer.alloc(10);
      front.writeUInt32BE(id);
      socket.push(controlFrame(1, Buffer.concat([front, await blocks.encode(new Map(Object.entries(headers)))])));
      await expect.poll(() => streams.length).toBeGreaterThan(0);
      return streams.at(-1) as SpdyStream;
    };
    return { socket, sent, connection, running, open, frames: () => new FrameReader().read(Buffer.concat(sent)) };
  }

  it('replies to a stream, carries data in both directions, and closes each direction separately', async () => {
    const { socket, open, frames } = connect();
    const stream = await open(1, { StreamType: 'stdin' });
    expect(stream.headers).toEqual(new Map([['streamtype', 'stdin']]));
    socket.push(dataFrame(1, Buffer.from('in'), false));
    socket.push(dataFrame(1, Buffer.from('put'), true));
    let input = '';
    stream.on('data', (data) => {
      input += data;
    });
    await once(stream, 'end');
    expect(input).toBe('input');
    stream.end('x'.repeat(40_000));
    await once(stream, 'finish');
    const [reply, ...data] = frames();
    expect(reply?.type).toBe('headers');
    expect(data.map((frame) => frame.type === 'data' && [frame.stream, frame.data.length, frame.isLast])).toEqual([
      [1, 32 * 1024, false],
      [1, 40_000 - 32 * 1024, false],
      [1, 0, true],
    ]);
  });

  it('answers pings, and sends GOAWAY when it ends', async () => {
    const { socket, connection, running, open, frames } = connect();
    const stream = await open(3, {});
    socket.push(pingFrame(11));
    await expect.poll(frames).toContainEqual({ type: 'ping', id: 11 });
    connection.close();
    expect(frames().at(-1)).toEqual({ type: 'go-away' });
    socket.push(null);
    await running;
    expect(stream.destroyed).toBe(true);
  });

  it('fails when the client violates the protocol', async () => {
    const { socket, running } = connect();
    socket.push(fromHex('8002000600000004 00000001'));
    await expect(running).rejects.toThrow('unsupported SPDY version 2');
  });

  it('closes a stream that the client resets', async () => {
    const { socket, open } = connect();
    const stream = await open(1, {});
    socket.push(controlFrame(3, fromHex('00000001 00000005')));
    await once(stream, 'close');
    expect(stream.destroyed).toBe(true);
  });
});
