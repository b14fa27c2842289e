import type { Deployment, DeploymentStatus, ReplicaSet } from '../../../api/kinds/apps-v1.generated.ts';
import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import { hasEnded } from '../../../api/scheduling/has-ended.ts';
import { labelSelectorFromObject } from '../../../api/selectors/label-selector.ts';
import type { ApiClient } from '../../../client/api-client.ts';
import type { Informer } from '../../../client/informer.ts';
import type { Requeue } from '../../../client/work-queue.ts';
import type { ControllerContext } from '../../controller.ts';
import { OwnWrites } from '../own-writes.ts';
import { claimObjects } from '../pods/claims.ts';
import { pauseCondition, progressDeadline, withCondition } from './deployment-conditions.ts';
import { activeSets, type Resize, replicasOf, totalActual } from './deployment-sizes.ts';
import { countedStatus, isComplete, nextProgressCheck, rolloutStatus } from './deployment-status.ts';
import { DEPLOYMENTS, DeploymentWriter, REPLICA_SETS } from './deployment-writer.ts';
import { createNewSet, DEPLOYMENT_KIND, syncNewSet } from './new-replica-set.ts';
import { findNewSet, surplusSets } from './replica-set-search.ts';
import { type RevisionNames, revisionNames } from './revisions.ts';
import { rollBack, rollbackRevision } from './rollback.ts';
import { newSetSize, shrinkOldSets } from './rolling-update.ts';
import { isScalingEvent, planScaling } from './scaling.ts';

/** Milliseconds in which the controller of a new replica set may count its pods before the status reports them. */
const COUNTING = 250;

/** The replica sets of a deployment. */
interface Sets {
  readonly newSet: ReplicaSet | undefined;
  readonly oldSets: readonly ReplicaSet[];
}

const allOf = ({ newSet, oldSets }: Sets): ReplicaSet[] => (newSet ? [...oldSets, newSet] : [...oldSets]);

/** Brings deployments closer to their specs, one step per call. */
export class DeploymentLoop {
  readonly #context: ControllerContext;
  readonly #sets: Informer<ReplicaSet>;
  readonly #pods: Informer<Pod>;
  readonly #names: RevisionNames;
  readonly #writes = new OwnWrites();
  /** The time until which the pod count of a new replica set is awaited, by UID of the deployment. */
  readonly #countedUntil = new Map<string, number>();

  constructor(context: ControllerContext, sets: Informer<ReplicaSet>, pods: Informer<Pod>) {
    this.#context = context;
    this.#sets = sets;
    this.#pods = pods;
    this.#names = revisionNames(context.dialect);
  }

