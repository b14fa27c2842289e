import { mediaTypeOf } from '../../api/encoding/media-type.ts';
import type { ApiRequest } from '../../api/messages/api-messages.ts';
import type { RequestLabels } from '../observe/metrics/server-metrics.ts';
import type { Call } from './call.ts';

/** Paths without a resource that have separate labels. */
const COUNTED_PATHS = new Set(['/healthz', '/livez', '/readyz', '/version', '/metrics', '/api', '/apis']);

/** Methods that count under their name. */
const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'CONNECT']);

/** Returns the metric labels of a request. Undefined for requests that are not counted, such as those of unknown paths. */
export function requestLabelsOf({ info, request, url, server }: Call): RequestLabels | undefined {
  if (!info.isResourceRequest) {
    const path = COUNTED_PATHS.has(url.pathname) ? url.pathname : prefixOf(url.pathname);
    if (path === undefined || request.method !== 'GET') return undefined;
    return { verb: 'GET', group: '', version: '', resource: '', subresource: path, scope: '', dryRun: '' };
  }
  const { group, version, resource, subresource } = info;
  const served = server.resources.find(group, version, resource);
  if (!served || (subresource !== '' && !served.subresources.has(subresource))) return undefined;
  const verb = verbOf(info.verb, request);
  return { verb, group, version, resource, subresource, scope: scopeOf(info), dryRun: dryRunOf(url) };
}

function dryRunOf({ search, searchParams }: Call['url']): string {
  if (!search.includes('dryRun')) return '';
  const values = searchParams.getAll('dryRun').filter(Boolean);
  if (values.length === 0) return '';
  // Other values are text of the client, of which each would add a label.
  return values.every((value) => value === 'All') ? 'All' : 'invalid';
}

const prefixOf = (path: string): string | undefined => /^\/openapi\/v[23](?=\/|$)/.exec(path)?.[0];

function verbOf(verb: string, request: ApiRequest): string {
  if (verb === 'list' || verb === 'watch') return verb.toUpperCase();
  const isApply = request.method === 'PATCH' && mediaTypeOf(request) === 'application/apply-patch+yaml';
  if (isApply) return 'APPLY';
  if (request.method === 'HEAD') return 'GET';
  return METHODS.has(request.method) ? request.method : 'OTHER';
}

function scopeOf({ name, verb, namespace }: Call['info']): RequestLabels['scope'] {
  if (name !== '' || verb === 'create') return 'resource';
  return namespace === '' ? 'cluster' : 'namespace';
}
