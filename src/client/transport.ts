import type { WriteCause } from '../api/debug/causes.ts';
import type { ChunkSource } from '../api/messages/api-messages.ts';
import type { Burst } from './read-watch-events.ts';

/** A request of a client, before it takes the form of its transport. */
export interface ClientRequest {
  readonly method: string;
  /** Path and query, encoded. */
  readonly target: string;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** A text, or an object whose JSON is the body. The object is neither changed nor kept. */
  readonly body?: string | object | undefined;
  /** Why the client writes. HTTP does not carry it. */
  readonly cause?: WriteCause | undefined;
}

/** Carries the requests of a client to its server: over HTTP, or within the process. */
export interface Transport {
  /**
   * Sends a request and returns the object of its response.
   * @param warn called with the warnings of this response, instead of the client's `onWarnings`
   * @throws ApiError, or the error of the transport
   */
  send(request: ClientRequest, warn?: (texts: readonly string[]) => void): Promise<unknown>;
  /** Starts a watch and returns its events; undefined when the response has no body. @throws ApiError, or the error of the transport */
  watch(request: ClientRequest): Promise<ChunkSource<Uint8Array | Burst> | undefined>;
  /** Sends any request. @throws ApiError, or the error of the transport */
  readonly request: (path: string, init?: RequestInit) => Promise<Response>;
}
