import type { ClusterOptions } from '../../embedding/cluster.ts';
import type { ClusterEnvironment } from '../../embedding/cluster-environment.ts';
import { EmbeddedCluster } from '../../embedding/embedded-cluster.ts';
import { type Checks, checkOptions, must } from '../../embedding/options/check-options.ts';
import { CLUSTER_CHECKS } from '../../embedding/options/cluster-checks.ts';
import {
  DURATION_EXPECTED,
  type Duration,
  milliseconds,
  readMilliseconds,
} from '../../embedding/options/milliseconds.ts';
import { controlPlane } from '../control-plane.ts';
import { inProcessSandbox } from '../in-process-sandbox.ts';
import { loadDescriptions } from '../load-descriptions.ts';
import { DEFAULT_START, forkSeed, storageAt } from '../scenarios/fixed-start.ts';
import { seededRandom } from '../scenarios/seeded-random.ts';
import { TestCluster } from './test-cluster.ts';
import { TestPlatform } from './test-platform.ts';

/** Options of a cluster for tests, with its start time and the seed of its random values. */
export interface TestClusterOptions extends ClusterOptions {
  /** The time of the cluster, as ISO 8601 text. Defaults to 2024-01-15T09:00:00Z. */
  readonly startTime?: string;
  /** Seeds names, UIDs and all other random values: the same number gives the same cluster. Defaults to 1. */
  readonly randomSeed?: number;
  /** The time that passes after the seed was loaded, so that pods start. Defaults to a minute. */
  readonly settle?: Duration;
}

const isTime = must('a time as ISO 8601 text', (value) => !Number.isNaN(Date.parse(String(value))));
const isDuration = (value: unknown): string | undefined =>
  readMilliseconds(value) === undefined ? DURATION_EXPECTED : undefined;

const CHECKS: Checks<TestClusterOptions> = {
  ...CLUSTER_CHECKS,
  startTime: isTime,
  randomSeed: must('a number', Number.isFinite),
  settle: isDuration,
};

const MINUTE = 60_000;

/**
 * Creates a cluster for tests, to be forked by each of them. Its time stands still: `clock.step` moves it and lets the
 * controllers work, without waiting. Equal options and calls give equal clusters.
 * @throws TypeError for an option that is not valid; FlagError; Error when the seed cannot be loaded
 */
export const createTestCluster = (options: TestClusterOptions = {}): Promise<TestCluster> =>
  openTestCluster(options, (request) => fetch(request));

/** Creates a cluster for tests whose calls to other servers are sent by `send`. @throws like `createTestCluster` */
export async function openTestCluster(
  options: TestClusterOptions,
  send: ClusterEnvironment['fetch'],
): Promise<TestCluster> {
  checkOptions('createTestCluster', options, CHECKS);
  const { startTime = DEFAULT_START, randomSeed = 1, settle = MINUTE } = options;
  const time = Date.parse(startTime);
  const cluster = await EmbeddedCluster.open(options, {
    ...controlPlane,
    ...ownParts(time, randomSeed),
    loadDescriptions,
    sandbox: inProcessSandbox,
    fetch: send,
    openStorage: () => storageAt(time),
  });
  if (milliseconds('settle', settle) > 0) await cluster.clock.step(settle);
  return new TestCluster(cluster, await cluster.snapshot());
}

/** Returns the clock and the random source of a cluster and of its forks. */
function ownParts(time: number, seed: number): Pick<ClusterEnvironment, 'clock' | 'random' | 'timePassed' | 'fork'> {
  const clock = new TestPlatform(time);
  return {
    clock,
    random: seededRandom(seed),
    timePassed: (milliseconds) => clock.pass(milliseconds),
    fork: () => ownParts(time, forkSeed(seed)),
  };
}
