import type { Fetch } from '../api/environment.ts';
import type { ApiRequest, ApiResponse } from '../api/messages/api-messages.ts';
import { StatusError } from '../api/status.ts';
import type { UserInfo } from '../api/user-info.ts';

/** Connection details that the host supplies in addition to the request. */
export interface ConnectionInfo {
  /** PEM of the client's certificate chain, leaf first. TLS has verified that the client holds the leaf's key. */
  readonly clientCertificates?: readonly string[];
  readonly remoteAddress?: string;
  /** The user, if the host vouches for it (its controllers). Never derived from client input. */
  readonly user?: UserInfo;
  /**
   * Forwards an upgrade request and joins the client's connection to the new one. Resolves when both are joined, or
   * with the response that rejects the upgrade. Undefined when the client's connection cannot be upgraded.
   * @throws TypeError when the target cannot be reached, with the real server's message
   */
  readonly tunnel?: Fetch;
  /** Sends a stream over a WebSocket. Undefined when the client's connection cannot be upgraded. */
  readonly sendMessages?: SendMessages;
}

/** Where the messages of a stream end: after each event of a watch, or anywhere in a log. */
export type MessageKind = 'events' | 'bytes';

/**
 * Upgrades the client's connection to a WebSocket and sends the body of `response` in messages. Returns the response that
 * rejects the upgrade, or an empty one once the connection is upgraded.
 */
export type SendMessages = (response: ApiResponse, kind: MessageKind) => ApiResponse;

export interface Authentication {
  readonly user: UserInfo;
  /** The requested audiences for which the credentials are valid. */
  readonly audiences?: readonly string[];
}

export interface AuthenticationOptions {
  /** Requested audiences; those of this server by default. */
  readonly audiences?: readonly string[];
  /** Adds a `Warning` header to the response. */
  warn?(text: string): void;
}

/** A 401 for invalid credentials. Only token reviews return its `problems`. */
export class AuthenticationError extends StatusError {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super({ code: 401, reason: 'Unauthorized', message: 'Unauthorized' });
    this.name = 'AuthenticationError';
    this.problems = problems;
  }
}

/**
 * An authentication method. Methods are tried in the order of `index.ts`; the first that recognizes the credentials
 * decides. Returns undefined when the request has no credentials for this method.
 * @throws StatusError 401 for invalid credentials
 */
export interface Authenticator {
  readonly name: string;
  authenticate(
    request: Pick<ApiRequest, 'headers'>,
    connection: ConnectionInfo,
    options?: AuthenticationOptions,
  ): Promise<Authentication | undefined>;
}
