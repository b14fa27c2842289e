/** A connection to the server on which both sides send messages. */
export interface MessageStream {
  /** Resolves when the next message can be sent. */
  send(message: Uint8Array): Promise<unknown>;
  /** Yields the server's messages until it closes the connection. @throws Error when the connection breaks */
  readonly messages: AsyncIterable<Uint8Array>;
  close(): void;
}

/**
 * Opens a WebSocket by POST, as kubectl does, so that a user needs the verb `create`.
 * @param path the path and the query
 * @param headers credentials and impersonation
 * @throws ApiError when the server rejects it
 */
export type OpenMessageStream = (
  path: string,
  protocols: readonly string[],
  headers: Headers,
) => Promise<MessageStream>;
