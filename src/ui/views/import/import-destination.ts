import type { ApiObject } from '../../../api/object.ts';
import { type Discovery, findServedKind } from '../../../client/discovery.ts';
import {
  type ObjectParameters,
  objectParameters,
  type ResourceParameters,
  resourceParameters,
} from '../../state/objects/addresses.ts';

/** The view that shows imported objects. */
export type ImportDestination =
  | { readonly type: 'object'; readonly params: ObjectParameters }
  | { readonly type: 'list'; readonly params: ResourceParameters; readonly namespace: string | undefined }
  | { readonly type: 'overview'; readonly namespace: string | undefined };

/**
 * Returns the page of a single object, the list of a single kind, otherwise the overview; undefined without objects.
 * @param defaultNamespace Namespace of objects without one.
 */
export function importDestination(
  objects: readonly ApiObject[],
  discovery: Discovery,
  defaultNamespace: string,
): ImportDestination | undefined {
  const served = objects.flatMap((object) => {
    const { metadata } = object;
    const resource = findServedKind(discovery, object);
    if (!resource) return [];
    return [
      { resource, metadata, namespace: resource.namespaced ? metadata.namespace || defaultNamespace : undefined },
    ];
  });
  const [first] = served;
  if (!first) return undefined;
  const { resource, metadata, namespace } = first;
  if (served.length === 1 && metadata.name)
    return { type: 'object', params: objectParameters(resource, { namespace, name: metadata.name }) };
  const common = served.every((one) => one.namespace === namespace) ? namespace : undefined;
  return served.every((one) => one.resource === resource)
    ? { type: 'list', params: resourceParameters(resource), namespace: common }
    : { type: 'overview', namespace: common };
}
