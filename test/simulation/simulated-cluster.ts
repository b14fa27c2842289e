import { kubernetesDialect } from '../../src/api/dialect.ts';
import type { Clock, Random } from '../../src/api/environment.ts';
import { type ApiClient, createApiClient } from '../../src/client/api-client.ts';
import { chooseControllers } from '../../src/hosts/controllers/choose-controllers.ts';
import { startControllers } from '../../src/hosts/controllers/start-controllers.ts';
import { systemClock, systemRandom } from '../../src/hosts/platform.ts';
import { createServer } from '../../src/server/create-server.ts';
import { SimulatedKubelets } from '../../src/simulation/kubelet/simulated-kubelets.ts';
import { createSimulatedNodes } from '../../src/simulation/simulation.ts';
import { createMemoryStorage } from '../../src/storage/memory-storage.ts';

export interface SimulatedCluster {
  readonly client: ApiClient;
  readonly kubelets: SimulatedKubelets;
  readonly request: (path: string, init?: RequestInit) => Promise<Response>;
  /** Stops the controllers and starts them again, as a new worker does. @param meanwhile runs in between */
  restart(meanwhile: () => void | Promise<void>): Promise<void>;
  close(): Promise<void>;
}

interface Environment {
  readonly clock?: Clock;
  readonly random?: Random;
}

/** Opens a cluster with simulated nodes. `controllers` selects its controllers as `--controllers` does. */
export async function openSimulatedCluster(
  nodes: number,
  controllers: string | boolean = true,
  { clock = systemClock, random = systemRandom }: Environment = {},
): Promise<SimulatedCluster> {
  const kubelets = new SimulatedKubelets();
  const server = await createServer({
    storage: await createMemoryStorage({ firstRevision: 300 }),
    clock,
    random,
    fetch: kubelets.inFrontOf(() => Promise.reject(new TypeError('nothing outside may be called'))),
    flags: { dialect: 'kubernetes' },
  });
  const start = () =>
    startControllers(server, 'kubernetes', chooseControllers(controllers), { kubelets, clock, random });
  let stop = start();
  const user = { username: 'admin', groups: ['system:masters', 'system:authenticated'] };
  const fetch = (request: Request) => server.fetch(request, { user });
  const client = createApiClient({ fetch, baseUrl: 'http://localhost' });
  await createSimulatedNodes(client, nodes, { dialect: kubernetesDialect });
  return {
    client,
    kubelets,
    request: (path, init) => fetch(new Request(`http://localhost${path}`, init)),
    async restart(meanwhile) {
      await stop();
      await meanwhile();
      stop = start();
    },
    async close() {
      await stop();
      await server.close();
    },
  };
}
