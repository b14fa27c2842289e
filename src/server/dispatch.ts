import { methodNotAllowed, resourceNotFound } from '../api/status.ts';
import type { Call, Endpoint } from './call.ts';
import { endpointOf } from './endpoints/index.ts';
import { answerPath } from './endpoints/paths.ts';
import { pageNotFound } from './responses.ts';
import type { ServedResource } from './served-resource.ts';

/** Finds who answers: a path endpoint, or the endpoint of a verb on a resource. */
export async function dispatch(call: Call): Promise<Response> {
  const { info, server } = call;
  if (!info.isResourceRequest) return answerPath(call);
  if (!server.resources.serves(info.group)) return pageNotFound();
  const resource = server.resources.find(info.group, info.version, info.resource);
  if (!resource || !pathFits(call, resource)) throw resourceNotFound();
  const endpoint = endpointFor(call, resource);
  return endpoint(Object.assign(call, { resource }));
}

/** Namespaced items need their namespace, cluster-scoped ones have none, and nothing lies below a subresource but a proxied path. */
function pathFits({ info }: Call, resource: ServedResource): boolean {
  const inNamespace = info.namespace !== '' && info.resource !== 'namespaces';
  if (inNamespace !== resource.namespaced && !(resource.namespaced && info.name === '' && info.namespace === ''))
    return false;
  if (info.parts.includes('') && info.parts.length > 1 && info.parts.indexOf('') !== info.parts.length - 1)
    return false;
  if (info.subresource === '') return true;
  const subresource = resource.subresources.get(info.subresource);
  return subresource !== undefined && (info.parts.length <= 3 || info.subresource === 'proxy');
}

function endpointFor({ info, request }: Call, resource: ServedResource): Endpoint {
  const served = info.subresource === '' ? resource.verbs : resource.subresources.get(info.subresource)?.verbs;
  const isAllNamespaces = resource.namespaced && info.namespace === '';
  const readable = info.verb === 'list' || info.verb === 'watch';
  if (!served?.has(info.verb) || (isAllNamespaces && !readable) || request.method === 'HEAD') throw methodNotAllowed();
  const endpoint = endpointOf(resource, info.subresource, info.verb);
  if (!endpoint) throw methodNotAllowed();
  return endpoint;
}
