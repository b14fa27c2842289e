import type { Pod } from '../../api/kinds/core-v1.generated.ts';
import type { ApiObject } from '../../api/object.ts';
import { badRequest, internalError, notFound } from '../../api/status.ts';
import { mutate, validate } from '../admit.ts';
import type { Call, Endpoint } from '../call.ts';
import { groupResourceOf, keyOf } from '../served-resource.ts';

/** exec, attach, portforward and proxy of a pod lead to the kubelet of its node: there is none that could answer. */
export const podConnect: Endpoint = async (call) => {
  const { resource, info, server } = call;
  const question = {
    operation: 'CONNECT' as const,
    resource,
    subresource: info.subresource,
    namespace: info.namespace,
    name: info.name,
    object: connectOptions(call),
    oldObject: undefined,
    options: {},
    dryRun: false,
  };
  await mutate(call, question);
  await validate(call, question);
  const stored = await server.objects.get(keyOf(resource, info.namespace, info.name));
  if (!stored) throw notFound(groupResourceOf(resource), info.name);
  const { nodeName } = (stored.object as Pod).spec ?? {};
  if (!nodeName) throw badRequest(`pod ${info.name} does not have a host assigned`);
  throw internalError(`error dialing backend: dial tcp: lookup ${nodeName}: no such host`);
};

const KINDS: Readonly<Record<string, string>> = {
  attach: 'PodAttachOptions',
  exec: 'PodExecOptions',
  portforward: 'PodPortForwardOptions',
  proxy: 'PodProxyOptions',
};
const FLAGS = ['stdin', 'stdout', 'stderr', 'tty'];

/** What the query asks for, as the object that admission sees: it has no metadata. */
function connectOptions({ info, url }: Call): ApiObject {
  const { searchParams: query } = url;
  const flags = FLAGS.filter((name) => /^(true|1|t)$/i.test(query.get(name) ?? ''));
  const streams = {
    ...Object.fromEntries(flags.map((name) => [name, true])),
    ...(query.get('container') ? { container: query.get('container') } : {}),
  };
  const particular: Readonly<Record<string, object>> = {
    attach: streams,
    exec: { ...streams, command: query.has('command') ? query.getAll('command') : null },
    portforward: query.has('ports') ? { ports: query.getAll('ports').map(Number) } : {},
    proxy:
      info.parts.length > 3 || query.has('path') ? { path: query.get('path') ?? info.parts.slice(3).join('/') } : {},
  };
  const envelope = { kind: KINDS[info.subresource], apiVersion: 'v1' };
  return { ...envelope, ...particular[info.subresource] } as unknown as ApiObject;
}
