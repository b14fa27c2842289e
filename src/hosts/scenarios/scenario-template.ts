import type { Cluster, ForkableCluster } from '../../embedding/cluster.ts';
import { EmbeddedCluster } from '../../embedding/embedded-cluster.ts';
import { MINUTE, type ScenarioDefinition } from '../../embedding/scenarios/scenario-definition.ts';
import { writeSetting } from '../../server/objects/cluster-settings.ts';
import { createMemoryStorage } from '../../storage/memory-storage.ts';
import type { Storage } from '../../storage/storage.ts';
import { controlPlane } from '../cluster-environment.ts';
import { loadDescriptions } from '../load-descriptions.ts';
import { FIRST_REVISION, systemClock } from '../platform.ts';
import { machineClock } from './machine-clock.ts';
import { seededRandom } from './seeded-random.ts';

const DEFAULT_START = '2024-01-15T09:00:00Z';

/** Makes the random values of a fork differ from those of its template, whose names must not appear again. */
const FORK = 0x9e3779b9;

const templates = new WeakMap<ScenarioDefinition, Promise<ForkableCluster>>();

/** Returns a new cluster in the state of the scenario. Its time stands still. */
export async function forkScenario(definition: ScenarioDefinition): Promise<ForkableCluster> {
  const template = await templateOf(definition);
  const cluster = await template.fork();
  // The seed alone would lack what the history has led to.
  cluster.reset = async () => cluster.restore(await template.snapshot());
  return cluster;
}

function templateOf(definition: ScenarioDefinition): Promise<ForkableCluster> {
  const known = templates.get(definition);
  if (known) return known;
  const template = playHistory(definition);
  templates.set(definition, template);
  return template;
}

/** Plays a scenario up to its beginning. */
async function playHistory(definition: ScenarioDefinition): Promise<ForkableCluster> {
  const { startTime = DEFAULT_START, randomSeed = 1, history = tenMinutes } = definition;
  const time = Date.parse(startTime);
  const cluster = await EmbeddedCluster.open(definition, {
    ...controlPlane,
    clock: machineClock(time),
    random: seededRandom(randomSeed),
    fetch: (request) => fetch(request),
    loadDescriptions,
    openStorage: () => storageAt(time),
    fork: () => ({ clock: systemClock, random: seededRandom(randomSeed ^ FORK) }),
  });
  await history(cluster);
  return cluster;
}

const tenMinutes = ({ clock }: Cluster): Promise<void> => clock.step(10 * MINUTE);

/** Creates the storage of a cluster whose time stands still. */
async function storageAt(time: number): Promise<Storage> {
  const storage = await createMemoryStorage({ firstRevision: FIRST_REVISION });
  await writeSetting(storage, 'clock', { rate: 0, time, since: time });
  return storage;
}
