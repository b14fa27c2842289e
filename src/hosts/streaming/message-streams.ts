import { bytesBase64 } from '../../api/encoding/base64.ts';
import { chunksOf } from '../../api/encoding/read-stream.ts';
import { offeredProtocols } from '../../api/web-socket-request.ts';
import type { MessageKind } from '../../authentication/authenticator.ts';
import { eventsOf } from './events-of.ts';
import type { MessageConnection } from './message-connection.ts';

/** Protocols for bytes, and whether a message has base64 text instead. */
const BYTE_PROTOCOLS: Readonly<Record<string, boolean>> = { 'binary.k8s.io': false, 'base64.binary.k8s.io': true };

/** The most bytes of a log in one message. */
const LONGEST_PART = 2048;

/** Sends the messages of a stream. */
type Send = (connection: MessageConnection, response: Response) => Promise<void>;

/** What a client and the server have agreed on for the messages of a stream. */
export interface Agreement {
  /** Empty: none. */
  readonly protocol: string;
  readonly send: Send;
}

/** Agrees with a client on the messages of a stream. Returns the response that rejects its request when they cannot agree. */
export const agreeOnMessages = ({ headers }: Request, kind: MessageKind): Agreement | Response =>
  kind === 'events' ? agreeOnEvents(headers) : agreeOnBytes(headers);

/** Sends the body of a response in messages, until it ends or the client closes the connection. */
export async function serveMessages(connection: MessageConnection, response: Response, send: Send): Promise<void> {
  const sending = send(connection, response).then(() => connection.close());
  // Clients should not send anything but that they close the connection.
  await Promise.all([connection.run(() => undefined), sending]);
}

/** Any one protocol will do, as it says nothing about the events. Programs have to name an origin as browsers do. */
function agreeOnEvents(headers: Headers): Agreement | Response {
  if (!isOrigin(headers.get('origin') ?? '')) return new Response(null, { status: 403 });
  const offered = offeredProtocols(headers);
  if (offered.length > 1) return new Response(null, { status: 400 });
  return { protocol: offered[0] ?? '', send: sendEvents };
}

function agreeOnBytes(headers: Headers): Agreement | Response {
  const offered = offeredProtocols(headers);
  const protocol = offered.length ? offered.find((each) => Object.hasOwn(BYTE_PROTOCOLS, each)) : '';
  if (protocol === undefined) return new Response(null, { status: 403 });
  return { protocol, send: BYTE_PROTOCOLS[protocol] ? sendBase64 : sendBytes };
}

/** Reports whether a header is a URI or an absolute path, which the real server requires. */
const isOrigin = (text: string): boolean => text.startsWith('/') || URL.canParse(text);

async function sendEvents(connection: MessageConnection, { body, headers }: Response): Promise<void> {
  const isText = headers.get('content-type') === 'application/json';
  for await (const event of eventsOf(body, isText ? 'lines' : 'length-delimited'))
    await connection.send(isText ? 'text' : 'binary', event);
}

/** The first message is empty, and tells the client that there is a log. */
async function sendBytes(connection: MessageConnection, response: Response): Promise<void> {
  await connection.send('binary', '');
  for await (const part of partsOf(response)) await connection.send('binary', part);
}

async function sendBase64(connection: MessageConnection, response: Response): Promise<void> {
  await connection.send('text', '');
  for await (const part of partsOf(response)) await connection.send('text', bytesBase64(part));
}

async function* partsOf({ body }: Response): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunksOf(body))
    for (let start = 0; start < chunk.length; start += LONGEST_PART) yield chunk.subarray(start, start + LONGEST_PART);
}
