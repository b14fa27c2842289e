import type { Endpoint } from '../call.ts';
import type { ServedResource } from '../served-resource.ts';
import { binding } from './binding.ts';
import { getComponentStatus, listComponentStatuses } from './component-statuses.ts';
import { podLog } from './connect/pod-log.ts';
import { podStream } from './connect/pod-streams.ts';
import { nodeProxy, podProxy, serviceProxy } from './connect/proxies.ts';
import { create } from './create.ts';
import { deleteCollection } from './delete-collection.ts';
import { deleteOne } from './delete-one.ts';
import { eviction } from './eviction.ts';
import { get } from './get.ts';
import { list } from './list.ts';
import { patch } from './patch.ts';
import { reviewEndpoints } from './reviews.ts';
import { getScale, patchScale, updateScale } from './scale.ts';
import { update } from './update.ts';
import { watch } from './watch.ts';

/** What answers the standard verbs of every stored kind and of subresources that are the same object. */
const STANDARD: Readonly<Record<string, Endpoint>> = {
  get,
  list,
  watch,
  create,
  update,
  patch,
  delete: deleteOne,
  deletecollection: deleteCollection,
};

/** A connection takes every method that its row allows. */
const connections = (path: string, endpoint: Endpoint): Record<string, Endpoint> =>
  Object.fromEntries(['create', 'delete', 'get', 'patch', 'update'].map((verb) => [`${path} ${verb}`, endpoint]));

/** Endpoints of built-in resources, by `resource.group/subresource verb` (Kubernetes' names). */
const PARTICULAR: Readonly<Record<string, Endpoint>> = {
  ...reviewEndpoints,
  'bindings create': binding,
  'pods/binding create': binding,
  'pods/eviction create': eviction,
  'pods/log get': podLog,
  ...connections('pods/attach', podStream),
  ...connections('pods/exec', podStream),
  ...connections('pods/portforward', podStream),
  ...connections('pods/proxy', podProxy),
  ...connections('nodes/proxy', nodeProxy),
  ...connections('services/proxy', serviceProxy),
  'componentstatuses get': getComponentStatus,
  'componentstatuses list': listComponentStatuses,
};

/** Endpoints of a subresource that resources of any group can have, by `subresource verb`. */
const OF_SUBRESOURCE: Readonly<Record<string, Endpoint>> = {
  'scale get': getScale,
  'scale update': updateScale,
  'scale patch': patchScale,
};

export function endpointOf(resource: ServedResource, subresource: string, verb: string): Endpoint | undefined {
  const particular =
    PARTICULAR[`${builtInPath(resource, subresource)} ${verb}`] ?? OF_SUBRESOURCE[`${subresource} ${verb}`];
  if (particular) return particular;
  return STANDARD[verb];
}

/** Undefined for custom resources: they can have the names of built-in ones. */
function builtInPath({ behavior, isCustom }: ServedResource, subresource: string): string | undefined {
  if (isCustom) return undefined;
  const { group, resource } = behavior;
  return `${resource}${group && `.${group}`}${subresource && `/${subresource}`}`;
}
