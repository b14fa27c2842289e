import { kubernetesName } from '../../api/dialect.ts';
import { WeakPairMap } from '../../api/memory/weak-pair-map.ts';
import type { ApiResponse } from '../../api/messages/api-messages.ts';
import { isNamespaces } from '../../api/object.ts';
import type { RequestPattern } from '../../api/request-info.ts';
import { methodNotAllowed, resourceNotFound, StatusError } from '../../api/status.ts';
import type { RemoteRegistration } from '../aggregation/registered-apis.ts';
import { type Deprecation, deprecationOf } from '../catalog/deprecations.ts';
import type { ServedResource } from '../catalog/served-resource.ts';
import type { Call, Endpoint, ResourceCall } from '../context/call.ts';
import { proxyToApiServer } from '../endpoints/aggregation/proxy-to-api-server.ts';
import { answerDebug, servesDebugGroup } from '../endpoints/debug/debug.ts';
import { isDebugPath } from '../endpoints/debug/debug-path.ts';
import { answerPath } from '../endpoints/paths/answer-path.ts';
import { otherDialectGroup } from '../http/dialect-hint.ts';
import { acceptedMediaType, requireProduced } from '../http/negotiation.ts';
import { pageNotFound } from '../http/responses.ts';
import { requirePatchType } from '../write/bodies/read-patch.ts';
import { checkCustomRequest } from './check-custom-request.ts';
import { endpointOf } from './endpoint-table.ts';

const DEPRECATED_AUDIT_KEY = kubernetesName('k8s.io/deprecated');
const REMOVED_RELEASE_AUDIT_KEY = kubernetesName('k8s.io/removed-release');

/** The cached endpoint of a request pattern. Valid while the extension API servers are unchanged. */
interface Route {
  readonly remote: readonly RemoteRegistration[];
  readonly resource: ServedResource;
  readonly endpoint: Endpoint;
  readonly deprecation: Deprecation | undefined;
}

/** By the served resources, which they must not outlive: clients repeat a pattern when resources have changed long ago. */
const routes = new WeakPairMap<readonly ServedResource[], RequestPattern, Route>();

/**
 * Passes a request to its endpoint: an extension API server, a path endpoint, the endpoint of a verb on a resource, or the
 * debug group.
 */
export function dispatch(call: Call): Promise<ApiResponse> | ApiResponse {
  const { info, server } = call;
  if (call.elsewhere) return call.elsewhere(call);
  const known = routes.get(server.resources.resources, info.pattern);
  return known?.remote === server.apis.remote ? follow(call, known) : find(call);
}

function find(call: Call): Promise<ApiResponse> | ApiResponse {
  const { info, server } = call;
  if (isDebugPath(info.path) && servesDebugGroup(server.flags)) return answerDebug(call);
  const remote = server.apis.remoteAt(info.path);
  if (remote) return proxyToApiServer(call, remote);
  if (!info.isResourceRequest) return answerPath(call);
  if (!server.resources.serves(info.group)) {
    const refusal = otherDialectGroup(call, info.group);
    if (refusal) throw refusal;
    return pageNotFound();
  }
  const resource = server.resources.find(info.group, info.version, info.resource);
  if (server.resources.isCustomGroup(info.group)) {
    const refusal = checkCustomRequest(call, resource);
    if (refusal) return refusal;
  }
  if (!resource || !pathFits(call, resource)) throw resourceNotFound();
  const route = {
    remote: server.apis.remote,
    resource,
    endpoint: endpointFor(call, resource),
    deprecation: deprecationOf(server.dialect, resource),
  };
  routes.set(server.resources.resources, info.pattern, route);
  return follow(call, route);
}

function follow(call: Call, { resource, endpoint, deprecation }: Route): Promise<ApiResponse> | ApiResponse {
  call.resource = resource;
  const { subresource, verb } = call.info;
  const isConnection = CONNECTIONS.has(subresource);
  if (verb === 'patch' && !isConnection) requirePatchType(call);
  if (!resource.isCustom && !isConnection) requireProduced(call, subresource === 'log' ? LOG_TYPES : undefined);
  if (deprecation) warnOfDeprecation(call, deprecation);
  // Checked before anything is written: a response that cannot be represented fails the request.
  if (WRITES.has(verb) && !isConnection) acceptedMediaType(call);
  return endpoint(call as ResourceCall);
}

