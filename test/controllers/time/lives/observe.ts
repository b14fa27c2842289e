import { addressOf, type ResourceName } from '../../../../src/client/typed-address.ts';
import type { ForkableCluster } from '../../../../src/embedding/cluster.ts';

/** The namespace of the objects in these lives. */
export const NAMESPACE = 'default';

type Conditioned = { readonly conditions?: readonly { type: string; status: string; reason?: string }[] | undefined };

const CLUSTER_SCOPED: readonly ResourceName[] = [
  'v1/nodes',
  'v1/namespaces',
  'v1/persistentvolumes',
  'certificates.k8s.io/v1/certificatesigningrequests',
  'rbac.authorization.k8s.io/v1/clusterroles',
  'storage.k8s.io/v1/volumeattachments',
];

// biome-ignore lint/suspicious/noExplicitAny: observations name the fields of many kinds
type Observed = any;

async function list({ client }: ForkableCluster, resource: ResourceName, namespace: string): Promise<Observed[]> {
  const { group, version, resource: plural } = addressOf(resource);
  const place = { group, version, resource: plural };
  const { items } = await client.list(CLUSTER_SCOPED.includes(resource) ? place : { ...place, namespace });
  return items;
}

/** Returns an object with all of its fields; undefined when it does not exist. */
export async function find(
  cluster: ForkableCluster,
  resource: ResourceName,
  name: string,
  namespace = NAMESPACE,
): Promise<Observed> {
  return (await list(cluster, resource, namespace)).find(({ metadata }) => metadata.name === name);
}

/** Returns the sorted names of all objects of a resource, in a namespace if the resource is namespaced. */
export async function names(
  cluster: ForkableCluster,
  resource: ResourceName,
  namespace = NAMESPACE,
): Promise<string[]> {
  return (await list(cluster, resource, namespace)).map(({ metadata }) => metadata.name).sort();
}

/** Returns a condition as `Status` or `Status Reason`; undefined when there is none. */
export function condition(status: Conditioned | undefined, type: string): string | undefined {
  const found = status?.conditions?.find((each) => each.type === type);
  return found && [found.status, found.reason].filter(Boolean).join(' ');
}
