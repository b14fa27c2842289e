import type { WriteCause } from '../debug/causes.ts';
import type { HandedEvent } from '../encoding/handed-event.ts';
import type { HeaderList } from './header-list.ts';

/**
 * A request to the API server as a plain value. Hosts and in-process clients create requests and read responses.
 * Neither uses the platform's Fetch classes, so hosts over other APIs do not pay for them.
 */
export interface ApiRequest {
  readonly method: string;
  /** Scheme and host, without a trailing slash: `https://127.0.0.1:6443`. */
  readonly origin: string;
  /** Path and query, percent-encoded, as sent by the client. */
  readonly target: string;
  readonly headers: RequestHeaders;
  readonly body: RequestBody;
  /** Aborted when the client no longer waits for the response. */
  readonly signal: AbortSignal;
  /** Whether a browser shows the response as a page. */
  readonly isNavigation?: boolean;
  /** Whether the client takes frozen objects, which it shares with the server. Others receive text or bytes. */
  readonly takesObjects?: boolean;
  /** Why the client writes. Only clients in the server's process state it. */
  readonly cause?: WriteCause | undefined;
}

/** The headers of a request by name. Iteration yields names in lower case. Repeated headers are joined by commas. */
export interface RequestHeaders extends Iterable<[string, string]> {
  get(name: string): string | null;
  has(name: string): boolean;
  keys(): Iterable<string>;
  /** Only for WebSocket authentication, which removes the token after reading it. */
  set(name: string, value: string): void;
}

/** The response of the API server to a request. */
export interface ApiResponse {
  readonly status: number;
  /** The reason phrase; empty for the usual one of the status. */
  readonly statusText: string;
  readonly headers: HeaderList;
  readonly body: ResponseBody;
}

/** The body of a request; undefined without one. Chunks can be read once. */
export type RequestBody = TextBody | BytesBody | GivenObjectBody | ChunksBody | undefined;

/** The body of a response; undefined without one. Chunks and events can be read once. */
export type ResponseBody = TextBody | BytesBody | SharedObjectBody | ChunksBody | EventsBody | undefined;

export interface TextBody {
  readonly kind: 'text';
  readonly text: string;
}

export interface BytesBody {
  readonly kind: 'bytes';
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** An object passed by the client: plain data as returned by JSON.parse, which only the server uses from now on. */
export interface GivenObjectBody {
  readonly kind: 'given';
  readonly object: unknown;
  /** Upper bound of the size of the object's JSON, in bytes. */
  readonly mostBytes: number;
}

/** An object shared between server and client. It is deeply frozen. */
export interface SharedObjectBody {
  readonly kind: 'shared';
  readonly object: unknown;
}

/** The chunks of a response may be shared with other responses: nobody writes to them. */
export interface ChunksBody {
  readonly kind: 'chunks';
  readonly chunks: ChunkSource<Uint8Array>;
}

/** The events of a watch, in bursts. Their objects are shared and deeply frozen. */
export interface EventsBody {
  readonly kind: 'events';
  readonly events: ChunkSource<readonly HandedEvent[]>;
}

/** Yields the chunks of a body at the pace of its reader. */
export interface ChunkSource<Chunk> {
  /**
   * Returns the next chunk; undefined at the end. Rejects when the sender aborts. Must not be called again before it
   * has resolved.
   */
  next(): Promise<Chunk | undefined>;
  /** Discards the remaining chunks. */
  cancel(): void;
}