/** Subresources whose responses come from another server. */
const CONNECTIONS = new Set(['attach', 'exec', 'portforward', 'proxy']);
const LOG_TYPES = ['text/plain'];
const WRITES = new Set(['create', 'update', 'patch', 'delete']);

/** The name in the path; the name in the request's info may come from a selector. */
const pathName = ({ info }: Call): string => info.parts[1] ?? '';

/** Reports whether it is a deprecated path with `watch` before the resource. */
const isWatchPath = ({ info }: Call): boolean =>
  info.verb === 'watch' && /^\/(api|apis\/[^/]+)\/[^/]+\/watch\//.test(info.path);

/**
 * Reports whether a path fits the resource: namespaced items need a namespace, cluster-scoped ones have none, and only
 * proxied paths continue below a subresource. Across namespaces, only collections exist.
 */
function pathFits(call: Call, resource: ServedResource): boolean {
  const { info } = call;
  const inNamespace = info.namespace !== '' && !isNamespaces(info);
  const isCollection = pathName(call) === '';
  const isAcrossNamespaces = resource.namespaced && isCollection && resource.verbs.has('list');
  if (inNamespace !== resource.namespaced && !isAcrossNamespaces) return false;
  const empty = info.parts.indexOf('');
  if (empty >= 0 && empty < info.parts.length - 1) return false;
  if (isWatchPath(call) && (!resource.verbs.has('watch') || info.subresource !== '')) return false;
  if (info.subresource === '') return isCollection || ITEM_VERBS.some((verb) => resource.verbs.has(verb));
  return resource.subresources.has(info.subresource) && (info.parts.length <= 3 || info.subresource === 'proxy');
}

/** Verbs of collections and of items. A subresource always belongs to an item. Reviews and bindings have no items. */
const COLLECTION_VERBS = new Set(['list', 'watch', 'create', 'deletecollection']);
const ITEM_VERBS = ['get', 'update', 'patch', 'delete'];
/** Methods that only the proxy subresources of resources accept. */
const ONLY_PROXIED = new Set(['HEAD', 'OPTIONS']);

function endpointFor(call: Call, resource: ServedResource): Endpoint {
  const { info, request } = call;
  const served = info.subresource === '' ? resource.verbs : resource.subresources.get(info.subresource)?.verbs;
  const isProxied = info.subresource === 'proxy' && ONLY_PROXIED.has(request.method);
  const verb = isProxied ? 'get' : info.verb;
  const isCollection = pathName(call) === '';
  const isAllNamespaces = resource.namespaced && info.namespace === '';
  const reads = info.verb === 'list' || info.verb === 'watch';
  const watches = isWatchPath(call);
  const fits = info.subresource !== '' || watches || isCollection === COLLECTION_VERBS.has(info.verb);
  const isHead = request.method === 'HEAD' && !isProxied;
  if (isHead || (watches && request.method !== 'GET') || !fits || (isAllNamespaces && !reads)) throw methodNotAllowed();
  if (info.verb === 'watch' && !served?.has('watch') && served?.has('list')) {
    const deprecation = deprecationOf(call.server.dialect, resource);
    if (deprecation) warnOfDeprecation(call, deprecation);
    throw watchNotSupported(resource);
  }
  const endpoint = served?.has(verb) ? endpointOf(resource, info.subresource, verb) : undefined;
  if (!endpoint) throw methodNotAllowed();
  return endpoint;
}

function warnOfDeprecation(call: Call, deprecation: Deprecation): void {
  const { dialect, metrics } = call.server;
  call.warnings.push(deprecation.warning);
  metrics.deprecated(call.info, deprecation.removedRelease);
  call.audit?.annotate(dialect.rename(DEPRECATED_AUDIT_KEY), 'true');
  if (deprecation.removedRelease)
    call.audit?.annotate(dialect.rename(REMOVED_RELEASE_AUDIT_KEY), deprecation.removedRelease);
}

const watchNotSupported = ({ resource }: ServedResource): StatusError =>
  new StatusError({
    code: 405,
    reason: 'MethodNotAllowed',
    message: `watch is not supported on resources of kind "${resource}"`,
    details: { kind: resource },
  });
