import { type DialectName, dialectNamed } from '../api/dialect.ts';
import { createApiClient } from '../client/api-client.ts';
import { controllers } from '../controllers/index.ts';
import type { Server } from '../server/create-server.ts';
import { systemClock, systemRandom } from './platform.ts';

/** Runs the controllers against a server, each as its own service account. Returns how to stop them. */
export function startControllers(server: Server, dialect: DialectName): () => void {
  const abort = new AbortController();
  for (const controller of controllers) {
    const user = {
      username: `system:serviceaccount:kube-system:${controller.name}`,
      groups: ['system:serviceaccounts', 'system:serviceaccounts:kube-system', 'system:authenticated'],
    };
    const client = createApiClient({
      fetch: (request) => server.fetch(request, { user }),
      baseUrl: 'http://localhost',
    });
    controller.start({
      client,
      clock: systemClock,
      random: systemRandom,
      dialect: dialectNamed(dialect),
      signal: abort.signal,
    });
  }
  return () => abort.abort();
}
