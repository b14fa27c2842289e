import { notFound } from '../../api/status.ts';
import { groupResourceOf, keyOf } from '../catalog/served-resource.ts';
import type { Endpoint } from '../context/call.ts';
import { acceptedMediaType } from '../http/negotiation.ts';
import { queryParameter } from '../http/query-parameter.ts';
import { representStored } from '../http/representation.ts';
import { resourceVersionOrPlainError } from '../objects/resource-version.ts';
import { servedObject } from '../objects/served-objects.ts';
import { checkPathName, waitUntilFresh } from './freshness.ts';

/** GET of one object: its newest state. A resourceVersion is a lower bound, for which the read waits briefly. */
export const get: Endpoint = async (call) => {
  const { resource, info, server } = call;
  acceptedMediaType(call);
  checkPathName(info.name);
  await waitUntilFresh(server, resourceVersionOrPlainError(queryParameter(call.url, 'resourceVersion') ?? ''));
  const stored = await server.objects.get(keyOf(resource, info.namespace, info.name));
  if (!stored) throw notFound(groupResourceOf(resource), info.name);
  return representStored(call, 200, await servedObject(resource, stored));
};
