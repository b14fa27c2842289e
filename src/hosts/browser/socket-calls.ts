/** The calls with which a page uses a WebSocket in its worker: `socket.open`, then the others with the socket's id. */

/** The parameter of `socket.open`. */
export interface SocketRequest {
  /** The path and the query, without the cluster's prefix. */
  readonly path: string;
  readonly protocols: readonly string[];
  /** GET by default, as browsers send it. The method decides which verb the user needs. */
  readonly method?: 'GET' | 'POST';
  /** Credentials and impersonation, by names in lower case. A page's `WebSocket` has none. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The result of `socket.open`. */
export interface OpenedSocket {
  readonly id: string;
  /** The sub-protocol; empty for none. */
  readonly protocol: string;
}

/** A message in JSON: text, or bytes in base64. `socket.send` takes one. */
export type SocketMessage = string | { readonly base64: string };

/** The call that waits for messages. */
export const RECEIVE = 'socket.receive';

/** The result of the call. Without messages, the page calls again. */
export interface ReceivedMessages {
  readonly messages: readonly SocketMessage[];
  /** The code with which the socket was closed after the messages; undefined while it is open. */
  readonly code?: number;
}
