import type { V1Deployment, V1Pod } from '@kubernetes/client-node';
import type { Pod as PublishedPod } from 'kubernetes-types/core/v1.js';
import { createCluster } from 'tabplane';
import { followCollection } from 'tabplane/client';
import { address, type Deployment, type PodSpec, type ResourceName } from 'tabplane/types';

/** Uses objects with the types of other packages, and typed addresses of existing resources. */
export async function use(pod: V1Pod, deployment: V1Deployment, published: PublishedPod): Promise<readonly unknown[]> {
  const cluster = await createCluster({ seed: [pod, deployment, published] });
  const { client } = cluster;
  await cluster.load([pod]);
  await client.create({ group: '', version: 'v1', resource: 'pods', namespace: 'default' }, pod);

  const { items } = await client.list('apps/v1/deployments');
  const replicas: number | undefined = items[0]?.status?.replicas;
  const web = address('apps/v1/deployments', { namespace: 'default', name: 'web' });
  const one: Deployment = await client.get(web);
  const specs: (PodSpec | undefined)[] = (await client.list({ ...address('v1/pods'), namespace: 'default' })).items.map(
    ({ spec }) => spec,
  );
  for await (const { object } of client.watch('v1/configmaps')) void object.data?.color;

  followCollection(client, 'v1/pods', (pods) => pods.map(({ status }) => status?.phase));
  followCollection<V1Pod>(client, { group: '', version: 'v1', resource: 'pods' }, (pods) =>
    pods.map(({ metadata }) => metadata?.name),
  );
  followCollection<PublishedPod>(client, { group: '', version: 'v1', resource: 'pods' }, (pods) =>
    pods.map(({ spec }) => spec),
  );

  // @ts-expect-error No resource has this name.
  void client.list('apps/v1/deploymnts');
  // @ts-expect-error Addresses do not accept it either.
  void address('apps/v1/deploymnts');
  // @ts-expect-error A Deployment has no phase.
  void one.status?.phase;
  const name: ResourceName = 'batch/v1/jobs';
  return [replicas, specs, name];
}
