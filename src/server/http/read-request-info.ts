import { isValidPathSegmentName } from '../../api/names.ts';
import type { RequestInfo } from '../../api/request-info.ts';
import { parseFieldSelector } from '../../api/selectors/field-selector.ts';
import type { RequestUrl } from '../observe/received-request.ts';
import { isTrue } from './query-parameter.ts';

const VERBS: Readonly<Record<string, string>> = {
  POST: 'create',
  GET: 'get',
  HEAD: 'get',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};
/** Subresources of a namespace; without this list its path would be read as a resource in it. */
const NAMESPACE_SUBRESOURCES = new Set(['status', 'finalize']);
/** First path segments that once were verbs: `/api/v1/watch/…`, `/api/v1/proxy/…`. */
const SPECIAL_VERBS = new Set(['proxy', 'watch']);

/** Parses the path and method of a request like the real server's RequestInfoFactory. */
export function readRequestInfo(method: string, url: RequestUrl): RequestInfo {
  const path = decoded(url.pathname);
  const steps = path.replace(OUTER_SLASHES, '').split('/');
  const [prefix = ''] = steps;
  const isGrouped = prefix === 'apis';
  if ((prefix !== 'api' && !isGrouped) || steps.length < (isGrouped ? 4 : 3)) return notAResource(method, path);

  const group = isGrouped ? (steps[1] ?? '') : '';
  const version = steps[isGrouped ? 2 : 1] ?? '';
  let rest = steps.slice(isGrouped ? 3 : 2);
  let verb = VERBS[method] ?? '';
  if (SPECIAL_VERBS.has(rest[0] ?? '')) {
    if (rest.length < 2) return { ...notAResource(method, path), isIncomplete: true };
    verb = rest[0] ?? '';
    rest = rest.slice(1);
  }
  let namespace = '';
  if (rest[0] === 'namespaces') {
    if (rest.length > 1) {
      namespace = rest[1] ?? '';
      if (rest.length > 2 && !NAMESPACE_SUBRESOURCES.has(rest[2] ?? '')) rest = rest.slice(2);
    }
  }
  const [resource = '', name = '', subresource = ''] = rest;
  if (name === '' && verb === 'get') verb = isTrue(url.searchParams.get('watch')) ? 'watch' : 'list';
  if (name === '' && verb === 'delete') verb = 'deletecollection';
  const info = {
    isResourceRequest: true,
    path,
    verb,
    prefix,
    group,
    version,
    namespace,
    resource,
    subresource,
    name,
    parts: rest,
    pattern: {},
  };
  return withNameOfSelector(info, url);
}

const OUTER_SLASHES = /^\/+|\/+$/g;

const notAResource = (method: string, path: string): RequestInfo => ({
  isResourceRequest: false,
  path,
  verb: method.toLowerCase(),
  prefix: '',
  group: '',
  version: '',
  namespace: '',
  resource: '',
  subresource: '',
  name: '',
  parts: [],
  pattern: {},
});

/** A list or watch of one name by field selector is authorized as that name; a deletecollection is not. */
function withNameOfSelector(info: RequestInfo, url: RequestUrl): RequestInfo {
  if (info.name !== '' || (info.verb !== 'list' && info.verb !== 'watch')) return info;
  const name = nameOfSelector(url.searchParams.get('fieldSelector') ?? '');
  return name && isValidPathSegmentName(name).length === 0 ? { ...info, name } : info;
}

/** Returns the only name that a field selector matches. An invalid selector matches every name until it is rejected. */
function nameOfSelector(text: string): string | undefined {
  try {
    return parseFieldSelector(text).requiresExactMatch('metadata.name');
  } catch {
    return undefined;
  }
}

/** Decodes a path. An encoded slash also separates segments. */
function decoded(pathname: string): string {
  if (!pathname.includes('%')) return pathname;
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname; // Not percent-encoded: taken literally, because no object can have such a name.
  }
}
