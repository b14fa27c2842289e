import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import { badRequest, notFound } from '../../../api/status.ts';
import { groupResourceOf, keyOf } from '../../catalog/served-resource.ts';
import type { Call, Endpoint } from '../../context/call.ts';
import { isTrue } from '../../http/query-parameter.ts';
import { admitConnection } from './admit-connection.ts';
import { joinHostPort, kubeletOf, kubeletTrust } from './kubelet.ts';
import { openTunnel } from './open-tunnel.ts';
import { containerOf } from './pod-container.ts';

/** The kubelet's names of the exec and attach flags. */
const KUBELET_FLAGS: Readonly<Record<string, string>> = {
  stdin: 'input',
  stdout: 'output',
  stderr: 'error',
  tty: 'tty',
};
const KUBELET_PATHS: Readonly<Record<string, string>> = {
  attach: 'attach',
  exec: 'exec',
  portforward: 'portForward',
};

/**
 * exec, attach and portforward of a pod: joins the client's connection, which must request an upgrade (SPDY or
 * WebSocket), to a connection to the kubelet of the pod's node.
 */
export const podStream: Endpoint = async (call) => {
  const { resource, info, server } = call;
  await admitConnection(call);
  const stored = await server.objects.get(keyOf(resource, info.namespace, info.name));
  if (!stored) throw notFound(groupResourceOf(resource), info.name);
  const pod = stored.object as Pod;
  const location = await kubeletLocation(call, pod);
  return openTunnel(call, location, kubeletTrust(server));
};

async function kubeletLocation({ info, server, url }: Call, pod: Pod): Promise<URL> {
  const isPortForward = info.subresource === 'portforward';
  const container = isPortForward ? '' : `/${containerOf(pod, url.searchParams.get('container'))}`;
  const { nodeName } = pod.spec ?? {};
  if (!nodeName) throw badRequest(`pod ${info.name} does not have a host assigned`);
  const { hostname, port } = await kubeletOf(server, nodeName);
  const path = `${KUBELET_PATHS[info.subresource]}/${info.namespace}/${info.name}${container}`;
  const location = new URL(`https://${joinHostPort(hostname, port)}/${path}`);
  location.search = kubeletQuery(url.searchParams).toString();
  return location;
}

function kubeletQuery(query: URLSearchParams): URLSearchParams {
  const flags = Object.entries(KUBELET_FLAGS).filter(([name]) => isTrue(query.get(name)));
  const sorted = new URLSearchParams([
    ...flags.map(([, name]) => [name, '1']),
    ...query.getAll('command').map((word) => ['command', word]),
    ...(query.has('ports') ? [['port', query.getAll('ports').join(',')]] : []),
  ]);
  sorted.sort();
  return sorted;
}
