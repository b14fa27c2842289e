import type { ForkableCluster } from '../../src/embedding/cluster.ts';
import { scenario } from '../../src/hosts/scenarios/scenario.ts';

/** A command, and what kubectl printed. */
export interface RecordedCommand {
  readonly command: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** Commands that kubectl 1.28.3 ran one after the other on a cluster of the scenario. */
export interface Transcript {
  /** Milliseconds since 1970 at which the commands ran. The scenario's time stood still. */
  readonly now: number;
  readonly commands: readonly RecordedCommand[];
}

/** Moves the time of the cluster: `# step 30` moves it by 30 seconds, so that controllers act. */
const STEP = /^# step (\d+)$/;

/** Opens a cluster of the healthy shop, whose objects are the same each time. */
export const openShop = (): Promise<ForkableCluster> => scenario('healthy shop').cluster();

/** Moves time when a line of a transcript says so. Returns whether it did. */
export async function stepsTime(cluster: ForkableCluster, line: string): Promise<boolean> {
  const [, seconds] = STEP.exec(line) ?? [];
  if (seconds === undefined) return false;
  await cluster.clock.step(Number(seconds) * 1000);
  return true;
}

/** Values that differ between two clusters of a scenario after the first write: UIDs, versions, and random names. */
const VARIABLE: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uid>'],
  [/(resourceVersion"?: )"\d+"|(Resource Version: +)\d+/g, '$1$2<version>'],
  [/(?<=-)[bcdfghjklmnpqrstvwxz2456789]{5}\b/g, '<rnd>'],
  [/https?:\/\/127\.0\.0\.1(:\d+)?/g, '<server>'],
];

/** Replaces the values that differ between runs; all other bytes have to be equal. */
export const withoutRandom = (text: string): string =>
  VARIABLE.reduce((masked, [pattern, name]) => masked.replace(pattern, name), text);
