import type { Clock } from '../api/environment.ts';
import { errorText } from '../api/error-text.ts';
import type { PersistentVolume, PersistentVolumeClaim, Pod } from '../api/kinds/core-v1.generated.ts';
import { BOUND_BY_CONTROLLER_ANNOTATION, SELECTED_NODE_ANNOTATION } from '../api/kubernetes-names.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { Informer } from '../client/informer.ts';
import { causedBy } from '../client/loop-client.ts';
import { objectKey } from '../client/object-key.ts';
import type { NodeInfo } from './cluster/node-info.ts';
import type { PodInfo } from './cluster/pod-info.ts';
import type { Cluster } from './framework/plugin.ts';
import { isBound, podClaims } from './plugins/volumes/pod-claims.ts';
import { chooseVolumes, type VolumeChoice } from './plugins/volumes/volume-choice.ts';

/** Timeout for binding claims, in milliseconds. */
const BIND_TIMEOUT = 600_000;

export interface VolumeBinderOptions {
  readonly client: ApiClient;
  readonly clock: Clock;
  readonly cluster: Cluster;
  readonly claims: Informer<PersistentVolumeClaim>;
  readonly pods: Informer<Pod>;
  readonly signal: AbortSignal;
}

/** Provides volumes for the claims of scheduled pods: reserves existing volumes, or has new ones provisioned. */
export class VolumeBinder {
  readonly #options: VolumeBinderOptions;

  constructor(options: VolumeBinderOptions) {
    this.#options = options;
  }

  /** Reserves volumes for a pod; undefined when it has nothing to wait for. */
  reserve({ pod }: PodInfo, { node }: NodeInfo): VolumeChoice | undefined {
    const { cluster } = this.#options;
    const claims = podClaims(pod, cluster);
    if (typeof claims === 'string' || claims.waiting.length === 0 || !node) return undefined;
    const choice = chooseVolumes(claims, node, cluster);
    if (!('bindings' in choice)) return undefined;
    for (const { volume, claim } of choice.bindings) cluster.volumes.reserve(volume.metadata.name ?? '', claim);
    return choice;
  }

  release({ bindings }: VolumeChoice): void {
    for (const { volume } of bindings) this.#options.cluster.volumes.release(volume.metadata.name ?? '');
  }

  /** Writes the choice, and resolves when all claims are bound. @throws Error with the reason of the failure */
  async bind({ pod }: PodInfo, choice: VolumeChoice, nodeName: string): Promise<void> {
    const { clock, client: plain, pods } = this.#options;
    const { gate } = clock;
    const because = `${nodeName} was chosen for the pod`;
    const client = causedBy(plain, { component: 'kube-scheduler', reasons: [pods.reasonOf(pod)], because });
    try {
      for (const { volume, claim } of choice.bindings) await this.#claimVolume(volume, claim, client);
      for (const claim of choice.provisioned) await this.#selectNode(claim, nodeName, client);
      // Binding may take minutes of cluster time, and moving the clock must not wait for it.
      gate?.end();
      await this.#whenBound(pod, choice, nodeName).finally(() => gate?.begin());
    } catch (error) {
      throw new Error(`running PreBind plugin "VolumeBinding": ${errorText(error)}`, { cause: error });
    }
  }

  async #claimVolume(volume: PersistentVolume, { metadata }: PersistentVolumeClaim, client: ApiClient): Promise<void> {
    const { namespace, name, uid, resourceVersion } = metadata;
    const claimRef = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name, uid, resourceVersion };
    const address = { group: '', version: 'v1', resource: 'persistentvolumes', name: volume.metadata.name ?? '' };
    const annotation = this.#options.cluster.dialect.rename(BOUND_BY_CONTROLLER_ANNOTATION);
    await client.patch(address, 'merge', {
      metadata: {
        resourceVersion: volume.metadata.resourceVersion,
        ...(volume.spec?.claimRef ? {} : { annotations: { [annotation]: 'yes' } }),
      },
      spec: { claimRef },
    });
  }

  async #selectNode({ metadata }: PersistentVolumeClaim, nodeName: string, client: ApiClient): Promise<void> {
    const { namespace = '', name = '', resourceVersion } = metadata;
    const key = this.#options.cluster.dialect.rename(SELECTED_NODE_ANNOTATION);
    await client.patch({ group: '', version: 'v1', resource: 'persistentvolumeclaims', namespace, name }, 'merge', {
      metadata: { resourceVersion, annotations: { [key]: nodeName } },
    });
  }

  #whenBound(pod: Pod, choice: VolumeChoice, nodeName: string): Promise<void> {
    const { claims, pods, cluster, clock, signal } = this.#options;
    const chosen = [...choice.bindings.map(({ claim }) => claim), ...choice.provisioned];
    const areBound = (): boolean =>
      chosen.every((claim) => {
        const current = claims.get(objectKey(claim));
        return current !== undefined && isBound(current, cluster.dialect);
      });
    return new Promise((resolve, reject) => {
      const ends: (() => void)[] = [];
      const settle = (finish: () => void): void => {
        for (const end of ends) end();
        finish();
      };
      const fail = (problem: string): void => settle(() => reject(new Error(`binding volumes: ${problem}`)));
      const stop = (): void => fail('context canceled');
      const check = (): void => {
        const problem = this.#bindingProblem(pod, choice, nodeName);
        if (problem !== undefined) fail(problem);
        else if (areBound()) settle(resolve);
      };
      const later = (): void => queueMicrotask(check);
      ends.push(clock.after(BIND_TIMEOUT, () => fail('timed out waiting for the condition')));
      signal.addEventListener('abort', stop);
      ends.push(() => signal.removeEventListener('abort', stop));
      ends.push(claims.subscribe({ updated: later }), pods.subscribe({ deleted: later }));
      check();
    });
  }

  /** Returns why the claims of a pod can no longer be bound as chosen. */
  #bindingProblem(pod: Pod, { provisioned }: VolumeChoice, nodeName: string): string | undefined {
    const { claims, pods, cluster } = this.#options;
    const selectedNode = cluster.dialect.rename(SELECTED_NODE_ANNOTATION);
    if (!pods.get(objectKey(pod))) return `pod does not exist any more: pod "${pod.metadata.name}" not found`;
    for (const claim of provisioned) {
      const current = claims.get(objectKey(claim));
      // The update with the selected node has not arrived yet.
      if (!current || current.metadata.resourceVersion === claim.metadata.resourceVersion) continue;
      const { name, annotations } = current.metadata;
      if (!annotations) return `selectedNode annotation reset for PVC "${name}"`;
      // A provisioner that cannot make a volume on the node requests another node this way.
      if (annotations[selectedNode] !== nodeName) return `provisioning failed for PVC "${name}"`;
    }
    return undefined;
  }
}
