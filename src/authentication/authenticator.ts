import type { Fetch } from '../api/environment.ts';
import { StatusError } from '../api/status.ts';
import type { UserInfo } from '../api/user-info.ts';

/** What a host knows of the connection, beside the request itself. */
export interface ConnectionInfo {
  /** PEM of the client's certificate chain, leaf first, as TLS verified that the client holds its key. */
  readonly clientCertificates?: readonly string[];
  readonly remoteAddress?: string;
  /** Who asks, where the host itself vouches for it: its own controllers. Never set from what a client sends. */
  readonly user?: UserInfo;
  /**
   * Sends an upgrade request on, and joins the client's connection to the one that it opens. Resolves when both are
   * joined, or with the answer that refuses the upgrade. Undefined when the client's connection cannot be upgraded.
   * @throws TypeError when the other side cannot be reached, with the reason as the real server words it
   */
  readonly tunnel?: Fetch;
}

export interface Authentication {
  readonly user: UserInfo;
  /** Audiences that the credentials are meant for, of those asked for. */
  readonly audiences?: readonly string[];
}

export interface AuthenticationOptions {
  /** Audiences that the asker answers to; absent: those of this server. */
  readonly audiences?: readonly string[];
  /** Adds a `Warning` header to the answer. */
  warn?(text: string): void;
}

/** 401 with what was wrong with the credentials, which is told in token reviews only. */
export class AuthenticationError extends StatusError {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super({ code: 401, reason: 'Unauthorized', message: 'Unauthorized' });
    this.name = 'AuthenticationError';
    this.problems = problems;
  }
}

/**
 * One method of finding out who asks. Methods are tried in the order of `index.ts`; the first that recognises the
 * credentials decides. Undefined: the request carries nothing for this method.
 * @throws StatusError 401 when it carries credentials that are bad.
 */
export interface Authenticator {
  readonly name: string;
  authenticate(
    request: Request,
    connection: ConnectionInfo,
    options?: AuthenticationOptions,
  ): Promise<Authentication | undefined>;
}
