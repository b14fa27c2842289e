import type { ControllerRevision, StatefulSet, StatefulSetStatus } from '../../../api/kinds/apps-v1.generated.ts';
import type { PersistentVolumeClaim, Pod } from '../../../api/kinds/core-v1.generated.ts';
import { labelSelectorFromObject } from '../../../api/selectors/label-selector.ts';
import { ApiError } from '../../../client/api-error.ts';
import type { Informer } from '../../../client/informer.ts';
import { restoredTemplate } from '../../../client/objects/revisions.ts';
import type { Requeue } from '../../../client/work-queue.ts';
import type { ControllerContext } from '../../controller.ts';
import { revisionOf, surplusRevisions } from '../history/controller-revisions.ts';
import { deleteRevision } from '../history/revision-writer.ts';
import type { OwnWrites } from '../own-writes.ts';
import { claimObjects } from '../pods/claims.ts';
import type { Expectations } from '../pods/expectations.ts';
import { PODS } from '../pods/pod-control.ts';
import { nextAvailability } from '../pods/pod-state.ts';
import { slowStart } from '../pods/slow-start.ts';
import { ClaimControl } from './claim-control.ts';
import {
  completedStatus,
  isOrdered,
  isPending,
  isStatusChanged,
  planStatefulSet,
  type ReplicaStep,
} from './statefulset-plan.ts';
import { correctedPod, newPod, ordinalOf, STATEFUL_SET_KIND } from './statefulset-pods.ts';
import { type SetRevisions, STATEFUL_SETS, syncRevisions } from './statefulset-revisions.ts';

export interface StatefulSetInformers {
  readonly pods: Informer<Pod>;
  readonly claims: Informer<PersistentVolumeClaim>;
  readonly revisions: Informer<ControllerRevision>;
}

/** Brings stateful sets closer to their specs, one step per call. */
export class StatefulSetLoop {
  readonly #context: ControllerContext;
  readonly #informers: StatefulSetInformers;
  readonly #expectations: Expectations;
  readonly #claims: ClaimControl;
  readonly #writes: OwnWrites;

  /** @param writes outlives the loop, of which each step has its own */
  constructor(
    context: ControllerContext,
    informers: StatefulSetInformers,
    expectations: Expectations,
    writes: OwnWrites,
  ) {
    this.#context = context;
    this.#informers = informers;
    this.#expectations = expectations;
    this.#writes = writes;
    this.#claims = new ClaimControl(context, informers.claims, writes);
  }

