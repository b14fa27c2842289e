import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { badRequest, StatusError } from '../../api/status.ts';
import { PROTOCOL_HEADER, TOKEN_PROTOCOL } from '../../api/web-socket-request.ts';
import { connectionInfo } from './connection-info.ts';

/** The names and the web pages whose requests a server answers. */
export interface AllowedClients {
  /**
   * Names and addresses that clients may send in `Host`; undefined for any. `*` allows any, `.example.com` a domain.
   */
  readonly hosts: readonly string[] | undefined;
  /** Reports whether `--cors-allowed-origins` allows the pages of an origin. */
  readonly allowsOrigin: ((origin: string) => boolean) | undefined;
  /** Whether a token proves that a page was given it. False where the names of users may be their tokens. */
  readonly hasSecretTokens: boolean;
}

/** The part of a message that is checked. Messages of HTTP/2 have `:authority` instead of `host`. */
type Message = Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'method' | 'socket'>;

/** The names by which a machine reaches itself. */
const LOOPBACK_NAME = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Reports whether a server that listens on a host, an address or a name, can be reached only from its own machine. */
export const isLoopback = (host: string): boolean => LOOPBACK_NAME.test(isIP(host) === 6 ? `[${host}]` : host);

/**
 * Returns the names in `Host` that a server allows. It allows every name unless it listens on loopback: there, the name
 * of another site means that a web page reaches the server by DNS rebinding.
 */
export const hostsFor = (listening: string, more: readonly string[]): readonly string[] | undefined =>
  isLoopback(listening) ? [listening, ...more].map((name) => name.toLowerCase()) : undefined;

/**
 * Returns why a request is rejected; undefined when it is not. A request is rejected when `Host` is repeated or names
 * another site, or when a web page of another origin would use rights that come with the connection.
 */
export function refusalOf(
  message: Message,
  { hosts, allowsOrigin, hasSecretTokens }: AllowedClients,
): StatusError | undefined {
  if (linesOf(message.rawHeaders, 'host') > 1) return badRequest('the request has more than one Host header');
  const host = (message.headers.host ?? message.headers[':authority']?.toString() ?? '').toLowerCase();
  const name = host.replace(/:\d*$/, '').replace(/\.$/, '');
  if (hosts && !allowsHost(hosts, name)) return refused(`Host ${JSON.stringify(host)}`, '--allowed-hosts');
  const { origin } = message.headers;
  if (origin === undefined || !usesConnection(message, hasSecretTokens)) return undefined;
  if (originHost(origin) === host || allowsOrigin?.(origin)) return undefined;
  return refused(`the origin ${JSON.stringify(origin)}`, '--cors-allowed-origins');
}

const refused = (what: string, flag: string): StatusError =>
  new StatusError({
    code: 403,
    reason: 'Forbidden',
    message: `requests with ${what} are not answered: allow it with ${flag}`,
  });

function linesOf(rawHeaders: readonly string[], name: string): number {
  let lines = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === name.length && rawHeaders[index]?.toLowerCase() === name) lines++;
  return lines;
}

const allowsHost = (hosts: readonly string[], name: string): boolean =>
  LOOPBACK_NAME.test(name) ||
  hosts.some((allowed) => allowed === '*' || allowed === name || (allowed.startsWith('.') && name.endsWith(allowed)));

/** Methods that change nothing, and whose responses pages of other origins cannot read. */
const READS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Reports whether a request that writes or opens a connection has no credentials apart from those of its connection.
 */
const usesConnection = (message: Message, hasSecretTokens: boolean): boolean =>
  (!READS.has(message.method) || message.headers.upgrade !== undefined) && !hasOwnCredentials(message, hasSecretTokens);

/**
 * Reports whether a request has credentials that its page knows. Browsers send no `Authorization` to another origin
 * without the server's consent. A token in a sub-protocol is tried only when there is no client certificate.
 */
const hasOwnCredentials = ({ headers, socket }: Message, hasSecretTokens: boolean): boolean =>
  headers.authorization !== undefined ||
  (hasSecretTokens && offersToken(headers[PROTOCOL_HEADER]) && connectionInfo(socket).clientCertificates === undefined);

const offersToken = (protocols: string | string[] = ''): boolean =>
  String(protocols)
    .split(',')
    .some((protocol) => TOKEN_PROTOCOL.test(protocol.trim()));

function originHost(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host || undefined : undefined;
}
