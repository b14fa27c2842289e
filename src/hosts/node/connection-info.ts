import type { Socket } from 'node:net';
import { type DetailedPeerCertificate, TLSSocket } from 'node:tls';
import type { ConnectionInfo } from '../../authentication/authenticator.ts';
import { writePem } from '../../x509/pem.ts';

/** By connection: a certificate cannot change on one. */
const KNOWN = new WeakMap<Socket, ConnectionInfo>();

/** Who is at the other end of a connection, as TLS has found out. */
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

/** HTTP/2 has a proxy of the socket, which is no instance of its class. */
const isEncrypted = (socket: Socket): socket is TLSSocket =>
  socket instanceof TLSSocket || 'getPeerCertificate' in socket;

/** PEM, leaf first. A certificate that has issued itself ends the chain; without any there is an empty object. */
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
