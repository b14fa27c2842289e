import type { Cluster } from './cluster.ts';
import { EmbeddedCluster } from './embedded-cluster.ts';

const wrapped = new WeakMap<object, Cluster>();

/** Notes that a cluster passes everything on to another one. */
export const noteWrapper = (wrapper: Cluster, cluster: Cluster): void => void wrapped.set(wrapper, cluster);

/** Returns the cluster in this process behind what its users have; undefined for anything else. */
export function embeddedClusterOf(value: unknown): EmbeddedCluster | undefined {
  const cluster = wrapped.get(Object(value)) ?? value;
  return cluster instanceof EmbeddedCluster ? cluster : undefined;
}
