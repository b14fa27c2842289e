import { type HttpHandler, http } from 'msw';
import type { Server } from '../../server/create-server.ts';
import { CLUSTER_PREFIXES } from '../cluster-paths.ts';

/**
 * MSW handlers that answer as a cluster, for `setupWorker` and `setupServer`. The server may still be starting.
 * `origin`: the cluster's address as the front end under test calls it; any when absent.
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
