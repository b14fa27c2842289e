/** Why a connection is closed. The last one is that of a connection that broke, which no message can carry. */
export const NORMAL_CLOSURE = 1000;
export const GOING_AWAY = 1001;
const PROTOCOL_ERROR = 1002;
export const ABNORMAL_CLOSURE = 1006;

/** A client broke the protocol. `code` is the status with which its connection is closed. */
export class ProtocolError extends Error {
  readonly code: number;
  constructor(message: string, code = PROTOCOL_ERROR) {
    super(message);
    this.code = code;
  }
}

/**
 * Receives a message of a client. A promise holds back the next one until it resolves.
 * @throws ProtocolError
 */
export type Receive = (message: Uint8Array) => Promise<void> | undefined;

/** The server's side of a WebSocket, however its messages are carried. */
export interface MessageConnection {
  /** Sends a message. Resolves when the client can take another one, or is gone. */
  send(type: 'text' | 'binary', data: string | Uint8Array): Promise<void>;
  /** Hands over messages until the client closes the connection, which closes it here, too. */
  run(receive: Receive): Promise<void>;
  /** Sends what has been written, and closes the connection. */
  close(code?: number): void;
}
