import type { ForkableCluster } from '../../../src/embedding/cluster.ts';
import { createTestCluster, type TestClusterOptions } from '../../../src/hosts/testing/create-test-cluster.ts';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Milliseconds from the start at which the state is observed. */
export const SPANS = { 'a minute': MINUTE, 'an hour': HOUR, 'a day': DAY, 'thirty days': 30 * DAY };
export type Span = keyof typeof SPANS;

/** A small scenario for one controller, which begins at 09:01 on 15 January 2024, and what has become of it. */
export interface Life extends Pick<TestClusterOptions, 'simulatedNodes' | 'flags'> {
  /** The controller that it is about. */
  readonly controller: string;
  /** Other controllers that it needs. */
  readonly others?: readonly string[];
  /** What happens, as the end of a sentence about the controller. */
  readonly title: string;
  /** Loaded at the start. */
  readonly seed?: string;
  /** What a user does at the start, after the seed. */
  act?(cluster: ForkableCluster): Promise<unknown>;
  observe(cluster: ForkableCluster): Promise<unknown>;
  /** Whether thirty days pass in one step only, because they take seconds. */
  readonly isLong?: boolean;
  /** What is observed after each span. */
  readonly after: Readonly<Partial<Record<Span, unknown>>>;
}

/** The state is the same after every span. */
export const always = (state: unknown): Life['after'] =>
  Object.fromEntries(Object.keys(SPANS).map((span) => [span, state]));

/** Opens the cluster in which a life begins. Pods need the accounts of their namespaces. */
export const templateOf = ({ controller, others = [], simulatedNodes = 0, flags = {} }: Life) =>
  createTestCluster({
    controllers: [controller, 'serviceaccount-controller', ...others].join(),
    simulatedNodes,
    flags,
  });

/** How time passes between one observation and the next. Returns the cluster that has lived through it. */
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

/** Begins a life in a fork of a template. */
async function begin(template: ForkableCluster, { seed, act }: Life): Promise<ForkableCluster> {
  const cluster = await template.fork();
  if (seed) await cluster.load(seed);
  await act?.(cluster);
  return cluster;
}

/** Returns what is observed after each span, each reached in one step from the start. */
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

/** The spans that pass in other ways than in one step. */
const shortSpans = ({ after, isLong }: Life): Span[] =>
  (Object.keys(after) as Span[]).filter((span) => !isLong || span !== 'thirty days');

/** Returns what should be observed when time passes in other ways than in one step. */
export const shortAfter = (life: Life): Life['after'] =>
  Object.fromEntries(shortSpans(life).map((span) => [span, life.after[span]]));

/** Returns what is observed after each span in one cluster that lives through all of them. */
export async function liveThrough(template: ForkableCluster, life: Life, passage: Passage): Promise<Life['after']> {
  const seen: Record<string, unknown> = {};
  let cluster = await begin(template, life);
  let passed = 0;
  for (const span of shortSpans(life)) {
    cluster = await passage(cluster, SPANS[span] - passed);
    passed = SPANS[span];
    seen[span] = await life.observe(cluster);
  }
  await cluster.close();
  return seen;
}
