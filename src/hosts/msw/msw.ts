import { type HttpHandler, http } from 'msw';
import type { Server } from '../../server/create-server.ts';
import { CLUSTER_PREFIXES } from '../cluster-paths.ts';

/**
 * Returns MSW handlers that answer as a cluster, for `setupWorker` and `setupServer`. The server may still be starting.
 * @param origin the cluster's address as the front end under test calls it; undefined matches any origin
 */
export function clusterHandlers(
  server: Server | Promise<Server>,
  { origin = '*' }: { origin?: string } = {},
): HttpHandler[] {
  return CLUSTER_PREFIXES.flatMap((prefix) =>
    [`${origin}/${prefix}`, `${origin}/${prefix}/*`].map((path) =>
      http.all(path, async ({ request }) => (await server).fetch(request)),
    ),
  );
}
