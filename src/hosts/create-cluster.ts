import type { ClusterOptions, ForkableCluster } from '../embedding/cluster.ts';
import { EmbeddedCluster } from '../embedding/embedded-cluster.ts';
import { createMemoryStorage } from '../storage/memory-storage.ts';
import { controlPlane } from './cluster-environment.ts';
import { keepRunning } from './keep-running.ts';
import { loadDescriptions } from './load-descriptions.ts';
import { FIRST_REVISION, systemClock, systemRandom } from './platform.ts';

/**
 * Creates a cluster in this process, in memory: an API server of the dialect `kubernetes` with all controllers and one
 * simulated node, unless the options say otherwise. Node keeps running until it is closed.
 * @throws FlagError; Error when the seed cannot be loaded
 */
export const createCluster = (options: ClusterOptions = {}): Promise<ForkableCluster> =>
  EmbeddedCluster.open(options, {
    ...controlPlane,
    clock: systemClock,
    random: systemRandom,
    fetch: (request) => fetch(request),
    loadDescriptions,
    openStorage: async () => keepRunning(await createMemoryStorage({ firstRevision: FIRST_REVISION })),
  });
