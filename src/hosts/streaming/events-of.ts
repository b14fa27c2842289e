import { chunksOf, joinBytes } from '../../api/encoding/read-stream.ts';

const LINE_FEED = 10;
const LENGTH_BYTES = 4;

/** How the events of a watch are delimited. */
export type EventFraming = 'lines' | 'length-delimited';

/** Returns the start and end of the first event in `bytes`; undefined until the event is complete. */
const FIRST_EVENT: Readonly<Record<EventFraming, (bytes: Uint8Array) => readonly [number, number] | undefined>> = {
  lines(bytes) {
    const end = bytes.indexOf(LINE_FEED);
    return end < 0 ? undefined : [0, end + 1];
  },
  'length-delimited'(bytes) {
    if (bytes.length < LENGTH_BYTES) return undefined;
    const end = LENGTH_BYTES + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
    return bytes.length < end ? undefined : [LENGTH_BYTES, end];
  },
};

/** Yields the events in the body of a watch: lines with their line feeds, or messages without their lengths. */
export async function* eventsOf(
  body: ReadableStream<Uint8Array> | null,
  framing: EventFraming,
): AsyncGenerator<Uint8Array> {
  const firstEvent = FIRST_EVENT[framing];
  let rest = new Uint8Array();
  for await (const chunk of chunksOf(body)) {
    rest = rest.length ? joinBytes([rest, chunk]) : new Uint8Array(chunk);
    for (let event = firstEvent(rest); event; event = firstEvent(rest)) {
      yield rest.subarray(...event);
      rest = rest.subarray(event[1]);
    }
  }
}
