import type { Clock } from '../api/environment.ts';
import { errorText } from '../api/error-text.ts';
import type { PersistentVolume, PersistentVolumeClaim } from '../api/kinds/core-v1.generated.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { Informer } from '../client/informer.ts';
import { objectKey } from '../client/object-key.ts';
import type { NodeInfo } from './cluster/node-info.ts';
import type { PodInfo } from './cluster/pod-info.ts';
import type { Cluster } from './framework/plugin.ts';
import { isBound, podClaims } from './plugins/volumes/pod-claims.ts';
import { chooseVolumes, SELECTED_NODE, type VolumeChoice } from './plugins/volumes/volume-choice.ts';

/** Milliseconds that claims may take to be bound. */
const BIND_TIMEOUT = 600_000;

export interface VolumeBinderOptions {
  readonly client: ApiClient;
  readonly clock: Clock;
  readonly cluster: Cluster;
  readonly claims: Informer<PersistentVolumeClaim>;
  readonly signal: AbortSignal;
}

/** Gets volumes for the claims of pods that have a node now: it reserves existing ones, or has new ones made there. */
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
  async bind(choice: VolumeChoice, nodeName: string): Promise<void> {
    try {
      for (const { volume, claim } of choice.bindings) await this.#claimVolume(volume, claim);
      for (const claim of choice.provisioned) await this.#selectNode(claim, nodeName);
      const claims = [...choice.bindings.map(({ claim }) => claim), ...choice.provisioned];
      await this.#whenBound(claims);
    } catch (error) {
      throw new Error(`running PreBind plugin "VolumeBinding": ${errorText(error)}`, { cause: error });
    }
  }

  async #claimVolume(volume: PersistentVolume, { metadata }: PersistentVolumeClaim): Promise<void> {
    const { namespace, name, uid, resourceVersion } = metadata;
    const claimRef = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name, uid, resourceVersion };
    const address = { group: '', version: 'v1', resource: 'persistentvolumes', name: volume.metadata.name ?? '' };
    await this.#options.client.patch(address, 'merge', {
      metadata: { resourceVersion: volume.metadata.resourceVersion },
      spec: { claimRef },
    });
  }

  async #selectNode({ metadata }: PersistentVolumeClaim, nodeName: string): Promise<void> {
    const { namespace = '', name = '', resourceVersion } = metadata;
    const key = this.#options.cluster.dialect.rename(SELECTED_NODE);
    await this.#options.client.patch(
      { group: '', version: 'v1', resource: 'persistentvolumeclaims', namespace, name },
      'merge',
      { metadata: { resourceVersion, annotations: { [key]: nodeName } } },
    );
  }

  #whenBound(claims: readonly PersistentVolumeClaim[]): Promise<void> {
    const { claims: informer, cluster, clock, signal } = this.#options;
    const areBound = (): boolean =>
      claims.every((claim) => {
        const current = informer.get(objectKey(claim));
        return current !== undefined && isBound(current, cluster.dialect);
      });
    return new Promise((resolve, reject) => {
      const ends: (() => void)[] = [];
      const settle = (finish: () => void): void => {
        for (const end of ends) end();
        finish();
      };
      const stop = (): void => settle(() => reject(new Error('context canceled')));
      const check = (): void => {
        if (areBound()) settle(resolve);
      };
      ends.push(
        clock.after(BIND_TIMEOUT, () => settle(() => reject(new Error('timed out waiting for the condition')))),
      );
      signal.addEventListener('abort', stop);
      ends.push(() => signal.removeEventListener('abort', stop));
      ends.push(informer.subscribe({ updated: () => queueMicrotask(check) }));
      check();
    });
  }
}
