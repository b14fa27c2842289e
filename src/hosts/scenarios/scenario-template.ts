import type { ClusterEnvironment } from '../../embedding/cluster-environment.ts';
import { EmbeddedCluster } from '../../embedding/embedded-cluster.ts';
import { type ScenarioDefinition, tenMinutes } from '../../embedding/scenarios/scenario-definition.ts';
import { controlPlane } from '../control-plane.ts';
import { inProcessSandbox } from '../in-process-sandbox.ts';
import { loadDescriptions } from '../load-descriptions.ts';
import { systemClock } from '../platform.ts';
import { DEFAULT_START, forkSeed, storageAt } from './fixed-start.ts';
import { machineClock } from './machine-clock.ts';
import { seededRandom } from './seeded-random.ts';

const templates = new WeakMap<ScenarioDefinition, Promise<EmbeddedCluster>>();

/**
 * Returns a new cluster in the state of the scenario. Its time is paused.
 * @param given parts that the host provides instead of those of a process
 */
export async function forkScenario(
  definition: ScenarioDefinition,
  given?: Partial<ClusterEnvironment>,
): Promise<EmbeddedCluster> {
  const template = await (given ? playHistory(definition, given) : templateOf(definition));
  const cluster = await template.fork();
  // The seed alone would lack the effects of the history.
  cluster.reset = async () => cluster.restore(await template.snapshot());
  return cluster;
}

function templateOf(definition: ScenarioDefinition): Promise<EmbeddedCluster> {
  const known = templates.get(definition);
  if (known) return known;
  const template = playHistory(definition);
  templates.set(definition, template);
  return template;
}

/** Plays a scenario up to its beginning. */
async function playHistory(
  definition: ScenarioDefinition,
  given?: Partial<ClusterEnvironment>,
): Promise<EmbeddedCluster> {
  const { startTime = DEFAULT_START, randomSeed = 1, history = tenMinutes } = definition;
  const time = Date.parse(startTime);
  const cluster = await EmbeddedCluster.open(definition, {
    ...controlPlane,
    clock: machineClock(time),
    random: seededRandom(randomSeed),
    fetch: (request) => fetch(request),
    loadDescriptions,
    sandbox: inProcessSandbox,
    ...given,
    openStorage: () => storageAt(time),
    fork: () => ({ clock: systemClock, random: seededRandom(forkSeed(randomSeed)) }),
  });
  await history(cluster);
  return cluster;
}

/** Returns the start time of a scenario that begins at a given time. Both are in milliseconds since 1970. */
export async function startFor(definition: ScenarioDefinition, begin: number): Promise<number> {
  const { clock } = await templateOf(definition);
  return begin - ((await clock.now()) - Date.parse(definition.startTime ?? DEFAULT_START));
}
