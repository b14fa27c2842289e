import type { ServedResource } from '../catalog/served-resource.ts';
import type { Endpoint } from '../context/call.ts';
import { getComponentStatus, listComponentStatuses } from '../endpoints/component-statuses.ts';
import { podLog } from '../endpoints/connect/pod-log.ts';
import { podStream } from '../endpoints/connect/pod-streams.ts';
import { nodeProxy, podProxy, serviceProxy } from '../endpoints/connect/proxies.ts';
import { reviewEndpoints } from '../endpoints/reviews/reviews.ts';
import { get } from '../read/get.ts';
import { list } from '../read/list.ts';
import { watch } from '../read/watch.ts';
import { binding } from '../write/plans/binding.ts';
import { create } from '../write/plans/create.ts';
import { deleteCollection } from '../write/plans/delete-collection.ts';
import { deleteOne } from '../write/plans/delete-one.ts';
import { eviction } from '../write/plans/eviction.ts';
import { patch } from '../write/plans/patch.ts';
import { getScale, patchScale, updateScale } from '../write/plans/scale.ts';
import { update } from '../write/plans/update.ts';

/** Endpoints of the standard verbs for every stored kind and for subresources that are the same object. */
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

/** Connections accept every method that their resource row allows. */
const connections = (path: string, endpoint: Endpoint): Record<string, Endpoint> =>
  Object.fromEntries(['create', 'delete', 'get', 'patch', 'update'].map((verb) => [`${path} ${verb}`, endpoint]));

/** Endpoints of built-in resources, by `resource.group/subresource verb` (Kubernetes names). */
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

/** Undefined for custom resources, which can have the names of built-in ones. */
function builtInPath({ behavior, isCustom }: ServedResource, subresource: string): string | undefined {
  if (isCustom) return undefined;
  const { group, resource } = behavior;
  return `${resource}${group && `.${group}`}${subresource && `/${subresource}`}`;
}
