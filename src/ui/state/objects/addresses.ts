import type { GroupVersionResource } from '../../../api/object.ts';
import type { DiscoveredResource, Discovery } from '../../../client/discovery.ts';
import type { ResourceAddress } from '../../../client/resource-path.ts';

/** How addresses write the core group, whose name is empty, and the namespace of cluster-scoped objects. */
const CORE = 'core';
const NO_NAMESPACE = '-';

export interface ResourceParameters {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}
export interface ObjectParameters extends ResourceParameters {
  readonly in: string;
  readonly name: string;
}

/** Path parameters of the list of a resource. */
export const resourceParameters = ({ group, version, resource }: GroupVersionResource): ResourceParameters => ({
  group: group || CORE,
  version,
  resource,
});

/** Path parameters of one object's page. */
export const objectParameters = (
  resource: GroupVersionResource,
  { namespace, name }: { readonly namespace?: string | undefined; readonly name?: string | undefined },
): ObjectParameters => ({ ...resourceParameters(resource), in: namespace || NO_NAMESPACE, name: name ?? '' });

/** Returns the namespace of path parameters; undefined for cluster-scoped objects. */
export const namespaceOf = ({ in: namespace }: Pick<ObjectParameters, 'in'>): string | undefined =>
  namespace === NO_NAMESPACE ? undefined : namespace;

/** Returns the resource of path parameters from discovery. */
export function resourceAt(discovery: Discovery, at: ResourceParameters): DiscoveredResource | undefined {
  const group = at.group === CORE ? '' : at.group;
  return discovery.resources.find(
    (candidate) => candidate.group === group && candidate.version === at.version && candidate.resource === at.resource,
  );
}

/** Returns the addresses of a resource in some namespaces, or of all its objects when there are none. */
export function addressesIn(
  { group, version, resource, namespaced }: DiscoveredResource,
  namespaces: readonly string[],
): readonly ResourceAddress[] {
  const address = { group, version, resource };
  return namespaced && namespaces.length > 0 ? namespaces.map((namespace) => ({ ...address, namespace })) : [address];
}
