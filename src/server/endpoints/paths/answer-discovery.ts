import { bytesBase64 } from '../../../api/encoding/base64.ts';
import { utf8Bytes } from '../../../api/encoding/utf8.ts';
import { apiVersionOf } from '../../../api/object.ts';
import { methodNotAllowed, resourceNotFound } from '../../../api/status.ts';
import type { ServedGroup } from '../../catalog/resource-table.ts';
import type { ServedResource, ServedSubresource } from '../../catalog/served-resource.ts';
import type { Call } from '../../context/call.ts';
import { otherDialectGroup } from '../../http/dialect-hint.ts';
import { acceptedMediaType } from '../../http/negotiation.ts';
import { representDocument } from '../../http/representation.ts';
import { pageNotFound } from '../../http/responses.ts';
import { aggregatedDiscovery, wantsAggregatedDiscovery } from './aggregated-discovery.ts';
import { listedGroup, listedGroups } from './listed-groups.ts';

/** Serves the discovery documents: `/api`, `/apis`, each group and each version. */
export async function answerDiscovery(call: Call, path: string): Promise<Response> {
  const { resources } = call.server;
  const [, prefix, first = '', second, ...rest] = path.split('/');
  const group = prefix === 'apis' ? first : '';
  const served = listedGroup(call.server, group);
  if (prefix === 'apis' && first !== '' && !served) {
    const refusal = otherDialectGroup(call, group);
    if (refusal) throw refusal;
    return pageNotFound();
  }
  if (call.request.method !== 'GET') throw methodNotAllowed();
  if (first === '') {
    const aggregated = wantsAggregatedDiscovery(call);
    if (aggregated) return aggregatedDiscovery(call, prefix === 'api');
    acceptedMediaType(call);
    return representDocument(call, prefix === 'api' ? apiVersions() : groupList(listedGroups(call.server)));
  }
  acceptedMediaType(call);
  const version = prefix === 'apis' ? second : first;
  if (!served || rest.length > 0 || (prefix === 'api' && second !== undefined)) throw resourceNotFound();
  if (version === undefined)
    return representDocument(call, { kind: 'APIGroup', apiVersion: 'v1', ...groupEntry(served) });
  if (!resources.serves(group, version)) {
    if (resources.isCustomGroup(group) || !resources.serves(group)) return pageNotFound();
    throw resourceNotFound();
  }
  const hashes = call.server.features.enabled('StorageVersionHash');
  return representDocument(call, resourceList(group, version, resources.ofVersion(group, version), hashes));
}

const apiVersions = () => ({
  kind: 'APIVersions',
  versions: ['v1'],
  serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: '127.0.0.1:443' }],
});

const groupEntry = ({ group, versions, preferred }: ServedGroup) => ({
  name: group,
  versions: versions.map((version) => ({ groupVersion: apiVersionOf(group, version), version })),
  preferredVersion: { groupVersion: apiVersionOf(group, preferred), version: preferred },
});

const groupList = (groups: readonly ServedGroup[]) => ({
  kind: 'APIGroupList',
  apiVersion: 'v1',
  groups: groups.filter(({ group }) => group !== '').map(groupEntry),
});

function resourceList(group: string, version: string, resources: readonly ServedResource[], hashes: boolean) {
  return {
    kind: 'APIResourceList',
    ...(group === '' ? {} : { apiVersion: 'v1' }),
    groupVersion: apiVersionOf(group, version),
    resources: resources.flatMap((resource) => [
      resourceEntry(resource, hashes),
      ...[...resource.subresources.values()].map((subresource) => subresourceEntry(resource, subresource)),
    ]),
  };
}

const resourceEntry = (resource: ServedResource, hashes: boolean) => ({
  name: resource.resource,
  singularName: resource.singular,
  namespaced: resource.namespaced,
  kind: resource.kind,
  verbs: [...resource.verbs],
  ...(resource.shortNames.length ? { shortNames: resource.shortNames } : {}),
  ...(resource.categories.length ? { categories: resource.categories } : {}),
  ...(hashes && resource.verbs.has('delete') ? { storageVersionHash: storageVersionHash(resource) } : {}),
});

/** An entry names the group of its kind when that differs from the resource's, as for Scale and Eviction. */
const subresourceEntry = (
  { resource, group, version, namespaced }: ServedResource,
  { name, kind, verbs }: ServedSubresource,
) => ({
  name: `${resource}/${name}`,
  singularName: '',
  namespaced,
  ...(kind.group === group && kind.version === version ? {} : { group: kind.group, version: kind.version }),
  kind: kind.kind,
  verbs: [...verbs],
});

/** Returns a hash of the stored version: eight bytes of FNV-1a in base64. */
function storageVersionHash({ group, storageVersion, kind }: ServedResource): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of utf8Bytes(`${group}/${storageVersion}/${kind}`))
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return bytesBase64(Uint8Array.from({ length: 8 }, (_, index) => Number((hash >> BigInt(56 - 8 * index)) & 0xffn)));
}
