import { notFound } from '../../api/status.ts';
import type { Endpoint } from '../call.ts';
import { checkPathName, waitUntilFresh } from '../freshness.ts';
import { acceptedMediaType } from '../negotiation.ts';
import { representStored } from '../representation.ts';
import { resourceVersionOrPlainError } from '../resource-version.ts';
import { groupResourceOf, keyOf } from '../served-resource.ts';

/** GET of one object: the newest state; a resourceVersion is a lower bound, waited for a moment. */
export const get: Endpoint = async (call) => {
  const { resource, info, server } = call;
  acceptedMediaType(call);
  checkPathName(info.name);
  await waitUntilFresh(server, resourceVersionOrPlainError(call.url.searchParams.get('resourceVersion') ?? ''));
  const stored = await server.objects.get(keyOf(resource, info.namespace, info.name));
  if (!stored) throw notFound(groupResourceOf(resource), info.name);
  return representStored(call, 200, stored);
};
