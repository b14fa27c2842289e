import type { Dialect } from '../../api/dialect.ts';
import { parseJson } from '../../api/encoding/exact-json.ts';
import { HandedEvent } from '../../api/encoding/handed-event.ts';
import { utf8Bytes } from '../../api/encoding/utf8.ts';
import { PROTOBUF_MEDIA_TYPE } from '../../api/kubernetes-names.ts';
import { deepFreeze } from '../../api/memory/deep-freeze.ts';
import { encodeProtobuf } from '../../schema/protobuf/protobuf.ts';
import { ProtobufWriter } from '../../schema/protobuf/protobuf-writer.ts';
import type { Representation } from './negotiation.ts';

/** An event of a watch, ready to be sent. */
export type EncodedEvent = Uint8Array | HandedEvent;

export type WatchEventType = 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';

/** The framing of watch events in a response body. */
export interface EventFraming<E extends EncodedEvent = EncodedEvent> {
  readonly contentType: string;
  event(type: WatchEventType, objectJson: string): E;
  /** Returns the event for a parsed object. Absent when events can only be encoded from JSON. */
  parsed?(type: WatchEventType, stored: { readonly object: unknown; readonly length: number }): E;
}

/** Returns a watch event as a line of JSON. */
export const eventBytes = (type: WatchEventType, objectJson: string): Uint8Array =>
  utf8Bytes(`{"type":"${type}","object":${objectJson}}\n`);

/** For clients that take objects. */
export const handedOver: EventFraming<HandedEvent> = {
  contentType: 'application/json',
  event: (type, objectJson) => new HandedEvent(type, deepFreeze(parseJson(objectJson)), objectJson.length),
  parsed: (type, stored) => new HandedEvent(type, stored.object, stored.length),
};

const lines: EventFraming<Uint8Array> = { contentType: 'application/json', event: eventBytes };

const LENGTH_BYTES = 4;

/**
 * Length-delimited Protobuf: each message follows its length in four bytes. It is a WatchEvent without an envelope
 * around an object with one.
 */
const lengthDelimited = (dialect: Dialect): EventFraming<Uint8Array> => ({
  contentType: `${dialect.rename(PROTOBUF_MEDIA_TYPE)};stream=watch`,
  event: (type, objectJson) => {
    const object = encodeProtobuf(parseJson(objectJson) as Record<string, unknown>, dialect);
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

export const eventFraming = (mediaType: Representation['mediaType'], dialect: Dialect): EventFraming<Uint8Array> =>
  mediaType === PROTOBUF_MEDIA_TYPE ? lengthDelimited(dialect) : lines;
