import { type DialectName, dialectNamed } from '../api/dialect.ts';
import { createApiClient } from '../client/api-client.ts';
import type { Server } from '../server/create-server.ts';
import { createSimulatedNodes, simulation } from '../simulation/simulation.ts';

/** Creates simulated nodes in a cluster. */
export async function simulateNodes(server: Server, dialect: DialectName, count: number): Promise<void> {
  const user = { username: simulation.username, groups: simulation.groups };
  const client = createApiClient({ fetch: (request) => server.fetch(request, { user }), baseUrl: 'http://localhost' });
  await createSimulatedNodes(client, count, { dialect: dialectNamed(dialect) });
}
