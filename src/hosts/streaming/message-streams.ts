import { bytesBase64 } from '../../api/encoding/base64.ts';
import { chunksOf } from '../../api/encoding/read-stream.ts';
import { offeredProtocols } from '../../api/web-socket-request.ts';
import type { MessageKind } from '../../authentication/authenticator.ts';
import { eventsOf } from './events-of.ts';
import type { MessageConnection } from './message-connection.ts';

/** Protocols for bytes, and whether their messages contain base64 text instead. */
const BYTE_PROTOCOLS: Readonly<Record<string, boolean>> = { 'binary.k8s.io': false, 'base64.binary.k8s.io': true };

/** Maximum number of bytes of a log in one message. */
const LONGEST_PART = 2048;

/** Sends the messages of a stream. */
type Send = (connection: MessageConnection, response: Response) => Promise<void>;

/** The message format that a client and the server have agreed on. */
export interface Agreement {
  /** Empty for none. */
  readonly protocol: string;
  readonly send: Send;
}

/** Negotiates the messages of a stream with a client. Returns a response that rejects the request on failure. */
export const agreeOnMessages = ({ headers }: Request, kind: MessageKind): Agreement | Response =>
  kind === 'events' ? agreeOnEvents(headers) : agreeOnBytes(headers);

/** Sends the body of a response in messages, until it ends or the client closes the connection. */
export async function serveMessages(connection: MessageConnection, response: Response, send: Send): Promise<void> {
  const sending = send(connection, response).then(() => connection.close());
  // Clients should send nothing except that they close the connection.
  await Promise.all([connection.run(() => undefined), sending]);
}

/**
 * Any single protocol will do, because it does not affect the events. Programs have to send an origin, as browsers do.
 */
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

/** The first message is empty and tells the client that the log exists. */
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
