import type { Deployment, ReplicaSet, StatefulSet } from '../../api/kinds/apps-v1.generated.ts';
import type { Pod, ReplicationController } from '../../api/kinds/core-v1.generated.ts';
import type { OwnerReference } from '../../api/kinds/meta-v1.generated.ts';
import { type ApiObject, parseApiVersion } from '../../api/object.ts';
import { ApiError } from '../../client/api-error.ts';
import type { Informer } from '../../client/informer.ts';
import { controllerOf } from '../../client/objects/controller-of.ts';
import type { SharedInformers } from '../../client/shared-informers.ts';
import type { ScaleClient } from '../scaling/scale-client.ts';

interface Scaled extends ApiObject {
  spec?: { replicas?: number | undefined } | undefined;
}

/** The controllers of pods whose replicas are known without a request to the scale subresource. */
export interface PodControllers {
  readonly deployments: Informer<Deployment>;
  readonly replicaSets: Informer<ReplicaSet>;
  readonly statefulSets: Informer<StatefulSet>;
  readonly replicationControllers: Informer<ReplicationController>;
}

export const podControllers = (informers: SharedInformers): PodControllers => ({
  deployments: informers.for({ group: 'apps', version: 'v1', resource: 'deployments' }),
  replicaSets: informers.for({ group: 'apps', version: 'v1', resource: 'replicasets' }),
  statefulSets: informers.for({ group: 'apps', version: 'v1', resource: 'statefulsets' }),
  replicationControllers: informers.for({ group: '', version: 'v1', resource: 'replicationcontrollers' }),
});

export interface ExpectedScale {
  /** The sum of the replicas of all controllers of the pods. */
  readonly replicas: number;
  /** Pods without a controller. */
  readonly unmanaged: readonly Pod[];
}

/** Returns the desired replicas of the controllers of pods. @throws ScaleError when a controller cannot be found */
export async function expectedScale(
  pods: readonly Pod[],
  controllers: PodControllers,
  scales: ScaleClient,
): Promise<ExpectedScale> {
  const replicas = new Map<string, number>();
  const counted = new Set<string>();
  const unmanaged: Pod[] = [];
  for (const pod of pods) {
    const reference = controllerOf(pod);
    if (!reference) {
      unmanaged.push(pod);
      continue;
    }
    if (counted.has(reference.uid)) continue;
    counted.add(reference.uid);
    const { namespace = '', name } = pod.metadata;
    const scaled =
      knownScale(reference, namespace, controllers) ?? (await requestedScale(reference, namespace, scales));
    if (!scaled) throw new ScaleError(`found no controllers for pod ${JSON.stringify(name)}`);
    replicas.set(scaled.uid, scaled.replicas);
  }
  return { replicas: [...replicas.values()].reduce((sum, count) => sum + count, 0), unmanaged };
}

/** The controller of a pod cannot be found. */
export class ScaleError extends Error {}

interface ScaleOf {
  readonly uid: string;
  readonly replicas: number;
}

/**
 * Returns the known replicas of a controller. A replica set of a deployment counts as the deployment, so that a rollout
 * does not count twice.
 */
function knownScale(reference: OwnerReference, namespace: string, controllers: PodControllers): ScaleOf | undefined {
  const { group } = parseApiVersion(reference.apiVersion);
  const find = <T extends Scaled>(informer: Informer<T>, { name, uid }: OwnerReference): T | undefined => {
    const found = informer.get(`${namespace}/${name}`);
    return found?.metadata.uid === uid ? found : undefined;
  };
  if (group === '' && reference.kind === 'ReplicationController') {
    return scaleOf(find(controllers.replicationControllers, reference));
  }
  if (group !== 'apps') return undefined;
  if (reference.kind === 'StatefulSet') return scaleOf(find(controllers.statefulSets, reference));
  if (reference.kind !== 'ReplicaSet') return undefined;
  const replicaSet = find(controllers.replicaSets, reference);
  const owner = replicaSet && controllerOf(replicaSet);
  return scaleOf(owner?.kind === 'Deployment' ? find(controllers.deployments, owner) : replicaSet);
}

const scaleOf = (object: Scaled | undefined): ScaleOf | undefined =>
  object && { uid: object.metadata.uid ?? '', replicas: object.spec?.replicas ?? 1 };

async function requestedScale(
  reference: OwnerReference,
  namespace: string,
  scales: ScaleClient,
): Promise<ScaleOf | undefined> {
  const { apiVersion, kind, name, uid } = reference;
  const resource = await scales.resourceOf(reference);
  if (!resource)
    throw new ScaleError(`no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(apiVersion)}`);
  try {
    const scale = await scales.get(resource, namespace, name);
    return scale.metadata.uid === uid ? { uid, replicas: scale.spec?.replicas ?? 0 } : undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!error.isNotFound) throw new ScaleError(error.message);
    const groupResource = resource.group ? `${resource.resource}.${resource.group}` : resource.resource;
    if (resource.subresources.includes('scale')) return undefined;
    throw new ScaleError(`${groupResource} does not implement the scale subresource`);
  }
}
