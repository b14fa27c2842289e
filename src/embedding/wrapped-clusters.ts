import type { Cluster } from './cluster.ts';
import { EmbeddedCluster } from './embedded-cluster.ts';

const wrapped = new WeakMap<object, Cluster>();

/** Records that a cluster delegates everything to another one. */
export const noteWrapper = (wrapper: Cluster, cluster: Cluster): void => void wrapped.set(wrapper, cluster);

/** Returns the cluster in this process behind a wrapper; undefined for any other value. */
export function embeddedClusterOf(value: unknown): EmbeddedCluster | undefined {
  const cluster = wrapped.get(Object(value)) ?? value;
  return cluster instanceof EmbeddedCluster ? cluster : undefined;
}
