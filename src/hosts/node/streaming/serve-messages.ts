import { isResponse } from '../../../api/realms.ts';
import { offeredProtocols } from '../../../api/web-socket-request.ts';
import type { MessageKind } from '../../../authentication/authenticator.ts';
import { acceptUpgrade, type UpgradingClient } from './accept-upgrade.ts';
import { eventsOf } from './websocket/events-of.ts';
import { acceptedHandshake, rejectHandshake } from './websocket/handshake.ts';
import { WebSocketConnection } from './websocket/web-socket-connection.ts';

/** Protocols for bytes, and whether a message has base64 text instead. */
const BYTE_PROTOCOLS: Readonly<Record<string, boolean>> = { 'binary.k8s.io': false, 'base64.binary.k8s.io': true };

/** The most bytes of a log in one message. */
const LONGEST_PART = 2048;

/** Sends the messages of a stream. */
type Send = (connection: WebSocketConnection, response: Response) => Promise<void>;

/**
 * Upgrades a client's connection to a WebSocket that sends the body of a response. Returns the response that rejects the
 * upgrade; undefined when it is accepted.
 */
export function serveMessages(
  request: Request,
  response: Response,
  kind: MessageKind,
  client: UpgradingClient,
): Response | undefined {
  const agreed = rejectHandshake(request) ?? (kind === 'events' ? agreeOnEvents(request) : agreeOnBytes(request));
  if (isResponse(agreed)) {
    void response.body?.cancel();
    return agreed;
  }
  acceptUpgrade(client, acceptedHandshake(request, agreed.protocol), async (socket) => {
    const connection = new WebSocketConnection(socket);
    const sending = agreed.send(connection, response).then(() => connection.close());
    // Clients should not send anything but that they close the connection.
    await Promise.all([connection.run(() => undefined), sending]);
  });
  return undefined;
}

interface Agreement {
  /** Empty: none. */
  readonly protocol: string;
  readonly send: Send;
}

/** Any one protocol will do, as it says nothing about the events. Programs have to name an origin as browsers do. */
function agreeOnEvents({ headers }: Request): Agreement | Response {
  if (!isOrigin(headers.get('origin') ?? '')) return new Response(null, { status: 403 });
  const offered = offeredProtocols(headers);
  if (offered.length > 1) return new Response(null, { status: 400 });
  return { protocol: offered[0] ?? '', send: sendEvents };
}

function agreeOnBytes({ headers }: Request): Agreement | Response {
  const offered = offeredProtocols(headers);
  const protocol = offered.length ? offered.find((each) => Object.hasOwn(BYTE_PROTOCOLS, each)) : '';
  if (protocol === undefined) return new Response(null, { status: 403 });
  return { protocol, send: BYTE_PROTOCOLS[protocol] ? sendBase64 : sendBytes };
}

/** Reports whether a header is a URI or an absolute path, which the real server requires. */
const isOrigin = (text: string): boolean => text.startsWith('/') || URL.canParse(text);

async function sendEvents(connection: WebSocketConnection, { body, headers }: Response): Promise<void> {
  const isText = headers.get('content-type') === 'application/json';
  for await (const event of eventsOf(body, isText ? 'lines' : 'length-delimited'))
    await connection.send(isText ? 'text' : 'binary', event);
}

/** The first message is empty, and tells the client that there is a log. */
async function sendBytes(connection: WebSocketConnection, response: Response): Promise<void> {
  await connection.send('binary', '');
  for await (const part of partsOf(response)) await connection.send('binary', part);
}

async function sendBase64(connection: WebSocketConnection, response: Response): Promise<void> {
  await connection.send('text', '');
  for await (const part of partsOf(response)) await connection.send('text', Buffer.from(part).toString('base64'));
}

async function* partsOf({ body }: Response): AsyncGenerator<Uint8Array> {
  for await (const chunk of body ?? [])
    for (let start = 0; start < chunk.length; start += LONGEST_PART) yield chunk.subarray(start, start + LONGEST_PART);
}
