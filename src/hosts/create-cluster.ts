import type { ClusterOptions, ForkableCluster } from '../embedding/cluster.ts';
import { EmbeddedCluster } from '../embedding/embedded-cluster.ts';
import { checkOptions } from '../embedding/options/check-options.ts';
import { CLUSTER_CHECKS } from '../embedding/options/cluster-checks.ts';
import { createMemoryStorage } from '../storage/memory-storage.ts';
import { controlPlane } from './control-plane.ts';
import { inProcessSandbox } from './in-process-sandbox.ts';
import { keepRunning } from './keep-running.ts';
import { loadDescriptions } from './load-descriptions.ts';
import { FIRST_REVISION, systemClock, systemRandom } from './platform.ts';

/**
 * Creates a cluster in this process, in memory: an API server of the dialect `kubernetes` with all controllers and one
 * simulated node, unless the options say otherwise. Node keeps running until it is closed.
 * @throws TypeError for an option that is not valid; FlagError; Error when the seed cannot be loaded
 */
export async function createCluster(options: ClusterOptions = {}): Promise<ForkableCluster> {
  checkOptions('createCluster', options, CLUSTER_CHECKS);
  return EmbeddedCluster.open(options, {
    ...controlPlane,
    clock: systemClock,
    random: systemRandom,
    fetch: (request) => fetch(request),
    loadDescriptions,
    sandbox: inProcessSandbox,
    openStorage: async () => keepRunning(await createMemoryStorage({ firstRevision: FIRST_REVISION })),
  });
}
