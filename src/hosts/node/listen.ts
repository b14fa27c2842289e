import { constants } from 'node:crypto';
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import type { ServerHttp2Session } from 'node:http2';
import type { ServerRequest } from 'srvx';
import { serve } from 'srvx/node';
import { badRequest, methodNotAllowed, plainError, type StatusError } from '../../api/status.ts';
import { hasDotSegments } from '../../server/http/request-targets.ts';
import { AcceptedRequests } from './accepted-requests.ts';
import { type AllowedClients, refusalOf } from './allowed-clients.ts';
import { connectionInfo } from './connection-info.ts';
import { type ConnectionLimits, LIMITS, limitConnections, MOST_HEADERS } from './connection-limits.ts';
import { endAfterRequest } from './discard-rest.ts';
import { withReasonPhrase } from './reason-phrase.ts';
import { refuseMalformed, statusResponse } from './refused-request.ts';
import { withReadableBody } from './request-body.ts';
import { isKnownMethod } from './request-of.ts';
import { type AnswerUpgrade, serveUpgrades } from './serve-upgrades.ts';
import type { Served } from './served.ts';
import type { KeyAndCertificate } from './serving-certificate.ts';

/** Where and for whom a server listens. */
export interface Listening {
  readonly hostname: string;
  /** 0 selects a free one. */
  readonly port: number;
  readonly allowed: AllowedClients;
  /** For HTTPS. Undefined: HTTP. */
  readonly certificate?: KeyAndCertificate | undefined;
  /** PEM authorities whose names are sent to clients, so that they choose a certificate that the server accepts. */
  readonly authorities: string[];
  readonly limits?: ConnectionLimits;
}

/** A port that is open. */
export interface Listener {
  /** Without a trailing slash. */
  readonly url: string | undefined;
  /** Stops listening. Accepted requests have a time in milliseconds to end, without watches and others that last. */
  finish(milliseconds: number): Promise<void>;
  /** Ends upgraded connections. */
  closeUpgraded(): void;
  close(): Promise<void>;
}

/**
 * Requests a client certificate; verifying it is part of the server's authentication. Sessions are not resumed, because
 * only a full handshake includes the whole chain.
 */
const TLS = { requestCert: true, rejectUnauthorized: false, secureOptions: constants.SSL_OP_NO_TICKET };

/** Lets a server or a cluster answer over HTTP or HTTPS. @throws Error of the platform when it cannot listen there */
export async function listen(
  served: Pick<Served, 'fetch' | 'upgrade'>,
  { hostname, port, allowed, certificate, authorities, limits = LIMITS }: Listening,
): Promise<Listener> {
  const accepted = new AcceptedRequests();
  const sessions = new Set<ServerHttp2Session>();
  const listener = serve({
    fetch: async (request) => {
      const { req, res } = request.runtime?.node ?? {};
      if (req && res) accepted.add(req as IncomingMessage, res as ServerResponse);
      const response = withReasonPhrase(await answer(served, allowed, request));
      return req && res ? endAfterRequest(response, req as IncomingMessage, res as ServerResponse) : response;
    },
    hostname,
    port,
    silent: true,
    gracefulShutdown: false,
    ...(certificate
      ? {
          tls: { cert: certificate.certificate, key: certificate.key },
          node: { ...limits, ...TLS, ca: authorities },
          protocol: 'https' as const,
        }
      : { node: limits }),
  });
  const http = listener.node?.server as HttpServer | undefined;
  if (http) limitConnections(http, limits);
  http?.on('session', (session: ServerHttp2Session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
  });
  await listener.ready();
  if (http) refuseMalformed(http);
  const { url } = listener;
  const answerUpgrade: AnswerUpgrade = async (request, incoming, upgrades) => {
    const refusal = refusalOfMessage(incoming, allowed);
    return refusal
      ? statusResponse(refusal)
      : served.fetch(request, { ...connectionInfo(incoming.socket), ...upgrades });
  };
  const closeUpgraded = http && url ? serveUpgrades(http, url, served, answerUpgrade) : undefined;
  return {
    url: url?.replace(/\/$/, ''),
    finish: (milliseconds) => {
      http?.close();
      if (milliseconds > 0) for (const session of sessions) session.close();
      return accepted.end(milliseconds);
    },
    closeUpgraded: () => closeUpgraded?.(),
    close: () => listener.close(true),
  };
}

function refusalOfMessage(message: IncomingMessage, allowed: AllowedClients): StatusError | undefined {
  if (!isKnownMethod(message.method)) return methodNotAllowed();
  // Node drops what exceeds the limit, which may be a header that restricts the request.
  if (message.rawHeaders.length >= 2 * MOST_HEADERS) return plainError('the request has too many headers', 431);
  return refusalOf(message, allowed);
}

async function answer(
  served: Pick<Served, 'fetch'>,
  allowed: AllowedClients,
  request: ServerRequest,
): Promise<Response> {
  const { req, res } = request.runtime?.node ?? {};
  const refusal = req && refusalOfMessage(req as IncomingMessage, allowed);
  if (refusal) return statusResponse(refusal);
  if (!URL.canParse(request.url)) return statusResponse(badRequest('invalid request target'));
  const readable = req ? withReadableBody(request, req as IncomingMessage) : request;
  const target = (req as IncomingMessage | undefined)?.url;
  const connection = connectionInfo(req?.socket);
  const response = await served
    .fetch(readable, target && hasDotSegments(target) ? { ...connection, target } : connection)
    .catch(() => undefined);
  if (!response) {
    // The network fails, as a fault of the cluster says, or the cluster is closed.
    res?.destroy();
    return new Response();
  }
  // Node delays a response's head until its body starts, and a watch can be silent for long.
  if (res && 'flushHeaders' in res) setImmediate(() => res.flushHeaders());
  return response;
}
