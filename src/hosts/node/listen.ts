import { constants } from 'node:crypto';
import {
  createServer,
  type Server as HttpServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createSecureServer, type ServerHttp2Session } from 'node:http2';
import type { ApiResponse } from '../../api/messages/api-messages.ts';
import { badRequest, methodNotAllowed, plainError, type StatusError } from '../../api/status.ts';
import { AcceptedRequests } from './accepted-requests.ts';
import { type AllowedClients, refusalOf } from './allowed-clients.ts';
import { connectionInfo } from './connection-info.ts';
import { type ConnectionLimits, LIMITS, limitConnections, MOST_HEADERS } from './connection-limits.ts';
import { messageHandler, startListening, stopListening } from './message-handler.ts';
import { addressOf, isKnownMethod, NodeRequest } from './node-request.ts';
import { refuseMalformed, statusResponse } from './refused-request.ts';
import { type AnswerUpgrade, serveUpgrades } from './serve-upgrades.ts';
import type { Served } from './served.ts';
import type { KeyAndCertificate } from './serving-certificate.ts';

/** Where a server listens, and the clients that it serves. */
export interface Listening {
  readonly hostname: string;
  /** 0 selects a free port. */
  readonly port: number;
  readonly allowed: AllowedClients;
  /** The certificate for HTTPS; undefined for HTTP. */
  readonly certificate?: KeyAndCertificate | undefined;
  /** PEM authorities whose names are sent to clients, so that they choose a certificate that the server accepts. */
  readonly authorities: string[];
  readonly limits?: ConnectionLimits;
}

/** An open port. */
export interface Listener {
  /** Without a trailing slash. */
  readonly url: string;
  /**
   * Stops listening. Accepted requests have a time in milliseconds to finish, except long-running ones such as watches.
   */
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

/** Lets a server or a cluster answer over HTTP or HTTPS. @throws Error of the platform when it cannot listen */
export async function listen(served: Pick<Served, 'answer' | 'upgrade'>, listening: Listening): Promise<Listener> {
  const { hostname, port, allowed, certificate, limits = LIMITS } = listening;
  const accepted = new AcceptedRequests();
  const sessions = new Set<ServerHttp2Session>();
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<ApiResponse | undefined> => {
    accepted.add(incoming, outgoing);
    const refusal = refusalOfMessage(incoming, allowed);
    if (refusal) return statusResponse(refusal);
    const address = addressOf(incoming);
    if (!address) return statusResponse(badRequest('invalid request target'));
    const request = new NodeRequest(incoming, outgoing, address);
    // A fault of the cluster makes the network fail, or the cluster is closed.
    return served.answer(request, connectionInfo(incoming.socket)).catch(() => undefined);
  };
  const http = serverFor(listening, messageHandler(answer));
  limitConnections(http, limits);
  http.on('session', (session: ServerHttp2Session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
  });
  const url = await startListening(http, { port, hostname, scheme: certificate ? 'https' : 'http' });
  refuseMalformed(http);
  const answerUpgrade: AnswerUpgrade = async (request, incoming, upgrades) => {
    const refusal = refusalOfMessage(incoming, allowed);
    return refusal
      ? statusResponse(refusal)
      : served.answer(request, { ...connectionInfo(incoming.socket), ...upgrades });
  };
  const closeUpgraded = serveUpgrades(http, served, answerUpgrade);
  return {
    url,
    finish: (milliseconds) => {
      http.close();
      if (milliseconds > 0) for (const session of sessions) session.close();
      return accepted.end(milliseconds);
    },
    closeUpgraded,
    close: () => stopListening(http),
  };
}

/** Over HTTPS, clients choose between HTTP/2 and HTTP/1.1. */
function serverFor({ certificate, authorities, limits = LIMITS }: Listening, handler: RequestListener): HttpServer {
  if (!certificate) return createServer(limits, handler);
  const { certificate: cert, key } = certificate;
  const options = { ...limits, ...TLS, cert, key, ca: authorities, allowHTTP1: true };
  return createSecureServer(options, handler as unknown as Http2Handler) as unknown as HttpServer;
}

/** Messages of HTTP/2 are used as messages of HTTP/1.1, which they resemble. */
type Http2Handler = Parameters<typeof createSecureServer>[1];

function refusalOfMessage(message: IncomingMessage, allowed: AllowedClients): StatusError | undefined {
  if (!isKnownMethod(message.method)) return methodNotAllowed();
  // Node drops headers beyond the limit, and a dropped header may be one that restricts the request.
  if (message.rawHeaders.length >= 2 * MOST_HEADERS) return plainError('the request has too many headers', 431);
  return refusalOf(message, allowed);
}
