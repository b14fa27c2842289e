import type { Pod } from '../../api/kinds/core-v1.generated.ts';
import { badRequest, internalError, notFound } from '../../api/status.ts';
import type { Endpoint } from '../call.ts';
import { groupResourceOf, keyOf } from '../served-resource.ts';

/** exec, attach, portforward and proxy of a pod lead to the kubelet of its node: there is none that could answer. */
export const podConnect: Endpoint = async ({ resource, info, server }) => {
  const stored = await server.objects.get(keyOf(resource, info.namespace, info.name));
  if (!stored) throw notFound(groupResourceOf(resource), info.name);
  const { nodeName } = (stored.object as Pod).spec ?? {};
  if (!nodeName) throw badRequest(`pod ${info.name} does not have a host assigned`);
  throw internalError(`error dialing backend: dial tcp: lookup ${nodeName}: no such host`);
};
