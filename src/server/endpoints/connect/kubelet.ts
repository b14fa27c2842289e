import type { OutgoingTrust } from '../../../api/environment.ts';
import type { Node } from '../../../api/kinds/core-v1.generated.ts';
import { HOSTNAME_LABEL } from '../../../api/kubernetes-names.ts';
import { notFound, plainError } from '../../../api/status.ts';
import type { ServerContext } from '../../context/server-context.ts';

const DEFAULT_PORT = 10250;

/** The address of a node's kubelet, which always serves HTTPS. */
export interface Kubelet {
  readonly hostname: string;
  readonly port: string;
}

/**
 * Returns the address of a node's kubelet: the first of the types in `--kubelet-preferred-address-types`, and the port
 * from the node's status.
 * @throws StatusError 404 when the node does not exist, 500 when it has no address of these types
 */
export async function kubeletOf(server: ServerContext, nodeName: string): Promise<Kubelet> {
  const node = await server.reader.get<Node>('', 'nodes', '', nodeName);
  if (!node) throw notFound({ group: '', resource: 'nodes' }, nodeName);
  const port = node.status?.daemonEndpoints?.kubeletEndpoint?.Port || DEFAULT_PORT;
  return { hostname: preferredAddress(server, node), port: String(port) };
}

function preferredAddress({ flags, dialect }: ServerContext, { metadata, status }: Node): string {
  const addresses = status?.addresses ?? [];
  for (const wanted of flags['kubelet-preferred-address-types'].split(',')) {
    const found = addresses.find(({ type }) => type === wanted)?.address;
    if (found) return found;
    const label = wanted === 'Hostname' && metadata?.labels?.[dialect.rename(HOSTNAME_LABEL)];
    if (label) return label;
  }
  const known = addresses.map(({ type, address }) => `{${type} ${address}}`).join(' ');
  throw plainError(`no preferred addresses found; known addresses: [${known}]`);
}

/** Joins a host, which may be an IPv6 address, and a port. */
export const joinHostPort = (host: string, port: string): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;

/**
 * Returns the certificates that connections to kubelets trust and present, from the `--kubelet-*` flags. Without an
 * authority, any certificate is accepted.
 */
export function kubeletTrust({ flags }: ServerContext): OutgoingTrust {
  const authorities = flags['kubelet-certificate-authority'];
  const certificate = flags['kubelet-client-certificate'];
  return {
    ...(authorities ? { certificateAuthorities: authorities } : { insecureSkipVerify: true }),
    ...(certificate ? { clientCertificate: certificate, clientKey: flags['kubelet-client-key'] } : {}),
  };
}
