import type { Socket } from 'node:net';
import { type DetailedPeerCertificate, TLSSocket } from 'node:tls';
import type { ConnectionInfo } from '../../authentication/authenticator.ts';
import { writePem } from '../../x509/pem.ts';

/** Cached by connection: a client cannot change its certificate on a connection. */
const KNOWN = new WeakMap<Socket, ConnectionInfo>();

/** Returns the peer of a connection, as verified by TLS. */
export function connectionInfo(socket: Socket | undefined): ConnectionInfo {
  if (!socket) return {};
  const known = KNOWN.get(socket);
  if (known) return known;
  const { remoteAddress } = socket;
  const clientCertificates = isEncrypted(socket) ? chainOf(socket.getPeerCertificate(true)) : [];
  const info = {
    ...(remoteAddress ? { remoteAddress } : {}),
    ...(clientCertificates.length ? { clientCertificates } : {}),
  };
  KNOWN.set(socket, info);
  return info;
}

/** HTTP/2 wraps the socket in a proxy, which is not an instance of its class. */
const isEncrypted = (socket: Socket): socket is TLSSocket =>
  socket instanceof TLSSocket || 'getPeerCertificate' in socket;

/**
 * Returns PEM certificates, leaf first. A self-issued certificate ends the chain; Node represents a missing certificate
 * by an empty object.
 */
function chainOf(leaf: Partial<DetailedPeerCertificate>): string[] {
  const chain: string[] = [];
  const seen = new Set<object>();
  for (let next: Partial<DetailedPeerCertificate> | undefined = leaf; next?.raw && !seen.has(next); ) {
    seen.add(next);
    chain.push(writePem('CERTIFICATE', next.raw));
    next = next.issuerCertificate;
  }
  return chain;
}
