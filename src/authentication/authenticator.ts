import type { UserInfo } from '../api/user-info.ts';

/** What a host knows of the connection, beside the request itself. */
export interface ConnectionInfo {
  /** PEM of the client's certificate chain, leaf first, as TLS verified that the client holds its key. */
  readonly clientCertificates?: readonly string[];
  readonly remoteAddress?: string;
}

export interface Authentication {
  readonly user: UserInfo;
  readonly audiences?: readonly string[];
}

/**
 * One method of finding out who asks. Methods are tried in the order of `index.ts`; the first that recognises the
 * credentials decides. Undefined: the request carries nothing for this method.
 * @throws StatusError 401 when it carries credentials that are bad.
 */
export interface Authenticator {
  readonly name: string;
  authenticate(request: Request, connection: ConnectionInfo): Promise<Authentication | undefined>;
}