  async reconcile(set: StatefulSet): Promise<Requeue | undefined> {
    const isCurrent = this.#writes.isCurrent(set) && this.#expectations.areMet(set.metadata.uid ?? '');
    if (!isCurrent) return undefined;
    const { client, clock } = this.#context;
    const revisions = await syncRevisions(set, this.#informers.revisions, this.#context);
    const pods = await claimObjects(set, labelSelectorFromObject(set.spec?.selector), {
      client,
      ownerKind: STATEFUL_SET_KIND,
      owners: STATEFUL_SETS,
      objects: this.#informers.pods,
      address: PODS,
      isEligible: (pod) => ordinalOf(pod, set) !== undefined,
    });
    let isBlocked = false;
    try {
      isBlocked = await this.#advance(set, pods, revisions);
    } finally {
      // The history is also truncated for a set whose pods cannot be created.
      await this.#truncateHistory(set, pods, revisions);
    }
    if (isBlocked) return {};
    const after = nextAvailability(pods, set.spec?.minReadySeconds ?? 0, clock.now());
    return after === undefined ? undefined : { after };
  }

  /**
   * Runs one step and writes the status, even if the step fails. Returns whether a former pod's claim blocks progress.
   */
  async #advance(set: StatefulSet, pods: readonly Pod[], revisions: SetRevisions): Promise<boolean> {
    const plan = planStatefulSet({
      set,
      pods,
      currentRevision: revisions.current.metadata.name ?? '',
      updateRevision: revisions.update.metadata.name ?? '',
      collisionCount: revisions.collisionCount,
      now: this.#context.clock.now(),
    });
    let isBlocked = false;
    try {
      await this.#forAll(set, plan.steps, async (step) => {
        isBlocked = (await this.#take(set, step, revisions)) || isBlocked;
      });
      await this.#forAll(set, plan.condemned, async (pod) => {
        await this.#claims.updateOwners(set, pod, ordinalOf(pod, set) ?? 0);
      });
      await this.#forAll(set, plan.deletions, (pod) => this.#delete(set, pod));
      if (plan.outdated) await this.#delete(set, plan.outdated);
    } finally {
      await this.#writeStatus(set, plan.status);
    }
    return isBlocked;
  }

  /** Processes items sequentially, or in growing batches for a set with parallel pod management. */
  async #forAll<T>(set: StatefulSet, items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
    if (isOrdered(set)) {
      for (const item of items) await work(item);
      return;
    }
    const { error } = await slowStart(items.length, (index) => work(items[index] as T));
    if (error !== undefined) throw error;
  }

  /** Runs a step. Returns whether it is blocked by a stale claim. */
  async #take(set: StatefulSet, step: ReplicaStep, revisions: SetRevisions): Promise<boolean> {
    switch (step.kind) {
      case 'create':
        if (this.#claims.hasStale(set, step.ordinal)) return true;
        await this.#create(set, step.ordinal, step.revision === 'current' ? revisions.current : revisions.update);
        return false;
      case 'remove':
        await this.#remove(set, step.pod);
        return false;
      case 'create claims':
        await this.#createClaims(set, step.pod, step.ordinal);
        return false;
      case 'correct':
        if (isPending(step.pod)) await this.#createClaims(set, step.pod, step.ordinal);
        await this.#correct(set, step.pod, step.ordinal);
        return false;
    }
  }

  async #create(set: StatefulSet, ordinal: number, revision: ControllerRevision): Promise<void> {
    const { client, dialect } = this.#context;
    const { namespace = '', uid = '' } = set.metadata;
    const template = { name: revision.metadata.name ?? '', template: restoredTemplate(revision) };
    const pod = newPod(set, ordinal, template, dialect);
    await this.#recorded('create', set, pod.metadata.name, async () => {
      await this.#claims.create(set, ordinal);
      this.#expectations.raise(uid);
      try {
        await client.create({ ...PODS, namespace }, pod);
      } catch (error) {
        this.#expectations.creationObserved(uid);
        throw error;
      }
      await this.#claims.updateOwners(set, pod, ordinal);
    });
  }

  async #remove(set: StatefulSet, pod: Pod): Promise<void> {
    const [type, reason, state] =
      pod.status?.phase === 'Failed'
        ? (['Warning', 'RecreatingFailedPod', 'failed'] as const)
        : (['Normal', 'RecreatingTerminatedPod', 'terminated'] as const);
    const { namespace, name } = set.metadata;
    const message = `StatefulSet ${namespace}/${name} is recreating ${state} Pod ${pod.metadata.name}`;
    this.#context.events.record(set, type, reason, message);
    await this.#delete(set, pod);
  }

  async #delete(set: StatefulSet, { metadata: { namespace = '', name = '' } }: Pod): Promise<void> {
    await this.#recorded('delete', set, name, async () => {
      await this.#context.client.delete({ ...PODS, namespace, name });
    });
  }

  /** Creates the missing claims of a pending pod. Changes of their owners are not recorded as events. */
  async #createClaims(set: StatefulSet, pod: Pod, ordinal: number): Promise<void> {
    await this.#claims.create(set, ordinal);
    await this.#claims.updateOwners(set, pod, ordinal);
  }

  async #correct(set: StatefulSet, pod: Pod, ordinal: number): Promise<void> {
    const { client, dialect } = this.#context;
    const { namespace = '', name = '' } = pod.metadata;
    const corrected = correctedPod(pod, set, ordinal, dialect);
    if (!corrected && !(await this.#claims.hasOtherOwners(set, pod, ordinal))) return;
    // The event names the pod even if only its claims change.
    await this.#recorded('update', set, name, async () => {
      if (corrected) await this.#claims.create(set, ordinal);
      await this.#claims.updateOwners(set, pod, ordinal);
      if (corrected) await client.update<Pod>({ ...PODS, namespace, name }, corrected);
    });
  }

  /** Records an event with the result of a write to a pod. */
  async #recorded(verb: string, set: StatefulSet, pod: string | undefined, write: () => Promise<void>): Promise<void> {
    const { events } = this.#context;
    const verbInReason = verb.charAt(0).toUpperCase() + verb.slice(1);
    const subject = `${verb} Pod ${pod} in StatefulSet ${set.metadata.name}`;
    try {
      await write();
      events.record(set, 'Normal', `Successful${verbInReason}`, `${subject} successful`);
    } catch (error) {
      if (error instanceof ApiError && error.reason !== 'AlreadyExists')
        events.record(set, 'Warning', `Failed${verbInReason}`, `${subject} failed error: ${error.message}`);
      throw error;
    }
  }

  async #writeStatus(set: StatefulSet, planned: StatefulSetStatus): Promise<void> {
    const status = completedStatus(set, planned);
    if (!isStatusChanged(set, status)) return;
    const { namespace = '', name = '' } = set.metadata;
    const address = { ...STATEFUL_SETS, namespace, name, subresource: 'status' };
    this.#writes.add(await this.#context.client.update<StatefulSet>(address, { ...set, status }));
  }

  async #truncateHistory(set: StatefulSet, pods: readonly Pod[], revisions: SetRevisions): Promise<void> {
    const { known, current, update } = revisions;
    const used = new Set([current, update].map(({ metadata }) => metadata.name));
    for (const pod of pods) used.add(revisionOf(pod));
    const limit = set.spec?.revisionHistoryLimit ?? 10;
    for (const revision of surplusRevisions(known, ({ metadata }) => used.has(metadata.name), limit))
      await deleteRevision(this.#context.client, revision);
  }
}
