import { timeText } from '../../api/environment.ts';
import type { Pod } from '../../api/kinds/core-v1.generated.ts';
import type { PodDisruptionBudget, PodDisruptionBudgetStatus } from '../../api/kinds/policy-v1.generated.ts';
import { labelSelectorFromObject } from '../../api/selectors/label-selector.ts';
import { ApiError } from '../../client/api-error.ts';
import { objectKey } from '../../client/object-key.ts';
import type { Requeue } from '../../client/work-queue.ts';
import type { Controller, ControllerContext } from '../controller.ts';
import { Reconciler } from '../reconciler.ts';
import { ScaleClient } from '../scaling/scale-client.ts';
import { OwnWrites } from '../workloads/own-writes.ts';
import { PODS } from '../workloads/pods/pod-control.ts';
import {
  budgetStatus,
  dependsOnScale,
  desiredHealthy,
  disruptedPods,
  failedStatus,
  healthyPods,
  selectorGoText,
} from './budget-status.ts';
import {
  type ExpectedScale,
  expectedScale,
  type PodControllers,
  podControllers,
  ScaleError,
} from './expected-scale.ts';
import { staleDisruptionAt, withdrawal } from './stale-disruption.ts';

const BUDGETS = { group: 'policy', version: 'v1', resource: 'poddisruptionbudgets' };

/** Counts the pods of disruption budgets, and withdraws announced disruptions that did not happen. */
export const disruptionController: Controller = {
  name: 'disruption-controller',
  alias: 'disruption',
  serviceAccount: 'disruption-controller',
  eventSource: 'controllermanager',
  async run(context) {
    const { informers, clock, signal } = context;
    const pods = informers.for<Pod>(PODS);
    const budgets = informers.for<PodDisruptionBudget>(BUDGETS);
    const controllers = podControllers(informers);
    const scales = new ScaleClient(context.client, clock);
    const ownWrites = new OwnWrites();
    const reconciler = new Reconciler<PodDisruptionBudget>({
      ...context,
      name: disruptionController.name,
      informer: budgets,
      async reconcile(budget, client) {
        if (!ownWrites.isCurrent(budget)) return undefined;
        const { namespace = '' } = budget.metadata;
        const selected = pods.list({ namespace, selector: labelSelectorFromObject(budget.spec?.selector) });
        const store = async (status: PodDisruptionBudgetStatus): Promise<void> => {
          const address = { ...BUDGETS, namespace, name: budget.metadata.name ?? '', subresource: 'status' };
          ownWrites.add(await client.update(address, { ...budget, status }));
        };
        return await syncBudget(budget, selected, { ...context, controllers, scales, store });
      },
    });
    const budgetsOf = (pod: Pod): string[] => {
      const { namespace = '', name, labels } = pod.metadata;
      const matching = budgets
        .list({ namespace })
        .filter(({ spec }) => labelSelectorFromObject(spec?.selector).matches(labels));
      const [first, ...others] = matching;
      if (first && others.length > 0) {
        const quoted = [namespace, name, first.metadata.name].map((text) => JSON.stringify(text));
        const message = `Pod ${quoted[0]}/${quoted[1]} matches multiple PodDisruptionBudgets.  Chose ${quoted[2]} arbitrarily.`;
        context.events.record(pod, 'Warning', 'MultiplePodDisruptionBudgets', message);
      }
      return matching.map(objectKey);
    };
    reconciler.watch(pods, budgetsOf);
    // The replicas of controllers are read, but only changes of pods lead to a sync.
    for (const informer of Object.values(controllers)) reconciler.dependOn(informer);
    await Promise.all([reconciler.run(signal), withdrawals(context).run(signal)]);
  },
};

interface BudgetSync extends Pick<ControllerContext, 'clock' | 'events'> {
  readonly controllers: PodControllers;
  readonly scales: ScaleClient;
  readonly store: (status: PodDisruptionBudgetStatus) => Promise<void>;
}

async function syncBudget(
  budget: PodDisruptionBudget,
  pods: readonly Pod[],
  { clock, events, controllers, scales, store }: BudgetSync,
): Promise<Requeue | undefined> {
  if (pods.length === 0) events.record(budget, 'Normal', 'NoPods', 'No matching pods found');
  const now = clock.now();
  // Without a limit, no pods are expected.
  const isLimited = budget.spec?.minAvailable !== undefined;
  let expected: ExpectedScale = { replicas: isLimited ? pods.length : 0, unmanaged: [] };
  try {
    if (dependsOnScale(budget)) expected = await expectedScale(pods, controllers, scales);
  } catch (error) {
    if (!(error instanceof ScaleError || error instanceof ApiError)) throw error;
    const message = `Failed to calculate the number of expected pods: ${error.message}`;
    events.record(budget, 'Warning', 'CalculateExpectedPodCountFailed', message);
    await store(failedStatus(budget, error.message, now));
    return undefined;
  }
  if (expected.unmanaged.length > 0) events.record(budget, 'Warning', 'UnmanagedPods', unmanagedMessage(budget));
  const disrupted = disruptedPods(budget, pods, now);
  const { namespace } = budget.metadata;
  for (const pod of disrupted.overdue) {
    // The real message names the namespace twice.
    const message = `Pod was expected by PDB ${namespace}/${namespace} to be deleted but it wasn't`;
    events.record(pod, 'Warning', 'NotDeleted', message);
  }
  const counts = {
    currentHealthy: healthyPods(pods, disrupted.pods),
    desiredHealthy: desiredHealthy(budget, expected.replicas),
    expectedPods: expected.replicas,
    disruptedPods: disrupted.pods,
  };
  const status = budgetStatus(budget, counts, now);
  if (status) await store(status);
  return disrupted.recheckAt === undefined ? undefined : { after: disrupted.recheckAt - now };
}

const unmanagedMessage = ({ spec }: PodDisruptionBudget): string =>
  `Pods selected by this PodDisruptionBudget (selector: ${selectorGoText(spec?.selector)}) were found to be unmanaged. ` +
  'As a result, the status of the PDB cannot be calculated correctly, which may result in undefined behavior. ' +
  'To account for these pods please set ".spec.minAvailable" field of the PDB to an integer value.';

/** Withdraws announced disruptions that have become stale. */
function withdrawals(context: ControllerContext): Reconciler<Pod> {
  const { clock, informers } = context;
  return new Reconciler<Pod>({
    ...context,
    name: disruptionController.name,
    informer: informers.for<Pod>(PODS),
    selects: (pod) => staleDisruptionAt(pod) !== undefined,
    async reconcile(pod, client) {
      const staleAt = staleDisruptionAt(pod);
      if (staleAt === undefined) return undefined;
      const now = clock.now();
      if (staleAt > now) return { after: staleAt - now };
      const { namespace = '', name = '', uid } = pod.metadata;
      const address = { ...PODS, namespace, name, subresource: 'status' };
      await client.patch(address, 'strategic', withdrawal(uid, timeText(now)));
      return undefined;
    },
  });
}
