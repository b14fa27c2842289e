/** Close codes of a connection. The last one is that of a broken connection, which no message can carry. */
export const NORMAL_CLOSURE = 1000;
export const GOING_AWAY = 1001;
const PROTOCOL_ERROR = 1002;
export const ABNORMAL_CLOSURE = 1006;

/** A client violated the protocol. `code` is the close code of its connection. */
export class ProtocolError extends Error {
  readonly code: number;
  constructor(message: string, code = PROTOCOL_ERROR) {
    super(message);
    this.code = code;
  }
}

/**
 * Receives a client's message. A returned promise delays the next message until it resolves.
 * @throws ProtocolError
 */
export type Receive = (message: Uint8Array) => Promise<void> | undefined;

/** The server's side of a WebSocket, independent of how its messages are transported. */
export interface MessageConnection {
  /** Sends a message. Resolves when the client can receive another one, or has disconnected. */
  send(type: 'text' | 'binary', data: string | Uint8Array): Promise<void>;
  /** Delivers messages until the client closes the connection, which also closes it here. */
  run(receive: Receive): Promise<void>;
  /** Sends all pending data and closes the connection. */
  close(code?: number): void;
}