  async reconcile(deployment: Deployment, client: ApiClient): Promise<Requeue | undefined> {
    const owned = this.#sets.ownedBy(deployment.metadata.uid ?? '');
    if (![deployment, ...owned].every((object) => this.#writes.isCurrent(object))) return undefined;
    const writer = new DeploymentWriter(deployment, { ...this.#context, client }, this.#writes, this.#names);
    const selector = labelSelectorFromObject(deployment.spec?.selector);
    if (selector.isEmpty) return await this.#refuse(writer);
    const sets = await claimObjects(deployment, selector, {
      client,
      ownerKind: DEPLOYMENT_KIND,
      owners: DEPLOYMENTS,
      objects: this.#sets,
      address: REPLICA_SETS,
    });
    await this.#step(writer, sets);
    if (this.#countedUntil.has(deployment.metadata.uid ?? '')) return { after: COUNTING };
    const { deployment: written } = writer;
    const after = nextProgressCheck(written, written.status ?? {}, this.#now());
    return after === undefined || written.metadata.deletionTimestamp ? undefined : { after };
  }

  async #step(writer: DeploymentWriter, sets: readonly ReplicaSet[]): Promise<void> {
    const { metadata, spec } = writer.deployment;
    if (metadata.deletionTimestamp)
      return await this.#writeStatus(writer, await this.#sync(writer, sets), countedStatus);
    await this.#writePause(writer);
    if (spec?.paused) return await this.#scale(writer, await this.#sync(writer, sets));
    const revision = rollbackRevision(writer.deployment);
    if (revision !== undefined)
      return await rollBack(revision, allOf(await this.#syncOrCreate(writer, sets)), writer, this.#names);
    const found = await this.#sync(writer, sets);
    if (isScalingEvent(writer.deployment, allOf(found), this.#names)) return await this.#scale(writer, found);
    if (spec?.strategy?.type === 'Recreate') return await this.#recreate(writer, found);
    await this.#roll(writer, found.newSet ? found : await this.#syncOrCreate(writer, sets));
  }

  /** Reports a deployment that selects every pod, which is otherwise ignored. */
  async #refuse(writer: DeploymentWriter): Promise<undefined> {
    const { metadata, status } = writer.deployment;
    const message = 'This deployment is selecting all pods. A non-empty selector is required.';
    writer.record('SelectingAll', message, 'Warning');
    if ((status?.observedGeneration ?? 0) < (metadata.generation ?? 0))
      await writer.writeStatus({ ...status, observedGeneration: metadata.generation });
  }

  async #writePause(writer: DeploymentWriter): Promise<void> {
    const { deployment } = writer;
    const condition = progressDeadline(deployment) === undefined ? undefined : pauseCondition(deployment, this.#now());
    if (!condition) return;
    const conditions = withCondition(deployment.status?.conditions ?? [], condition);
    await writer.writeStatus({ ...deployment.status, conditions });
  }

  /** Finds the new replica set, and updates its annotations and the deployment's revision. */
  async #sync(writer: DeploymentWriter, sets: readonly ReplicaSet[]): Promise<Sets> {
    const newSet = findNewSet(writer.deployment, sets);
    const oldSets = sets.filter((set) => set !== newSet);
    const context = { writer, names: this.#names, now: this.#now() };
    return { newSet: newSet && (await syncNewSet(newSet, oldSets, context)), oldSets };
  }

  async #syncOrCreate(writer: DeploymentWriter, sets: readonly ReplicaSet[]): Promise<Sets & { newSet: ReplicaSet }> {
    const { newSet, oldSets } = await this.#sync(writer, sets);
    const context = { writer, names: this.#names, now: this.#now() };
    if (newSet) return { newSet, oldSets };
    const created = await createNewSet(oldSets, context);
    this.#countedUntil.set(writer.deployment.metadata.uid ?? '', this.#now() + COUNTING);
    return { newSet: created, oldSets };
  }

  /** Changes the number of pods without rolling out a new template. */
  async #scale(writer: DeploymentWriter, sets: Sets): Promise<void> {
    await this.#resize(writer, planScaling(writer.deployment, sets.newSet, sets.oldSets, this.#names));
    // A rollback that waits for the end of the pause may need any revision.
    const mayCleanUp = writer.deployment.spec?.paused && rollbackRevision(writer.deployment) === undefined;
    if (mayCleanUp) await this.#cleanUp(writer, sets.oldSets);
    await this.#writeStatus(writer, sets, countedStatus);
  }

  async #roll(writer: DeploymentWriter, sets: Sets): Promise<void> {
    const { deployment } = writer;
    const { newSet, oldSets } = sets;
    if (!newSet) return;
    const size = Math.min(newSetSize(deployment, allOf(sets), replicasOf(newSet)), replicasOf(deployment));
    const steps = size === replicasOf(newSet) ? shrinkOldSets(deployment, newSet, oldSets) : [{ set: newSet, size }];
    await this.#resize(writer, steps);
    if (!this.#isCounting(deployment, newSet)) await this.#finish(writer, sets, steps.length > 0);
  }

  /**
   * Reports whether the pods of a new replica set are still being created and counted. An earlier status would soon be
   * replaced. The real controller does not write it, because it conflicts with its own write of the revision.
   */
  #isCounting({ metadata: { uid = '' } }: Deployment, { spec, status }: ReplicaSet): boolean {
    return this.#now() < (this.#countedUntil.get(uid) ?? 0) && (status?.replicas ?? 0) !== spec?.replicas;
  }

  /** Removes all old pods before creating new ones. */
  async #recreate(writer: DeploymentWriter, found: Sets): Promise<void> {
    const active = activeSets(found.oldSets);
    await this.#resize(
      writer,
      active.map((set) => ({ set, size: 0 })),
    );
    if (active.length > 0 || this.#runsOldPods(found)) return await this.#writeStatus(writer, found, rolloutStatus);
    const sets = found.newSet ? found : await this.#syncOrCreate(writer, found.oldSets);
    const wanted = replicasOf(writer.deployment);
    if (sets.newSet && replicasOf(sets.newSet) !== wanted)
      await this.#resize(writer, [{ set: sets.newSet, size: wanted }]);
    await this.#finish(writer, sets, false);
  }

  /** Reports whether old pods run. Pods of an unknown phase may still run. */
  #runsOldPods({ oldSets }: Sets): boolean {
    if (totalActual(oldSets) > 0) return true;
    const pods = oldSets.flatMap(({ metadata }) => this.#pods.ownedBy(metadata.uid ?? ''));
    return pods.some((pod) => !hasEnded(pod));
  }

  async #finish(writer: DeploymentWriter, sets: Sets, isScaled: boolean): Promise<void> {
    const { deployment } = writer;
    if (!isScaled && isComplete(deployment, deployment.status ?? {})) await this.#cleanUp(writer, sets.oldSets);
    await this.#writeStatus(writer, sets, rolloutStatus);
  }

  async #cleanUp(writer: DeploymentWriter, oldSets: readonly ReplicaSet[]): Promise<void> {
    for (const set of surplusSets(writer.deployment, oldSets, this.#names)) await writer.deleteSet(set);
  }

  /** Resizes sequentially, because the steps are recorded in order. */
  async #resize(writer: DeploymentWriter, steps: readonly Resize[]): Promise<void> {
    for (const step of steps) await writer.resize(step);
  }

  async #writeStatus(
    writer: DeploymentWriter,
    sets: Sets,
    compute: typeof countedStatus | typeof rolloutStatus,
  ): Promise<void> {
    this.#countedUntil.delete(writer.deployment.metadata.uid ?? '');
    const newSet = sets.newSet && writer.newest(sets.newSet);
    const all = allOf(sets).map((set) => writer.newest(set));
    const status: DeploymentStatus = compute({ deployment: writer.deployment, newSet, sets: all, now: this.#now() });
    await writer.writeStatus(status);
  }

  #now(): number {
    return this.#context.clock.now();
  }
}
