import type { Pod } from '../api/kinds/core-v1.generated.ts';
import { isNamespaces } from '../api/object.ts';
import type { AdmissionAttributes, AdmissionOperation } from './admission-plugin.ts';

export const operations = (...handled: AdmissionOperation[]): ReadonlySet<AdmissionOperation> => new Set(handled);

/** Returns the names of resources and subresources for a plugin that acts only on these. */
export const resources = (...names: string[]): ReadonlySet<string> => new Set(names);

/**
 * Reports whether the request is for the resource itself (or the given subresource). Names are in the server's dialect.
 */
export const isRequestFor = (
  attributes: AdmissionAttributes,
  group: string,
  resource: string,
  subresource = '',
): boolean =>
  attributes.resource.group === group &&
  attributes.resource.resource === resource &&
  attributes.subresource === subresource;

/** Reports whether a request is for an object in a namespace. Requests for a namespace have its name as their namespace. */
export const isInNamespace = ({ namespace, resource }: Pick<AdmissionAttributes, 'namespace' | 'resource'>): boolean =>
  namespace !== '' && !isNamespaces(resource);

/**
 * Returns the pod that a create or update (or an update of the subresource) results in; undefined for other requests.
 */
export const podOf = (attributes: AdmissionAttributes, subresource = ''): Pod | undefined =>
  isRequestFor(attributes, '', 'pods', subresource) ? (attributes.object as Pod | undefined) : undefined;

/** Returns init containers, then containers, each with its name in messages. */
export function containersOf({ spec }: Pod) {
  return [
    ...(spec?.initContainers ?? []).map((container) => ({ type: 'init container', container })),
    ...(spec?.containers ?? []).map((container) => ({ type: 'container', container })),
  ];
}
