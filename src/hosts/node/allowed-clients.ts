import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { badRequest, StatusError } from '../../api/status.ts';
import { PROTOCOL_HEADER, TOKEN_PROTOCOL } from '../../api/web-socket-request.ts';
import { connectionInfo } from './connection-info.ts';

/** Which names and which web pages a server answers. */
export interface AllowedClients {
  /** Names and addresses that clients may have in `Host`; undefined: any. `*` allows any, `.example.com` a domain. */
  readonly hosts: readonly string[] | undefined;
  /** Reports whether `--cors-allowed-origins` allows the pages of an origin. */
  readonly allowsOrigin: ((origin: string) => boolean) | undefined;
  /** Whether a token shows that a page was given it. False where users may have their names as tokens. */
  readonly hasSecretTokens: boolean;
}

/** The part of a message that is checked. Those of HTTP/2 have `:authority` instead of `host`. */
type Message = Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'method' | 'socket'>;

/** Every name of this machine for itself. */
const LOOPBACK_NAME = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Reports whether a server that listens on a host, an address or a name, is only reached from its own machine. */
export const isLoopback = (host: string): boolean => LOOPBACK_NAME.test(isIP(host) === 6 ? `[${host}]` : host);

/**
 * Returns the names in `Host` that a server allows, which is every name unless it listens on loopback: there, a name of
 * another site means that a web page reaches it by DNS rebinding.
 */
export const hostsFor = (listening: string, more: readonly string[]): readonly string[] | undefined =>
  isLoopback(listening) ? [listening, ...more].map((name) => name.toLowerCase()) : undefined;

/**
 * Returns why a request is refused, undefined when it is not: `Host` is repeated or names another site, or a web page of
 * another origin would use rights that come with the connection.
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

/** Methods whose responses pages of other origins cannot read, and which change nothing. */
const READS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Reports whether a request that writes or opens a connection has no credentials but those of its connection. */
const usesConnection = (message: Message, hasSecretTokens: boolean): boolean =>
  (!READS.has(message.method) || message.headers.upgrade !== undefined) && !hasOwnCredentials(message, hasSecretTokens);

/**
 * Reports whether a request has credentials that its page knows. Browsers add no `Authorization` of another origin
 * without the server's consent; a token in a sub-protocol is only tried when there is no client certificate.
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
