import type { ApiResponse } from '../../api/messages/api-messages.ts';
import { notFound, StatusError } from '../../api/status.ts';
import { groupResourceOf, type ServedResource } from '../catalog/served-resource.ts';
import type { Call } from '../context/call.ts';
import { pageNotFound } from '../http/responses.ts';

/**
 * Returns the 404 for a path that a custom group does not serve; undefined when it is served.
 * @throws StatusError 404 for an unknown subresource, 405 for a verb that is not supported
 */
export function checkCustomRequest({ info }: Call, resource: ServedResource | undefined): ApiResponse | undefined {
  if (!resource) return pageNotFound();
  const acrossNamespaces = info.verb === 'list' || info.verb === 'watch';
  if (resource.namespaced ? info.namespace === '' && !acrossNamespaces : info.namespace !== '') return pageNotFound();
  const group = groupResourceOf(resource);
  if (info.subresource !== '' && !resource.subresources.has(info.subresource)) throw notFound(group, info.name);
  const verbs = resource.subresources.get(info.subresource)?.verbs ?? resource.verbs;
  if (!verbs.has(info.verb)) {
    throw notSupported(
      resource,
      `${info.verb} is not supported on resources of kind "${resource.resource}.${resource.group}"`,
    );
  }
  if (info.verb === 'create' && resource.isTerminating) {
    throw notSupported(resource, 'create not allowed while custom resource definition is terminating');
  }
  return undefined;
}

const notSupported = ({ group, resource }: ServedResource, message: string): StatusError =>
  new StatusError({ code: 405, reason: 'MethodNotAllowed', message, details: { group, kind: resource } });
