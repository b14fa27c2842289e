import { DEBUG_GROUP, DEBUG_VERSION } from '../../api/debug/access-explanation.ts';
import type { ClusterClockState } from '../../api/debug/cluster-clock-state.ts';
import { dialectNamed } from '../../api/dialect.ts';
import type { Clock } from '../../api/environment.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { milliseconds } from '../../embedding/options/milliseconds.ts';
import {
  MINUTE,
  type ScenarioDefinition,
  type Stage,
  tenMinutes,
} from '../../embedding/scenarios/scenario-definition.ts';
import { loadSeed } from '../../embedding/seeds/load-seed.ts';
import type { PreparationProgress } from '../../ui/platform-port.ts';
import { newSimulatedNodes } from '../../ui/state/objects/nodes/simulated-nodes.ts';

const CLOCK = { group: DEBUG_GROUP, version: DEBUG_VERSION, resource: 'clusterclocks', name: 'cluster' };

/** Number of requests in flight while a seed is loaded: enough to share transactions, few enough to let others through. */
const AT_ONCE = 32;

/**
 * Brings a new cluster into the state of a scenario, over its API. Repeating it after an interruption is safe.
 * @param clock the platform's clock
 * @throws Error with the server's message
 */
export async function prepareScenario(
  { seed = [], simulatedNodes = 1, dialect = 'kubernetes', history = tenMinutes }: ScenarioDefinition<string, Stage>,
  client: ApiClient,
  clock: Clock,
  onProgress: (progress: PreparationProgress) => void,
): Promise<void> {
  onProgress({ text: 'Adding simulated nodes' });
  await loadSeed(client, newSimulatedNodes([], simulatedNodes, dialectNamed(dialect)), clock);
  await loadSeed(client, seed, clock, {
    atOnce: AT_ONCE,
    onProgress: (written, all) =>
      onProgress({ text: `Created ${number(written)} of ${number(all)} objects`, share: written / all }),
  });
  await history({ client, clock: { step: (duration) => step(client, milliseconds('a step', duration), onProgress) } });
}

const number = (value: number): string => value.toLocaleString('en');

/** Moves the cluster's clock forward, and resolves when the controllers' work has ended. */
async function step(
  client: ApiClient,
  duration: number,
  onProgress: (progress: PreparationProgress) => void,
): Promise<void> {
  onProgress({ text: `Letting ${number(duration / MINUTE)} ${duration === MINUTE ? 'minute' : 'minutes'} pass` });
  const { status } = await client.get<ClusterClockState>(CLOCK);
  await client.update(CLOCK, { status: { time: new Date(Date.parse(status.time) + duration).toISOString() } });
}
