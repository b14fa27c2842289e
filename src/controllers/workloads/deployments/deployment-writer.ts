import type { Deployment, DeploymentStatus, ReplicaSet } from '../../../api/kinds/apps-v1.generated.ts';
import type { ApiClient } from '../../../client/api-client.ts';
import { ApiError } from '../../../client/api-error.ts';
import type { ControllerContext } from '../../controller.ts';
import { isDeepEqual } from '../deep-equal.ts';
import type { OwnWrites } from '../own-writes.ts';
import { type Resize, replicasOf } from './deployment-sizes.ts';
import { type RevisionNames, sizeAnnotations } from './revisions.ts';

export const DEPLOYMENTS = { group: 'apps', version: 'v1', resource: 'deployments' };
export const REPLICA_SETS = { group: 'apps', version: 'v1', resource: 'replicasets' };

/** Writes a deployment and its replica sets during one reconciliation, and tracks their latest versions. */
export class DeploymentWriter {
  readonly #client: ApiClient;
  readonly #events: ControllerContext['events'];
  readonly #writes: OwnWrites;
  readonly #names: RevisionNames;
  readonly #newest = new Map<string, ReplicaSet>();
  #deployment: Deployment;

  constructor(
    deployment: Deployment,
    { client, events }: Pick<ControllerContext, 'client' | 'events'>,
    writes: OwnWrites,
    names: RevisionNames,
  ) {
    this.#deployment = deployment;
    this.#client = client;
    this.#events = events;
    this.#writes = writes;
    this.#names = names;
  }

  get deployment(): Deployment {
    return this.#deployment;
  }

  /** Returns the last written version of a replica set. */
  newest(set: ReplicaSet): ReplicaSet {
    return this.#newest.get(set.metadata.uid ?? '') ?? set;
  }

  /** Writes the status and the annotations if they differ from the stored ones. */
  async writeStatus(status: DeploymentStatus, annotations = this.#deployment.metadata.annotations): Promise<void> {
    const { metadata } = this.#deployment;
    if (isDeepEqual(status, this.#deployment.status) && isDeepEqual(annotations, metadata.annotations)) return;
    const changed = { ...this.#deployment, metadata: { ...metadata, annotations }, status };
    this.#deployment = await this.#client.update<Deployment>({ ...this.#address(), subresource: 'status' }, changed);
    this.#writes.add(this.#deployment);
  }

  async write(deployment: Deployment): Promise<void> {
    this.#deployment = await this.#client.update<Deployment>(this.#address(), deployment);
    this.#writes.add(this.#deployment);
  }

  async writeSet(set: ReplicaSet): Promise<ReplicaSet> {
    const { namespace = '', name = '' } = set.metadata;
    const written = await this.#client.update<ReplicaSet>({ ...REPLICA_SETS, namespace, name }, set);
    this.#keep(written);
    return written;
  }

  async createSet(set: ReplicaSet): Promise<ReplicaSet> {
    const { namespace = '' } = set.metadata;
    const created = await this.#client.create<ReplicaSet>({ ...REPLICA_SETS, namespace }, set);
    this.#keep(created);
    const size = replicasOf(created);
    if (size > 0) this.record('ScalingReplicaSet', `Scaled up replica set ${created.metadata.name} to ${size}`);
    return created;
  }

  getSet(name: string): Promise<ReplicaSet> {
    const { namespace = '' } = this.#deployment.metadata;
    return this.#client.get<ReplicaSet>({ ...REPLICA_SETS, namespace, name });
  }

  /** Sets the size of a replica set, and the deployment's sizes in its annotations. */
  async resize({ set: seen, size, direction }: Resize): Promise<void> {
    const set = this.newest(seen);
    const before = replicasOf(set);
    const annotations = { ...set.metadata.annotations, ...sizeAnnotations(this.#deployment, this.#names) };
    if (before === size && isDeepEqual(annotations, set.metadata.annotations)) return;
    const { selector, ...spec } = set.spec ?? { selector: {} };
    const metadata = { ...set.metadata, annotations };
    const { metadata: written } = await this.writeSet({
      ...set,
      metadata,
      spec: { ...spec, selector, replicas: size },
    });
    if (before === size) return;
    const scaled = direction ?? (before < size ? 'up' : 'down');
    this.record('ScalingReplicaSet', `Scaled ${scaled} replica set ${written.name} to ${size} from ${before}`);
  }

  async deleteSet({ metadata: { namespace = '', name = '' } }: ReplicaSet): Promise<void> {
    try {
      await this.#client.delete({ ...REPLICA_SETS, namespace, name });
    } catch (error) {
      if (!(error instanceof ApiError && error.isNotFound)) throw error;
    }
  }

  record(reason: string, message: string, type: 'Normal' | 'Warning' = 'Normal'): void {
    this.#events.record(this.#deployment, type, reason, message);
  }

  #keep(set: ReplicaSet): void {
    this.#newest.set(set.metadata.uid ?? '', set);
    this.#writes.add(set);
  }

  #address() {
    const { namespace = '', name = '' } = this.#deployment.metadata;
    return { ...DEPLOYMENTS, namespace, name };
  }
}
