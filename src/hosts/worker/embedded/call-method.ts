import type { Cluster } from '../../../embedding/cluster.ts';

/** The methods of a cluster that pages call with JSON, and whose results are JSON. */
const METHODS: ReadonlySet<string> = new Set([
  ...['load', 'export', 'reset', 'snapshot', 'restore'],
  ...['clock.now', 'clock.pause', 'clock.resume', 'clock.step', 'clock.endSteps', 'clock.speed'],
]);

type Method = (...parameters: readonly unknown[]) => Promise<unknown>;

/** Calls a method of a cluster by its path, such as `clock.step`. @throws Error for an unknown method */
export async function callMethod(cluster: Cluster, path: string, parameters: readonly unknown[]): Promise<unknown> {
  if (!METHODS.has(path)) throw new Error(`a cluster has no method ${path}`);
  const name = path.replace('clock.', '');
  const owner = (name === path ? cluster : cluster.clock) as unknown as Readonly<Record<string, Method>>;
  return owner[name]?.(...parameters);
}
