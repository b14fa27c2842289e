import type { ForkableCluster } from '../../../src/embedding/cluster.ts';
import { createTestCluster, type TestClusterOptions } from '../../../src/hosts/testing/create-test-cluster.ts';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Times at which the state is observed, in milliseconds from the start. */
export const SPANS = { 'a minute': MINUTE, 'an hour': HOUR, 'a day': DAY, 'thirty days': 30 * DAY };
export type Span = keyof typeof SPANS;

/** A small scenario for one controller, which starts at 09:01 on 15 January 2024, and its expected states. */
export interface Life extends Pick<TestClusterOptions, 'simulatedNodes' | 'flags'> {
  /** The controller under test. */
  readonly controller: string;
  /** Other controllers that it requires. */
  readonly others?: readonly string[];
  /** The behavior, as the predicate of a sentence about the controller. */
  readonly title: string;
  /** Loaded at the start. */
  readonly seed?: string;
  /** Actions of a user at the start, after the seed. */
  act?(cluster: ForkableCluster): Promise<unknown>;
  observe(cluster: ForkableCluster): Promise<unknown>;
  /** The expected observation after each span. */
  readonly after: Readonly<Partial<Record<Span, unknown>>>;
}

/** Expects the same state after every span. */
export const always = (state: unknown): Life['after'] =>
  Object.fromEntries(Object.keys(SPANS).map((span) => [span, state]));

/** Returns the expected observations until a span. */
export const upTo = (longest: Span, after: Life['after']): Life['after'] =>
  Object.fromEntries(Object.entries(after).filter(([span]) => SPANS[span as Span] <= SPANS[longest]));

/** Opens the cluster in which a life starts. Pods require the service accounts of their namespaces. */
export const templateOf = ({ controller, others = [], simulatedNodes = 0, flags = {} }: Life) =>
  createTestCluster({
    controllers: [controller, 'serviceaccount-controller', ...others].join(),
    simulatedNodes,
    flags,
  });

/** Lets time pass between observations. Returns the cluster to observe. */
type Passage = (cluster: ForkableCluster, milliseconds: number) => Promise<ForkableCluster>;

const STEPS = 12;

export const PASSAGES: Readonly<Record<string, Passage>> = {
  'in many small steps': async (cluster, milliseconds) => {
    for (let step = 1; step <= STEPS; step++)
      await cluster.clock.step(
        Math.floor((milliseconds * step) / STEPS) - Math.floor((milliseconds * (step - 1)) / STEPS),
      );
    return cluster;
  },
  'paused and resumed': async (cluster, milliseconds) => {
    await cluster.clock.pause();
    await cluster.clock.step(Math.floor(milliseconds / 3));
    await cluster.clock.resume();
    await cluster.clock.step(milliseconds - Math.floor(milliseconds / 3));
    return cluster;
  },
  'with all controllers started again halfway': async (cluster, milliseconds) => {
    await cluster.clock.step(Math.floor(milliseconds / 2));
    const next = await cluster.fork();
    await cluster.close();
    await next.clock.step(milliseconds - Math.floor(milliseconds / 2));
    return next;
  },
};

/** Starts a life in a fork of a template. */
async function begin(template: ForkableCluster, { seed, act }: Life): Promise<ForkableCluster> {
  const cluster = await template.fork();
  if (seed) await cluster.load(seed);
  await act?.(cluster);
  return cluster;
}

/** Returns the observation after each span, reached in one step from the start. */
export async function liveInOneStep(template: ForkableCluster, life: Life): Promise<Life['after']> {
  const seen: Record<string, unknown> = {};
  for (const span of Object.keys(life.after) as Span[]) {
    const cluster = await begin(template, life);
    await cluster.clock.step(SPANS[span]);
    seen[span] = await life.observe(cluster);
    await cluster.close();
  }
  return seen;
}

/** Returns the observation after each span in one cluster that passes through all spans. */
export async function liveThrough(template: ForkableCluster, life: Life, passage: Passage): Promise<Life['after']> {
  const seen: Record<string, unknown> = {};
  let cluster = await begin(template, life);
  let passed = 0;
  for (const span of Object.keys(life.after) as Span[]) {
    cluster = await passage(cluster, SPANS[span] - passed);
    passed = SPANS[span];
    seen[span] = await life.observe(cluster);
  }
  await cluster.close();
  return seen;
}
