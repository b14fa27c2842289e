import { CLUSTER_PREFIXES } from '../cluster-paths.ts';

/** Where a front end finds its cluster. */
export interface ClusterAddress {
  /** The origin that the front end calls. Defaults to that of the page; where there is no page, any origin counts. */
  readonly origin?: string;
  /** The path below which the API is served, such as `/k8s/clusters/a`. Everything below it belongs to the cluster. */
  readonly prefix?: string;
}

/**
 * Returns a pattern of the URLs, without their query, that belong to a cluster. Without a prefix, a path `/api/…` that
 * is not a version of the API belongs to the page: many pages have an API there.
 */
export function addressPattern({ origin = pageOrigin(), prefix = '' }: ClusterAddress): RegExp {
  const base = withoutSlash(prefix);
  const names = CLUSTER_PREFIXES.filter((name) => name !== 'api').join('|');
  const paths = base ? '/.*' : `/(?:api/?|api/v\\d.*|(?:${names})(?:/.*)?)`;
  return new RegExp(`^${originPattern(origin)}${escaped(base)}${paths}$`);
}

/** Returns the URL of a request within its cluster. */
export function inCluster(url: string | URL, { prefix = '' }: ClusterAddress): URL {
  const target = new URL(url);
  target.protocol = target.protocol.replace('ws', 'http');
  target.pathname = target.pathname.slice(withoutSlash(prefix).length);
  return target;
}

/** A WebSocket has the origin of its page with another scheme. */
function originPattern(origin: string | undefined): string {
  if (origin === undefined) return '[a-z]+://[^/]*';
  const { protocol, host } = new URL(origin);
  return `(?:${protocol}|${protocol.replace('http', 'ws')})//${escaped(host)}`;
}

/** A page from a file has the origin `null`. */
function pageOrigin(): string | undefined {
  const { origin } = (globalThis as { location?: Location }).location ?? {};
  return origin === 'null' ? undefined : origin;
}

const withoutSlash = (path: string): string => path.replace(/\/+$/, '');

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
