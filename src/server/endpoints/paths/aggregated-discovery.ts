import { API_DISCOVERY_GROUP, PROTOBUF_MEDIA_TYPE } from '../../../api/kubernetes-names.ts';
import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import { apiResponse } from '../../../api/messages/api-response.ts';
import { documentHash } from '../../../schema/openapi/document-hash.ts';
import { encodeProtobuf } from '../../../schema/protobuf/protobuf.ts';
import type { ServedResource } from '../../catalog/served-resource.ts';
import type { Call } from '../../context/call.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { jsonResponse } from '../../http/responses.ts';
import { type DiscoveredGroup, type DiscoveredVersion, discoveredGroups } from './discovered-groups.ts';

/** Reports whether the Accept header contains the aggregated document, which is preferred over the plain one. */
export const wantsAggregatedDiscovery = (call: Call): boolean =>
  call.server.features.enabled('AggregatedDiscoveryEndpoint') && aggregatedType(call) !== undefined;

/** Returns the first media type in the Accept header that selects the aggregated document. */
function aggregatedType({ request, server: { dialect } }: Call): string | undefined {
  const group = dialect.rename(API_DISCOVERY_GROUP);
  return (request.headers.get('accept') ?? '')
    .split(',')
    .map((type) => type.split(';').map((part) => part.trim()))
    .find(
      ([media = '', ...parameters]) =>
        ['application/json', dialect.rename(PROTOBUF_MEDIA_TYPE)].includes(media) &&
        ['as=APIGroupDiscoveryList', `g=${group}`, 'v=v2beta1'].every((parameter) => parameters.includes(parameter)),
    )?.[0];
}

/** Returns all groups with their versions and resources in one document (apidiscovery v2beta1). */
export function aggregatedDiscovery(call: Call, core: boolean): ApiResponse {
  const { dialect } = call.server;
  const group = dialect.rename(API_DISCOVERY_GROUP);
  const groups = discoveredGroups(call.server).filter((discovered) => (discovered.group === '') === core);
  const body = {
    kind: 'APIGroupDiscoveryList',
    apiVersion: `${group}/v2beta1`,
    metadata: {},
    items: groups.map((discovered) => groupItem(discovered, call.server)),
  };
  const etag = `"${documentHash(JSON.stringify(body))}"`;
  const headers = { etag, vary: 'Accept', 'cache-control': 'public' };
  if (call.request.headers.get('if-none-match') === etag) return apiResponse(304, undefined, headers);
  const mediaType = aggregatedType(call) ?? 'application/json';
  const typed = { ...headers, 'content-type': `${mediaType};g=${group};v=v2beta1;as=APIGroupDiscoveryList` };
  if (mediaType === 'application/json') return jsonResponse(200, body, typed);
  return apiResponse(200, encodeProtobuf(body, dialect), typed);
}

const groupItem = ({ group, versions }: DiscoveredGroup, server: ServerContext) => ({
  metadata: { ...(group ? { name: group } : {}), creationTimestamp: null },
  versions: versions.map((version) =>
    version.remote ? remoteItem(version.remote, version, server) : localItem(version, server),
  ),
});

const localItem = ({ group, version }: DiscoveredVersion, { resources }: ServerContext) => ({
  version,
  resources: resources.ofVersion(group, version).map(resourceItem),
  freshness: 'Current',
});

/** A version that could not be read is listed without resources, so that clients know that it exists. */
function remoteItem(name: string, { version }: DiscoveredVersion, { remoteDocuments }: ServerContext) {
  const documents = remoteDocuments.documents.get(name);
  return { version, ...documents?.discovery, freshness: documents?.isCurrent ? 'Current' : 'Stale' };
}

const resourceItem = (resource: ServedResource) => ({
  resource: resource.resource,
  responseKind: { group: '', version: '', kind: resource.kind },
  scope: resource.namespaced ? 'Namespaced' : 'Cluster',
  singularResource: resource.singular,
  verbs: [...resource.verbs],
  ...(resource.shortNames.length ? { shortNames: resource.shortNames } : {}),
  ...(resource.categories.length ? { categories: resource.categories } : {}),
  ...(resource.subresources.size
    ? { subresources: [...resource.subresources.values()].map((subresource) => subresourceItem(resource, subresource)) }
    : {}),
});

function subresourceItem(
  { group, version }: ServedResource,
  { name, kind, verbs }: ServedResource['subresources'] extends ReadonlyMap<string, infer S> ? S : never,
) {
  const own = kind.group === group && kind.version === version;
  return {
    subresource: name,
    responseKind: own ? { group: '', version: '', kind: kind.kind } : kind,
    verbs: [...verbs],
  };
}
