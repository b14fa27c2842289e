import { type Clock, type Random, uuid } from '../../../api/environment.ts';
import type { ApiRequest, ApiResponse } from '../../../api/messages/api-messages.ts';
import { apiResponse, isSuccess } from '../../../api/messages/api-response.ts';
import { cancelBody, responseText } from '../../../api/messages/body-text.ts';
import { HeaderList } from '../../../api/messages/header-list.ts';
import { isResponse } from '../../../api/realms.ts';
import { offeredProtocols, PROTOCOL_HEADER } from '../../../api/web-socket-request.ts';
import type { ConnectionInfo } from '../../../authentication/authenticator.ts';
import { apiErrorFor } from '../../../client/api-error.ts';
import type { RunningCluster } from '../../../embedding/running-cluster.ts';
import { type OpenedSocket, RECEIVE, type SocketMessage, type SocketRequest } from '../../browser/socket-calls.ts';
import { ABNORMAL_CLOSURE, GOING_AWAY } from '../../streaming/message-connection.ts';
import { agreeOnMessages, serveMessages } from '../../streaming/message-streams.ts';
import { agreedProtocol, serveProcess } from '../../streaming/serve-process.ts';
import { PATIENCE, PageSocket } from './page-socket.ts';

export interface PageSocketsOptions extends Pick<RunningCluster, 'upgrade'> {
  answer(request: ApiRequest, connection: ConnectionInfo): Promise<ApiResponse>;
  /** The origin of the pages. */
  readonly origin: string;
  readonly clock: Clock;
  readonly random: Random;
}

/** The WebSockets between pages and a cluster. */
export class PageSockets {
  readonly #options: PageSocketsOptions;
  readonly #sockets = new Map<string, PageSocket>();

  constructor(options: PageSocketsOptions) {
    this.#options = options;
  }

  /** Runs a page's call; see `SocketRequest`. @throws ApiError when a socket is rejected; Error for a closed one */
  async run(method: string, [first, second]: readonly unknown[], page: string, signal: AbortSignal): Promise<unknown> {
    if (method === 'socket.open') return this.#open(first as SocketRequest, page);
    const socket = this.#sockets.get(first as string);
    // A page must not use the sockets of other pages.
    if (socket?.page !== page) throw new Error('the WebSocket is closed');
    switch (method) {
      case RECEIVE:
        return socket.take(signal);
      case 'socket.send':
        return socket.deliver(second as SocketMessage);
      case 'socket.close':
        return socket.close();
      default:
        throw new Error(`a WebSocket has no method ${method}`);
    }
  }

  /** Closes all sockets. */
  close(): void {
    for (const socket of this.#sockets.values()) socket.close(GOING_AWAY);
  }

  async #open(wanted: SocketRequest, page: string): Promise<OpenedSocket> {
    const { answer, origin, clock, random } = this.#options;
    const socket = new PageSocket(page, clock);
    const request = webSocketRequest(wanted, origin, socket.signal);
    let protocol: string | undefined;
    const accept = (agreed: string, serving: Promise<void>): void => {
      protocol = agreed;
      serving.then(
        () => socket.close(),
        () => socket.close(ABNORMAL_CLOSURE),
      );
    };
    const response = await answer(request, upgradesOf(request, socket, this.#options, accept));
    if (protocol === undefined) {
      socket.close();
      throw isSuccess(response) ? notUpgraded(response) : apiErrorFor(response, await responseText(response.body));
    }
    const id = uuid(random);
    this.#sockets.set(id, socket);
    socket.expectCall();
    // The page may not have received the last messages yet.
    const forget = (): void => void clock.after(PATIENCE, () => this.#sockets.delete(id));
    if (socket.signal.aborted) forget();
    else socket.signal.addEventListener('abort', forget);
    return { id, protocol };
  }
}

/** Accepts a socket with the negotiated protocol. */
type Accept = (protocol: string, serving: Promise<void>) => void;

/** Returns the ways to upgrade the connection of a socket. */
const upgradesOf = (
  request: ApiRequest,
  socket: PageSocket,
  { upgrade }: PageSocketsOptions,
  accept: Accept,
): Required<Pick<ConnectionInfo, 'tunnel' | 'sendMessages'>> => ({
  sendMessages(response, kind) {
    const agreed = agreeOnMessages(request, kind);
    if ('status' in agreed) {
      cancelBody(response.body);
      return agreed;
    }
    accept(agreed.protocol, serveMessages(socket, response, agreed.send));
    return apiResponse(200);
  },
  async tunnel(forwarded) {
    const target = await upgrade(forwarded);
    if (isResponse(target)) return target;
    if (target?.kind !== 'process') return new Response('a page has no connections to forward', { status: 501 });
    const protocol = agreedProtocol(offeredProtocols(request.headers));
    if (protocol === undefined) return new Response('the client offers no supported sub-protocol', { status: 403 });
    target.stopped.addEventListener('abort', () => socket.close(GOING_AWAY), { signal: socket.signal });
    accept(protocol, serveProcess(socket, target, protocol, socket.signal));
    return new Response(null);
  },
});

/** Returns the request with which a browser opens a WebSocket. */
function webSocketRequest(
  { path: target, method = 'GET', protocols, headers: given = {} }: SocketRequest,
  origin: string,
  signal: AbortSignal,
): ApiRequest {
  const headers = new HeaderList({ ...given, connection: 'Upgrade', upgrade: 'websocket', origin });
  if (protocols.length) headers.set(PROTOCOL_HEADER, protocols.join(', '));
  return { method, origin, target, headers, body: undefined, signal };
}

function notUpgraded({ status, body }: ApiResponse): Error {
  cancelBody(body);
  return new Error(`the server answered ${status} instead of opening a WebSocket`);
}
