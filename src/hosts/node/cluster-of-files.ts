import { errorText } from '../../api/error-text.ts';
import { isRecord } from '../../api/object.ts';
import type { ClusterOptions, Fault, ForkableCluster } from '../../embedding/cluster.ts';
import type { ClusterEnvironment } from '../../embedding/cluster-environment.ts';
import { EmbeddedCluster } from '../../embedding/embedded-cluster.ts';
import { checkedFault } from '../../embedding/faults/check-fault.ts';
import { CLUSTER_CHECKS } from '../../embedding/options/cluster-checks.ts';
import { scenarioNamed } from '../../embedding/scenarios/scenario-named.ts';
import { readSeed } from '../../embedding/seeds/read-seed.ts';
import { readYaml } from '../../schema/yaml/yaml-to-json.ts';
import { FlagError } from '../../server/flags/server-flags.ts';
import { createMemoryStorage } from '../../storage/memory-storage.ts';
import { controlPlane } from '../control-plane.ts';
import { FIRST_REVISION, systemClock, systemRandom } from '../platform.ts';
import { forkScenario, startFor } from '../scenarios/scenario-template.ts';
import { outgoingFetch } from './outgoing-fetch.ts';
import { readOption } from './read-server-flags.ts';

/** Options of `tabplane serve` that describe an embedded cluster. */
export const CLUSTER_OPTIONS = ['seed', 'users', 'scenario', 'faults'];

/** A file that an option names. */
interface File {
  readonly path: string;
  readonly text: string;
}

/** A cluster that was filled from the files of the command line. */
interface ClusterOfFiles {
  readonly cluster: ForkableCluster;
  readonly users: NonNullable<ClusterOptions['users']>;
}

/**
 * Opens the cluster that the options describe. The history of a scenario ends now, and its time passes.
 * @param given options of every cluster; its users are replaced by those of the scenario and the file
 * @throws FlagError that names the option and the file
 */
export async function clusterOfFiles(
  values: Readonly<Record<string, readonly string[] | undefined>>,
  given: ClusterOptions,
  host: Partial<ClusterEnvironment>,
): Promise<ClusterOfFiles> {
  const seeds = await Promise.all((values.seed ?? []).map((path) => readFile('seed', path)));
  for (const seed of seeds) await of('seed', seed, () => readSeed(seed.text));
  const [usersFile, faultsFile] = await Promise.all([lastFile('users', values), lastFile('faults', values)]);
  const own = usersFile && (await of('users', usersFile, usersIn));
  const faults = faultsFile ? await of('faults', faultsFile, faultsIn) : [];
  const name = values.scenario?.at(-1);
  const scenario = name === undefined ? undefined : wanted(name);
  const users = { ...given.users, ...scenario?.users, ...own };
  const environment = { ...host, fetch: outgoingFetch, fetchInCluster: outgoingFetch };
  const cluster = await (scenario
    ? beganNow({ ...scenario, ...given, users, flags: { ...scenario.flags, ...given.flags } }, environment)
    : EmbeddedCluster.open(
        { ...given, users },
        {
          openStorage: () => createMemoryStorage({ firstRevision: FIRST_REVISION }),
          ...{ ...controlPlane, ...environment, clock: systemClock, random: systemRandom },
        },
      ));
  try {
    // A stored cluster already has them.
    if (cluster.seeded === 'loaded') for (const seed of seeds) await of('seed', seed, () => cluster.load(seed.text));
    for (const fault of faults) await cluster.faults.add(fault);
  } catch (error) {
    await cluster.close();
    throw error;
  }
  return { cluster, users };
}

const readFile = async (option: string, path: string): Promise<File> => ({
  path,
  text: await readOption(option, path),
});

async function lastFile(
  option: string,
  values: Readonly<Record<string, readonly string[] | undefined>>,
): Promise<File | undefined> {
  const path = values[option]?.at(-1);
  return path === undefined ? undefined : readFile(option, path);
}

/** Adds the names of the option and the file to errors of the work. */
async function of<T>(option: string, file: File, work: (file: File) => T | Promise<T>): Promise<T> {
  try {
    return await work(file);
  } catch (error) {
    throw new FlagError(`--${option}: ${file.path}: ${errorText(error)}`);
  }
}

function usersIn({ text }: File): NonNullable<ClusterOptions['users']> {
  const users = readYaml(text);
  const problem = CLUSTER_CHECKS.users(users);
  if (problem !== undefined) throw new TypeError(`the file ${problem}`);
  return users as NonNullable<ClusterOptions['users']>;
}

function faultsIn({ text }: File): readonly Fault[] {
  const faults = readYaml(text);
  if (!Array.isArray(faults) || !faults.every(isRecord)) throw new TypeError('the file must be a list of faults');
  faults.forEach((fault, index) => {
    try {
      checkedFault(fault);
    } catch (error) {
      throw new RangeError(`fault ${index + 1}: ${errorText(error)}`);
    }
  });
  return faults;
}

function wanted(name: string): ReturnType<typeof scenarioNamed> {
  try {
    return scenarioNamed(name);
  } catch (error) {
    throw new FlagError(`--scenario: ${errorText(error)}`);
  }
}

/** Plays the history of a scenario up to the current time, then lets its time pass. */
async function beganNow(
  definition: ReturnType<typeof scenarioNamed>,
  environment: Partial<ClusterEnvironment>,
): Promise<ForkableCluster> {
  const startTime = new Date(await startFor(definition, systemClock.now())).toISOString();
  const cluster = await forkScenario({ ...definition, startTime }, environment);
  await cluster.clock.resume();
  return cluster;
}
