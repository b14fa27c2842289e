import type { Dialect } from '../../api/dialect.ts';
import { utf8Bytes } from '../../api/encoding/utf8.ts';
import { PROTOBUF_MEDIA_TYPE } from '../../api/kubernetes-names.ts';
import type { Status } from '../../api/status.ts';
import { encodeProtobuf } from '../../schema/protobuf/protobuf.ts';
import { ProtobufWriter } from '../../schema/protobuf/protobuf-writer.ts';
import type { Representation } from './negotiation.ts';

export type WatchEventType = 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';

/** The framing of watch events in a response body. */
export interface EventFraming {
  readonly contentType: string;
  event(type: WatchEventType, objectJson: string): Uint8Array;
}

/** Returns a watch event as a line of JSON. */
export const eventBytes = (type: WatchEventType, objectJson: string): Uint8Array =>
  utf8Bytes(`{"type":"${type}","object":${objectJson}}\n`);

export const errorBytes = (status: Status): Uint8Array => eventBytes('ERROR', JSON.stringify(status));

const lines: EventFraming = { contentType: 'application/json', event: eventBytes };

const LENGTH_BYTES = 4;

/**
 * Length-delimited Protobuf: each message follows its length in four bytes. It is a WatchEvent without an envelope
 * around an object with one.
 */
const lengthDelimited = (dialect: Dialect): EventFraming => ({
  contentType: `${dialect.rename(PROTOBUF_MEDIA_TYPE)};stream=watch`,
  event: (type, objectJson) => {
    const object = encodeProtobuf(JSON.parse(objectJson), dialect);
    if (!object) throw new Error('the object has no Protobuf form');
    const event = new ProtobufWriter()
      .text(1, type)
      .message(2, (raw) => raw.bytes(1, object))
      .finish();
    const frame = new Uint8Array(LENGTH_BYTES + event.length);
    new DataView(frame.buffer).setUint32(0, event.length);
    frame.set(event, LENGTH_BYTES);
    return frame;
  },
});

export const eventFraming = (mediaType: Representation['mediaType'], dialect: Dialect): EventFraming =>
  mediaType === PROTOBUF_MEDIA_TYPE ? lengthDelimited(dialect) : lines;
