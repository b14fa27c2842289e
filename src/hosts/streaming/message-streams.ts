import { bytesBase64 } from '../../api/encoding/base64.ts';
import { joinBytes } from '../../api/encoding/read-stream.ts';
import type { ApiRequest, ApiResponse, RequestHeaders } from '../../api/messages/api-messages.ts';
import { apiResponse } from '../../api/messages/api-response.ts';
import { chunksOfBody } from '../../api/messages/body-text.ts';
import { offeredProtocols } from '../../api/web-socket-request.ts';
import type { MessageKind } from '../../authentication/authenticator.ts';
import type { MessageConnection } from './message-connection.ts';

/** Protocols for bytes, and whether their messages contain base64 text instead. */
const BYTE_PROTOCOLS: Readonly<Record<string, boolean>> = { 'binary.k8s.io': false, 'base64.binary.k8s.io': true };

/** Maximum number of bytes of a log in one message. */
const LONGEST_PART = 2048;

/** A response whose body is sent in messages. */
type Streamed = Pick<ApiResponse, 'headers' | 'body'>;

/** Sends the messages of a stream. */
type Send = (connection: MessageConnection, response: Streamed) => Promise<void>;

/** The message format that a client and the server have agreed on. */
export interface Agreement {
  /** Empty for none. */
  readonly protocol: string;
  readonly send: Send;
}

/** Negotiates the messages of a stream with a client. Returns a response that rejects the request on failure. */
export const agreeOnMessages = (
  { headers }: Pick<ApiRequest, 'headers'>,
  kind: MessageKind,
): Agreement | ApiResponse => (kind === 'events' ? agreeOnEvents(headers) : agreeOnBytes(headers));

/** Sends the body of a response in messages, until it ends or the client closes the connection. */
export async function serveMessages(connection: MessageConnection, response: Streamed, send: Send): Promise<void> {
  const sending = send(connection, response).then(() => connection.close());
  // Clients should send nothing except that they close the connection.
  await Promise.all([connection.run(() => undefined), sending]);
}

/**
 * Any single protocol will do, because it does not affect the events. Programs have to send an origin, as browsers do.
 */
function agreeOnEvents(headers: RequestHeaders): Agreement | ApiResponse {
  if (!isOrigin(headers.get('origin') ?? '')) return apiResponse(403);
  const offered = offeredProtocols(headers);
  if (offered.length > 1) return apiResponse(400);
  return { protocol: offered[0] ?? '', send: sendEvents };
}

function agreeOnBytes(headers: RequestHeaders): Agreement | ApiResponse {
  const offered = offeredProtocols(headers);
  const protocol = offered.length ? offered.find((each) => Object.hasOwn(BYTE_PROTOCOLS, each)) : '';
  if (protocol === undefined) return apiResponse(403);
  return { protocol, send: BYTE_PROTOCOLS[protocol] ? sendBase64 : sendBytes };
}

/** Reports whether a header is a URI or an absolute path, which the real server requires. */
const isOrigin = (text: string): boolean => text.startsWith('/') || URL.canParse(text);

async function sendEvents(connection: MessageConnection, { body, headers }: Streamed): Promise<void> {
  const isText = headers.get('content-type') === 'application/json';
  for await (const event of eventsOf(chunksOfBody(body), isText ? 'lines' : 'length-delimited'))
    await connection.send(isText ? 'text' : 'binary', event);
}

/** The first message is empty and tells the client that the log exists. */
async function sendBytes(connection: MessageConnection, response: Streamed): Promise<void> {
  await connection.send('binary', '');
  for await (const part of partsOf(response)) await connection.send('binary', part);
}

async function sendBase64(connection: MessageConnection, response: Streamed): Promise<void> {
  await connection.send('text', '');
  for await (const part of partsOf(response)) await connection.send('text', bytesBase64(part));
}

async function* partsOf({ body }: Streamed): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunksOfBody(body))
    for (let start = 0; start < chunk.length; start += LONGEST_PART) yield chunk.subarray(start, start + LONGEST_PART);
}

const LINE_FEED = 10;
const LENGTH_BYTES = 4;

/** How the events of a watch are delimited. */
type EventFraming = 'lines' | 'length-delimited';

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
async function* eventsOf(chunks: AsyncIterable<Uint8Array>, framing: EventFraming): AsyncGenerator<Uint8Array> {
  const firstEvent = FIRST_EVENT[framing];
  let rest = new Uint8Array();
  for await (const chunk of chunks) {
    rest = rest.length ? joinBytes([rest, chunk]) : new Uint8Array(chunk);
    for (let event = firstEvent(rest); event; event = firstEvent(rest)) {
      yield rest.subarray(...event);
      rest = rest.subarray(event[1]);
    }
  }
}
