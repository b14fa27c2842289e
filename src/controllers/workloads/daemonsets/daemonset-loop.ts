import type { ControllerRevision, DaemonSet } from '../../../api/kinds/apps-v1.generated.ts';
import type { Node, Pod } from '../../../api/kinds/core-v1.generated.ts';
import { labelSelectorFromObject } from '../../../api/selectors/label-selector.ts';
import { ApiError } from '../../../client/api-error.ts';
import type { Informer } from '../../../client/informer.ts';
import type { Requeue } from '../../../client/work-queue.ts';
import type { ControllerContext } from '../../controller.ts';
import { revisionOf } from '../history/controller-revisions.ts';
import type { OwnWrites } from '../own-writes.ts';
import { claimObjects } from '../pods/claims.ts';
import { controllerReference } from '../pods/controller-reference.ts';
import type { Expectations } from '../pods/expectations.ts';
import { createPod, deletePod, isNamespaceTerminating, PODS } from '../pods/pod-control.ts';
import { podFromTemplate } from '../pods/pod-from-template.ts';
import { nextAvailability } from '../pods/pod-state.ts';
import { slowStart } from '../pods/slow-start.ts';
import { type DaemonPlan, planDaemons } from './daemon-plan.ts';
import { DAEMON_SET_KIND, daemonTemplate, onNode, targetNode } from './daemon-pods.ts';
import { syncDaemonRevisions, truncateDaemonHistory } from './daemon-revisions.ts';
import { planRollout } from './daemon-rollout.ts';
import { DAEMON_SETS } from './daemon-snapshot.ts';
import { type DaemonState, groupByNode } from './daemon-state.ts';
import { daemonCounts, nextDaemonStatus } from './daemon-status.ts';
import type { FailedPodBackoff } from './failed-pod-backoff.ts';
import { nodeFitOf } from './node-fit.ts';

/** Maximum number of pods that one step creates or deletes. */
const BURST = 250;

export interface DaemonSetInformers {
  readonly pods: Informer<Pod>;
  readonly nodes: Informer<Node>;
  readonly revisions: Informer<ControllerRevision>;
}

/** What outlives a loop, of which each step has its own. */
export interface DaemonSetMemory {
  readonly expectations: Expectations;
  readonly backoff: FailedPodBackoff;
  readonly writes: OwnWrites;
}

/** Brings daemon sets closer to their specs, one step per call. */
export class DaemonSetLoop {
  readonly #context: ControllerContext;
  readonly #informers: DaemonSetInformers;
  readonly #expectations: Expectations;
  readonly #backoff: FailedPodBackoff;
  readonly #writes: OwnWrites;

  constructor(
    context: ControllerContext,
    informers: DaemonSetInformers,
    { expectations, backoff, writes }: DaemonSetMemory,
  ) {
    this.#context = context;
    this.#informers = informers;
    this.#expectations = expectations;
    this.#backoff = backoff;
    this.#writes = writes;
  }

