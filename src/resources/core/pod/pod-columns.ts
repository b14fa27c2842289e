import type { ContainerStatus, Pod } from '../../../api/kinds/core-v1.generated.ts';
import type { TableColumn, TableRowCondition } from '../../resource-definition.ts';
import { ageColumn, ageText, column, nameColumn } from '../../table-columns.ts';

interface Summary {
  readonly ready: number;
  readonly reason: string;
  readonly restarts: number;
  /** Time of the last termination before a container restart. */
  readonly lastRestart: string | undefined;
}

/** Returns the name of a terminated container's state. */
const endText = ({ terminated }: NonNullable<ContainerStatus['state']>): string =>
  terminated?.reason || (terminated?.signal ? `Signal:${terminated.signal}` : `ExitCode:${terminated?.exitCode ?? 0}`);

/** Returns the reason why the pod is not initialized; undefined when it is. */
function initializationReason(pod: Pod): string | undefined {
  for (const [index, { state }] of (pod.status?.initContainerStatuses ?? []).entries()) {
    if (state?.terminated?.exitCode === 0) continue;
    if (state?.terminated) return `Init:${endText(state)}`;
    const waiting = state?.waiting?.reason;
    if (waiting && waiting !== 'PodInitializing') return `Init:${waiting}`;
    return `Init:${index}/${pod.spec?.initContainers?.length ?? 0}`;
  }
  return undefined;
}

const isTrue = ({ status }: Pod, type: string): boolean =>
  Boolean(status?.conditions?.some((condition) => condition.type === type && condition.status === 'True'));

function restartsOf(statuses: readonly ContainerStatus[]): Pick<Summary, 'restarts' | 'lastRestart'> {
  const ends = statuses.flatMap(({ lastState }) => lastState?.terminated?.finishedAt ?? []).sort();
  return { restarts: statuses.reduce((sum, { restartCount }) => sum + restartCount, 0), lastRestart: ends.at(-1) };
}

function summarize(pod: Pod): Summary {
  const { status = {}, metadata } = pod;
  const isGated = status.conditions?.some(
    ({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated',
  );
  let reason = isGated ? 'SchedulingGated' : status.reason || status.phase || '';
  const initialization = initializationReason(pod);
  const isInitializing = initialization !== undefined && !isTrue(pod, 'Initialized');
  reason = initialization ?? reason;
  let ready = 0;
  const counted = isInitializing ? status.initContainerStatuses : status.containerStatuses;
  if (!isInitializing) {
    for (const container of (status.containerStatuses ?? []).toReversed()) {
      const { state } = container;
      if (state?.waiting?.reason) reason = state.waiting.reason;
      else if (state?.terminated) reason = endText(state);
      else if (container.ready && state?.running) ready++;
    }
    if (reason === 'Completed' && ready > 0) reason = isTrue(pod, 'Ready') ? 'Running' : 'NotReady';
  }
  if (metadata.deletionTimestamp) reason = status.reason === 'NodeLost' ? 'Unknown' : 'Terminating';
  return { ready, reason, ...restartsOf(counted ?? []) };
}

function restartsText(pod: Pod, now: number): string {
  const { restarts, lastRestart } = summarize(pod);
  return restarts && lastRestart ? `${restarts} (${ageText(lastRestart, now)} ago)` : String(restarts);
}

function gatesText({ spec, status }: Pod): string {
  const gates = spec?.readinessGates ?? [];
  if (gates.length === 0) return '<none>';
  const open = gates.filter(({ conditionType }) =>
    status?.conditions?.some(({ type, status: value }) => type === conditionType && value === 'True'),
  );
  return `${open.length}/${gates.length}`;
}

/** Returns a condition by which clients can hide terminated pods. */
export function podRowConditions({ status }: Pod): readonly TableRowCondition[] {
  const message = ENDS[status?.phase ?? ''];
  return message ? [{ type: 'Completed', status: 'True', reason: status?.phase ?? '', message }] : [];
}

const ENDS: Readonly<Record<string, string>> = {
  Succeeded: 'The pod has completed successfully.',
  Failed: 'The pod failed.',
};

export const podColumns: readonly TableColumn<Pod>[] = [
  nameColumn(),
  column(
    'Ready',
    'string',
    'The aggregate readiness state of this pod for accepting traffic.',
    (pod) => `${summarize(pod).ready}/${pod.spec?.containers?.length ?? 0}`,
  ),
  column('Status', 'string', 'The aggregate status of the containers in this pod.', (pod) => summarize(pod).reason),
  column(
    'Restarts',
    'string',
    'The number of times the containers in this pod have been restarted and when the last container in this pod has restarted.',
    restartsText,
  ),
  ageColumn(),
  column(
    'IP',
    'string',
    'podIP address allocated to the pod. Routable at least within the cluster. Empty if not yet allocated.',
    ({ status }) => status?.podIPs?.[0]?.ip || '<none>',
    1,
  ),
  column(
    'Node',
    'string',
    'NodeName is a request to schedule this pod onto a specific node. If it is non-empty, the scheduler simply schedules this pod onto that node, assuming that it fits resource requirements.',
    ({ spec }) => spec?.nodeName || '<none>',
    1,
  ),
  column(
    'Nominated Node',
    'string',
    'nominatedNodeName is set only when this pod preempts other pods on the node, but it cannot be scheduled right away as preemption victims receive their graceful termination periods. This field does not guarantee that the pod will be scheduled on this node. Scheduler may decide to place the pod elsewhere if other nodes become available sooner. Scheduler may also decide to give the resources on this node to a higher priority pod that is created after preemption. As a result, this field may be different than PodSpec.nodeName when the pod is scheduled.',
    ({ status }) => status?.nominatedNodeName || '<none>',
    1,
  ),
  column(
    'Readiness Gates',
    'string',
    'If specified, all readiness gates will be evaluated for pod readiness. A pod is ready when all its containers are ready AND all conditions specified in the readiness gates have status equal to "True" More info: https://git.k8s.io/enhancements/keps/sig-network/580-pod-readiness-gates',
    gatesText,
    1,
  ),
];
