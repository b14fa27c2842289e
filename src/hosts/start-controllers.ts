import { type DialectName, dialectNamed } from '../api/dialect.ts';
import type { UserInfo } from '../api/user-info.ts';
import { createApiClient } from '../client/api-client.ts';
import type { Controller } from '../controllers/controller.ts';
import { controllers } from '../controllers/index.ts';
import type { Server } from '../server/create-server.ts';
import { systemClock, systemRandom } from './platform.ts';

/** Runs controllers against a server, each as its own service account. Returns a function that stops them. */
export function startControllers(
  server: Server,
  dialect: DialectName,
  chosen: readonly Controller[] = controllers,
): () => void {
  const abort = new AbortController();
  const clientOf = (user: UserInfo) =>
    createApiClient({ fetch: (request) => server.fetch(request, { user }), baseUrl: 'http://localhost' });
  const watcher = clientOf({ username: 'system:kube-controller-manager', groups: ['system:authenticated'] });
  for (const controller of chosen) {
    const user = {
      username: `system:serviceaccount:kube-system:${controller.serviceAccount}`,
      groups: ['system:serviceaccounts', 'system:serviceaccounts:kube-system', 'system:authenticated'],
    };
    const client = clientOf(user);
    controller.start({
      client,
      watcher,
      clock: systemClock,
      random: systemRandom,
      dialect: dialectNamed(dialect),
      ...server.capabilities,
      signal: abort.signal,
    });
  }
  return () => abort.abort();
}
