import type { Clock } from '../../api/environment.ts';
import type { Cluster } from '../../embedding/cluster.ts';
import { EmbeddedCluster } from '../../embedding/embedded-cluster.ts';
import { MINUTE, type ScenarioDefinition } from '../../embedding/scenarios/scenario-definition.ts';
import { writeSetting } from '../../server/objects/cluster-settings.ts';
import { createMemoryStorage } from '../../storage/memory-storage.ts';
import type { Snapshot } from '../../storage/multi-version-map.ts';
import { MvccStorage } from '../../storage/mvcc-storage.ts';
import type { Storage } from '../../storage/storage.ts';
import { controlPlane } from '../cluster-environment.ts';
import { loadDescriptions } from '../load-descriptions.ts';
import { FIRST_REVISION, systemClock } from '../platform.ts';
import { machineClock } from './machine-clock.ts';
import { seededRandom } from './seeded-random.ts';

const DEFAULT_START = '2024-01-15T09:00:00Z';

/** Makes the random values of a fork differ from those of its template, whose names must not appear again. */
const FORK = 0x9e3779b9;

const templates = new WeakMap<ScenarioDefinition, Promise<Snapshot>>();

/** Returns a new cluster in the state of the scenario. Its time stands still. */
export async function forkScenario(definition: ScenarioDefinition): Promise<Cluster> {
  let template = templates.get(definition);
  if (!template) {
    template = makeTemplate(definition);
    templates.set(definition, template);
  }
  const content = await template;
  const random = seededRandom((definition.randomSeed ?? 1) ^ FORK);
  const cluster = await open(definition, systemClock, random, () => storageWith(content));
  const start = await cluster.snapshot();
  // A new cluster would lack what the history has led to.
  cluster.reset = () => cluster.restore(start);
  return cluster;
}

/** Plays a scenario up to its beginning. Returns everything that is stored then. */
async function makeTemplate(definition: ScenarioDefinition): Promise<Snapshot> {
  const { startTime = DEFAULT_START, randomSeed = 1, history = tenMinutes } = definition;
  const time = Date.parse(startTime);
  const storage = await createMemoryStorage({ firstRevision: FIRST_REVISION });
  await writeSetting(storage, 'clock', { rate: 0, time, since: time });
  const cluster = await open(definition, machineClock(time), seededRandom(randomSeed), async () => storage);
  await history(cluster);
  const { entries, revision } = await storage.list('');
  await cluster.close();
  return { entries, changes: [], revision, compacted: revision };
}

const tenMinutes = ({ clock }: Cluster): Promise<void> => clock.step(10 * MINUTE);

const open = (
  definition: ScenarioDefinition,
  clock: Clock,
  random: ReturnType<typeof seededRandom>,
  openStorage: () => Promise<Storage>,
): Promise<EmbeddedCluster> =>
  EmbeddedCluster.open(definition, {
    ...controlPlane,
    ...{ clock, random, openStorage, loadDescriptions },
    fetch: (request) => fetch(request),
  });

/** Creates a storage in memory with the content of another. */
const storageWith = (content: Snapshot): Promise<Storage> =>
  MvccStorage.open({
    load: async () => content,
    append: async () => undefined,
    compact: async () => undefined,
    onLost: () => undefined,
    close: async () => undefined,
  });
