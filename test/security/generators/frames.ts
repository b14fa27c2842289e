import { deflateSync } from 'node:zlib';
import fc from 'fast-check';

const bytes = fc.uint8Array({ maxLength: 300 }).map((each) => Buffer.from(each));

const webSocketFrame = fc
  .record({
    first: fc.constantFrom(0x82, 0x81, 0x02, 0x00, 0x80, 0x88, 0x89, 0x8a, 0x83, 0xf2, 0xff),
    isMasked: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.constant(false)),
    channel: fc.constantFrom(0, 1, 2, 3, 4, 99, 255),
    payload: bytes,
    claimed: fc.option(fc.nat(300), { freq: 5 }),
  })
  .map(({ first, isMasked, channel, payload, claimed }) => {
    const data = Buffer.concat([Buffer.from([channel]), payload]);
    const length = claimed ?? data.length;
    const head = Buffer.from([first, (isMasked ? 0x80 : 0) | 126, length >> 8, length & 0xff]);
    return Buffer.concat([head, isMasked ? Buffer.alloc(4) : Buffer.alloc(0), data]);
  });

const headerBlock = fc.oneof(
  bytes,
  bytes.map((each) => deflateSync(each)),
);

const spdyFrame = fc
  .record({
    isControl: fc.boolean(),
    version: fc.oneof({ weight: 9, arbitrary: fc.constant(3) }, fc.nat(9)),
    type: fc.nat(10),
    stream: fc.nat(5),
    flags: fc.nat(3),
    payload: headerBlock,
    claimed: fc.option(fc.nat(2 ** 24 - 1), { freq: 8 }),
  })
  .map(({ isControl, version, type, stream, flags, payload, claimed }) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(isControl ? 0x80000000 + version * 2 ** 16 + type : stream);
    head.writeUInt32BE((flags << 24) + (claimed ?? payload.length + (isControl ? 10 : 0)), 4);
    const numbers = Buffer.alloc(isControl ? 10 : 0);
    if (isControl) numbers.writeUInt32BE(stream);
    return Buffer.concat([head, numbers, payload]);
  });

/** A client's frames on a WebSocket with channels. */
export const webSocketFrames: fc.Arbitrary<Buffer[]> = fc.array(fc.oneof(webSocketFrame, bytes), { maxLength: 8 });

/** A client's frames on a SPDY connection. */
export const spdyFrames: fc.Arbitrary<Buffer[]> = fc.array(fc.oneof(spdyFrame, bytes), { maxLength: 8 });
