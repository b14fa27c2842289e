import { bytesBase64 } from '../../../api/encoding/base64.ts';
import { utf8Bytes } from '../../../api/encoding/utf8.ts';
import { API_REGISTRATION_GROUP } from '../../../api/kubernetes-names.ts';
import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import { apiVersionOf } from '../../../api/object.ts';
import { methodNotAllowed, resourceNotFound } from '../../../api/status.ts';
import type { ServedGroup } from '../../catalog/resource-table.ts';
import type { ServedResource, ServedSubresource } from '../../catalog/served-resource.ts';
import type { Call } from '../../context/call.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { otherDialectGroup } from '../../http/dialect-hint.ts';
import { requireProduced } from '../../http/negotiation.ts';
import { representDocument } from '../../http/representation.ts';
import { pageNotFound } from '../../http/responses.ts';
import { aggregatedDiscovery, wantsAggregatedDiscovery } from './aggregated-discovery.ts';

/** Serves the discovery documents: `/api`, `/apis`, each group and each version. */
export async function answerDiscovery(call: Call, path: string): Promise<ApiResponse> {
  const { resources } = call.server;
  const [, prefix, first = '', second, ...rest] = path.split('/');
  const group = prefix === 'apis' ? first : '';
  const served = listedGroup(call.server, group);
  if (prefix === 'apis' && first !== '' && !served) {
    const refusal = otherDialectGroup(call, group);
    if (refusal) throw refusal;
    return pageNotFound();
  }
  const version = prefix === 'apis' ? second : first;
  if (served ? rest.length > 0 || (prefix === 'api' && second !== undefined) : first !== '') throw resourceNotFound();
  if (version !== undefined && version !== '' && !resources.serves(group, version)) {
    if (resources.isCustomGroup(group) || !resources.serves(group)) return pageNotFound();
    throw resourceNotFound();
  }
  if (isRouted(call, prefix, group, version)) {
    if (call.request.method !== 'GET') throw methodNotAllowed();
    requireProduced(call);
  }
  if (first === '') {
    const aggregated = wantsAggregatedDiscovery(call);
    if (aggregated) return aggregatedDiscovery(call, prefix === 'api');
    return representDocument(
      call,
      prefix === 'api'
        ? apiVersions(call.server.flags['advertise-address'] || '127.0.0.1')
        : groupList(listedGroups(call.server)),
    );
  }
  if (!served) throw resourceNotFound();
  if (version === undefined)
    return representDocument(call, { kind: 'APIGroup', apiVersion: 'v1', ...groupEntry(served) });
  const hashes = call.server.features.enabled('StorageVersionHash');
  return representDocument(call, await resourceList(group, version, resources.ofVersion(group, version), hashes));
}

/**
 * Reports whether the real server's router serves a document, for GET only. The aggregator serves `/apis` and the
 * groups that have APIServices, and the definitions serve the versions of custom groups, for every method.
 */
function isRouted({ server }: Call, prefix: string | undefined, group: string, version: string | undefined): boolean {
  if (prefix === 'api') return true;
  if (version !== undefined) return !server.resources.isCustomGroup(group);
  return group !== '' && !server.apis.groups.some((listed) => listed.group === group);
}

const apiVersions = (address: string) => ({
  kind: 'APIVersions',
  versions: ['v1'],
  serverAddressByClientCIDRs: [
    { clientCIDR: '0.0.0.0/0', serverAddress: `${address.includes(':') ? `[${address}]` : address}:443` },
  ],
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

async function resourceList(group: string, version: string, resources: readonly ServedResource[], hashes: boolean) {
  const entries = resources.map(async (resource) => [
    await resourceEntry(resource, hashes),
    ...[...resource.subresources.values()].map((subresource) => subresourceEntry(resource, subresource)),
  ]);
  return {
    kind: 'APIResourceList',
    ...(group === '' ? {} : { apiVersion: 'v1' }),
    groupVersion: apiVersionOf(group, version),
    resources: (await Promise.all(entries)).flat(),
  };
}

const resourceEntry = async (resource: ServedResource, hashes: boolean) => ({
  name: resource.resource,
  singularName: resource.singular,
  namespaced: resource.namespaced,
  kind: resource.kind,
  verbs: [...resource.verbs],
  ...(resource.shortNames.length ? { shortNames: resource.shortNames } : {}),
  ...(resource.categories.length ? { categories: resource.categories } : {}),
  ...(hashes && resource.verbs.has('delete') ? { storageVersionHash: await storageVersionHash(resource) } : {}),
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

/** Returns the hash of the stored version: the first eight bytes of SHA-256 in base64. */
async function storageVersionHash({ group, storageVersion, kind, behavior }: ServedResource): Promise<string> {
  const version = behavior.hashedVersion ?? storageVersion;
  const digest = await crypto.subtle.digest('SHA-256', utf8Bytes(`${group}/${version}/${kind}`));
  return bytesBase64(new Uint8Array(digest, 0, 8));
}

/**
 * Returns the groups that `/apis` lists: first the group of APIServices, which has no APIService, then the groups with
 * APIServices. Returns all served groups when APIServices are disabled.
 */
function listedGroups({ apis, resources, dialect }: ServerContext): readonly ServedGroup[] {
  const own = resources.groups.find(({ group }) => group === dialect.rename(API_REGISTRATION_GROUP));
  return own ? [own, ...apis.groups] : resources.groups;
}

/** Returns a group with its versions in the order of discovery. Also finds served groups without APIServices. */
const listedGroup = (server: ServerContext, group: string): ServedGroup | undefined =>
  listedGroups(server).find((listed) => listed.group === group) ??
  server.resources.groups.find((served) => served.group === group);
