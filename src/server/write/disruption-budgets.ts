import { timeText } from '../../api/environment.ts';
import type { Pod } from '../../api/kinds/core-v1.generated.ts';
import type { Condition } from '../../api/kinds/meta-v1.generated.ts';
import type { PodDisruptionBudget, PodDisruptionBudgetStatus } from '../../api/kinds/policy-v1.generated.ts';
import { labelSelectorFromObject } from '../../api/selectors/label-selector.ts';
import { forbidden, plainError, StatusError, tooManyRequests } from '../../api/status.ts';
import type { ServerContext } from '../context/server-context.ts';
import { replaceAsServer } from './server-writes.ts';

/** Seconds until a client may retry while the status of the budget is behind its spec. */
const NOT_PROCESSED_RETRY_SECONDS = 10;
/** The limit of evicted pods that the controller has not seen yet. */
const MAXIMUM_DISRUPTED_PODS = 2000;

/** Takes one disruption from the budget that covers the pod. @throws StatusError 429 when the budget allows none */
export async function chargeBudget(server: ServerContext, pod: Pod, dryRun: boolean): Promise<void> {
  const { name = '', namespace = '', labels = {} } = pod.metadata;
  const budgets = await server.reader.list<PodDisruptionBudget>('policy', 'poddisruptionbudgets', namespace);
  const [budget, ...others] = budgets.filter(
    ({ spec }) => spec?.selector && labelSelectorFromObject(spec.selector).matches(labels),
  );
  if (!budget) return;
  if (others.length > 0) {
    throw plainError(
      'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
    );
  }
  if (!isReady(pod) && allowsUnhealthy(budget)) return;
  requireDisruption(budget);
  const resource = server.resources.find('policy', 'v1', 'poddisruptionbudgets');
  if (dryRun || !resource) return;
  const charged = structuredClone(budget);
  if (charged.status) charge(charged.status, name, timeText(server.clock.now()));
  const written = await replaceAsServer(server, resource, charged, 'status');
  if (!written) throw tooManyRequests('too many changes of the disruption budget at once', 0);
}

const isReady = ({ status }: Pod): boolean =>
  (status?.conditions ?? []).some(({ type, status: value }) => type === 'Ready' && value === 'True');

/**
 * Reports whether pods that are not ready may be evicted: they do not count as healthy, so their eviction does not
 * affect the budget.
 */
function allowsUnhealthy({ spec, status }: PodDisruptionBudget): boolean {
  if (spec?.unhealthyPodEvictionPolicy === 'AlwaysAllow') return true;
  const { currentHealthy = 0, desiredHealthy = 0 } = status ?? {};
  return desiredHealthy > 0 && currentHealthy >= desiredHealthy;
}

/** @throws StatusError 429 when the budget allows no disruption or its status is outdated; 403 when its status is invalid */
function requireDisruption({ metadata, status }: PodDisruptionBudget): void {
  const { observedGeneration = 0, disruptionsAllowed = 0, desiredHealthy = 0, currentHealthy = 0 } = status ?? {};
  if (observedGeneration < (metadata.generation ?? 0)) {
    const message = `The disruption budget ${metadata.name} is still being processed by the server.`;
    throw refused(message, NOT_PROCESSED_RETRY_SECONDS);
  }
  // The real server uses the singular name here.
  const invalidStatus = (why: string) =>
    forbidden({ group: 'policy', resource: 'poddisruptionbudget' }, metadata.name ?? '', why);
  if (disruptionsAllowed < 0) throw invalidStatus('pdb disruptions allowed is negative');
  if (Object.keys(status?.disruptedPods ?? {}).length > MAXIMUM_DISRUPTED_PODS) {
    throw invalidStatus('DisruptedPods map too big - too many evictions not confirmed by PDB controller');
  }
  if (disruptionsAllowed > 0) return;
  throw refused(
    `The disruption budget ${metadata.name} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`,
  );
}

function charge(status: PodDisruptionBudgetStatus, podName: string, now: string): void {
  status.disruptionsAllowed -= 1;
  if (status.disruptionsAllowed === 0) status.conditions = withoutDisruptions(status, now);
  status.disruptedPods = { ...status.disruptedPods, [podName]: now };
}

/** Returns the conditions of a budget without disruptions; an unchanged condition keeps its time. */
function withoutDisruptions(
  { conditions = [], observedGeneration }: PodDisruptionBudgetStatus,
  now: string,
): Condition[] {
  const before = conditions.find(({ type }) => type === 'DisruptionAllowed');
  const after: Condition = {
    type: 'DisruptionAllowed',
    status: 'False',
    observedGeneration,
    lastTransitionTime: before?.status === 'False' ? before.lastTransitionTime : now,
    reason: 'InsufficientPods',
    message: '',
  };
  return before ? conditions.map((condition) => (condition === before ? after : condition)) : [...conditions, after];
}

const refused = (message: string, retryAfterSeconds?: number): StatusError =>
  new StatusError({
    code: 429,
    reason: 'TooManyRequests',
    message: "Cannot evict pod as it would violate the pod's disruption budget.",
    details: {
      causes: [{ reason: 'DisruptionBudget', message }],
      ...(retryAfterSeconds ? { retryAfterSeconds } : {}),
    },
  });