  async reconcile(set: DaemonSet): Promise<Requeue | undefined> {
    const { client, events } = this.#context;
    const { uid = '', deletionTimestamp } = set.metadata;
    const selector = labelSelectorFromObject(set.spec?.selector);
    if (selector.isEmpty) {
      const message = 'This daemon set is selecting all pods. A non-empty selector is required.';
      events.record(set, 'Warning', 'SelectingAll', message);
      return undefined;
    }
    if (deletionTimestamp || !this.#writes.isCurrent(set)) return undefined;
    const mayAct = this.#expectations.areMet(uid);
    const claimed = await claimObjects(set, selector, {
      client,
      ownerKind: DAEMON_SET_KIND,
      owners: DAEMON_SETS,
      objects: this.#informers.pods,
      address: PODS,
    });
    const { current, old, pods } = await syncDaemonRevisions(set, claimed, this.#informers.revisions, client);
    const state = this.#stateOf(set, pods, revisionOf(current));
    const delays: number[] = [];
    try {
      if (mayAct) await this.#act(state, delays);
      if (mayAct) await truncateDaemonHistory(set, old, pods, client);
    } finally {
      await this.#writeStatus(state, mayAct);
    }
    delays.push(nextAvailability(pods, set.spec?.minReadySeconds ?? 0, state.now) ?? Number.POSITIVE_INFINITY);
    const after = Math.min(...delays);
    return after === Number.POSITIVE_INFINITY ? undefined : { after };
  }

  #stateOf(set: DaemonSet, pods: readonly Pod[], hash: string): DaemonState {
    const { clock, dialect } = this.#context;
    const nodes = this.#informers.nodes.list();
    return { set, hash, nodes, fitOf: nodeFitOf(set, dialect), podsByNode: groupByNode(pods), now: clock.now() };
  }

  /**
   * Runs one step. A rollout continues when every node has the right pods. Adds the delays of failed pods to `delays`.
   */
  async #act(state: DaemonState, delays: number[]): Promise<void> {
    const { set } = state;
    const plan = planDaemons(state, (pod) => {
      const delay = this.#backoff.next(`${set.metadata.uid}/${targetNode(pod)}`);
      if (delay > 0) delays.push(delay);
      return delay > 0;
    });
    for (const pod of plan.finished) this.#reportFinished(set, pod);
    const isSettled = plan.creations.length + plan.deletions.length === 0;
    if (!isSettled) await this.#execute(state, plan);
    else if (set.spec?.updateStrategy?.type === 'RollingUpdate') await this.#execute(state, planRollout(state));
  }

  #reportFinished(set: DaemonSet, pod: Pod): void {
    const { namespace, name } = pod.metadata;
    const { events } = this.#context;
    const isFailed = pod.status?.phase === 'Failed';
    const subject = `daemon pod ${namespace}/${name} on node ${targetNode(pod)}`;
    if (isFailed) events.record(set, 'Warning', 'FailedDaemonPod', `Found failed ${subject}, will try to kill it`);
    else events.record(set, 'Normal', 'SucceededDaemonPod', `Found succeeded ${subject}, will try to delete it`);
  }

  async #execute({ set, hash }: DaemonState, plan: DaemonPlan): Promise<void> {
    const creations = plan.creations.slice(0, BURST);
    const deletions = plan.deletions.slice(0, BURST);
    if (creations.length + deletions.length === 0) return;
    const { uid = '', name = '' } = set.metadata;
    const uidOf = ({ metadata }: Pod): string => metadata.uid ?? '';
    this.#expectations.expect(uid, creations.length, deletions.map(uidOf));
    const template = daemonTemplate(set, hash, this.#context.dialect);
    const reference = controllerReference(set, DAEMON_SET_KIND);
    const { successes, error } = await slowStart(creations.length, (index) =>
      createPod(podFromTemplate(onNode(template, creations[index] ?? ''), name, reference), set, this.#context),
    );
    this.#expectations.creationObserved(uid, creations.length - successes);
    const errors: unknown[] = error === undefined || isNamespaceTerminating(error) ? [] : [error];
    await Promise.all(
      deletions.map(async (pod) => {
        try {
          await deletePod(pod, set, this.#context);
        } catch (deletionError) {
          this.#expectations.deletionObserved(uid, uidOf(pod));
          if (!(deletionError instanceof ApiError && deletionError.isNotFound)) errors.push(deletionError);
        }
      }),
    );
    if (errors.length > 0) throw errors[0];
  }

  async #writeStatus(state: DaemonState, isObserved: boolean): Promise<void> {
    const { set } = state;
    const status = nextDaemonStatus(set, daemonCounts(state), isObserved);
    if (!status) return;
    const { namespace = '', name = '' } = set.metadata;
    const address = { ...DAEMON_SETS, namespace, name, subresource: 'status' };
    this.#writes.add(await this.#context.client.update<DaemonSet>(address, { ...set, status }));
  }
}
