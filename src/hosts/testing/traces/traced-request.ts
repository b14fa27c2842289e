import { isClusterComponent } from '../../../api/cluster-component.ts';
import type { RequestTrace } from '../../../api/debug/request-trace.ts';
import type { Cluster, ClusterUser } from '../../../embedding/cluster.ts';

/** A request whose decisions are examined. */
export interface ExaminedRequest {
  /** Who sends it; the cluster's default user if undefined. */
  readonly as?: string | ClusterUser;
  /** GET by default; POST with a body. */
  readonly method?: string;
  /** Path and query. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const TRACES = '/apis/debug.tabplane.dev/v1alpha1/requesttraces';

/** Sends a request. Returns how it was decided. @throws Error when the cluster keeps no traces */
export async function traceOf(cluster: Cluster, request: ExaminedRequest): Promise<RequestTrace> {
  const { as: user, path, body, method = body === undefined ? 'GET' : 'POST' } = request;
  const fetch = user === undefined ? cluster.fetch : cluster.as(user).fetch;
  const headers = {
    'tabplane-trace': 'true',
    ...(body === undefined ? {} : { 'content-type': contentTypeOf(method) }),
    ...request.headers,
  };
  const response = await fetch(path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  await response.body?.cancel();
  return traceNamed(cluster, response.headers.get('audit-id') ?? '');
}

/**
 * Returns the trace of the newest write or denial that no component of the cluster has sent, or the newest that a function
 * selects. @throws Error when there is none
 */
export async function lastTrace(
  cluster: Cluster,
  selects: (trace: RequestTrace) => boolean = isOfUser,
): Promise<RequestTrace> {
  const found = (await traces(cluster)).findLast(selects);
  if (!found) throw new Error('no request has left a trace; the cluster keeps those of writes and denials');
  return found;
}

async function traceNamed(cluster: Cluster, id: string): Promise<RequestTrace> {
  const found = (await traces(cluster, `?fieldSelector=auditID=${encodeURIComponent(id)}`)).at(-1);
  if (!found) throw new Error('the request has left no trace: are traces switched off by the flags?');
  return found;
}

async function traces({ client }: Cluster, query = ''): Promise<readonly RequestTrace[]> {
  const response = await client.request(TRACES + query);
  return ((await response.json()) as { items: RequestTrace[] }).items;
}

const isOfUser = ({ user, impersonatedBy }: RequestTrace): boolean =>
  !isClusterComponent((impersonatedBy ?? user).username);

const contentTypeOf = (method: string): string =>
  method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
