import type { ContainerState, ContainerStatus, Pod } from '../../api/kinds/core-v1.generated.ts';
import { conditionOf } from '../objects/condition-of.ts';
import type { State } from './state.ts';

/** Waiting reasons of a container in normal operation. */
const STARTING = new Set(['ContainerCreating', 'PodInitializing']);

/** Returns the state of a container; undefined while the kubelet has not reported it. */
export function containerState(status: ContainerStatus | undefined): State | undefined {
  const { waiting, running, terminated } = status?.state ?? {};
  if (waiting) {
    const { reason: word = 'Waiting', message } = waiting;
    return { word, mark: STARTING.has(word) ? 'info' : 'danger', reason: message ?? lastEnd(status) };
  }
  if (terminated) return endOf(terminated);
  if (!running) return undefined;
  if (status?.ready === false) return { word: 'Not ready', mark: 'warning', reason: lastEnd(status) };
  return { word: 'Running', mark: 'success' };
}

type Terminated = NonNullable<ContainerState['terminated']>;

function endOf({ exitCode, reason, message, signal }: Terminated): State {
  if (exitCode === 0) return { word: reason ?? 'Completed', mark: 'success', reason: message };
  return { word: reason ?? 'Error', mark: 'danger', reason: message ?? exitText(exitCode, signal) };
}

const exitText = (exitCode: number, signal: number | undefined): string =>
  signal ? `Ended by signal ${signal}.` : `Exited with code ${exitCode}.`;

/** Returns how the previous run of a container ended. */
export function lastEnd(status: ContainerStatus | undefined): string | undefined {
  const ended = status?.lastState?.terminated;
  if (!ended) return undefined;
  const { reason, exitCode, signal, message } = ended;
  return `Last run: ${reason ? `${reason}. ` : ''}${message ?? exitText(exitCode, signal)}`;
}

/** Returns the state of a pod with its reason. */
export function podState({ metadata, spec, status }: Pod): State {
  const { phase = 'Pending', reason, message, conditions } = status ?? {};
  if (metadata.deletionTimestamp) return { word: 'Terminating', mark: 'warning', reason: message };
  if (phase === 'Succeeded') return { word: 'Completed', mark: 'success' };
  const blocked = initState(spec?.initContainers ?? [], status?.initContainerStatuses ?? []);
  const problem = (status?.containerStatuses ?? []).map(named).find(({ state }) => isProblem(state));
  if (phase === 'Failed') {
    const failed = problem?.state;
    return { word: reason ?? failed?.word ?? 'Failed', mark: 'danger', reason: message ?? withName(problem)?.reason };
  }
  const scheduled = conditionOf(conditions, 'PodScheduled');
  if (scheduled?.status === 'False')
    return { word: scheduled.reason ?? 'Unschedulable', mark: 'warning', reason: scheduled.message };
  if (blocked) return blocked;
  const shown = withName(problem);
  if (shown) return shown;
  if (phase === 'Pending')
    return {
      word: 'Pending',
      mark: 'info',
      reason: spec?.nodeName ? 'The kubelet has not started its containers.' : 'Waiting for the scheduler.',
    };
  const ready = conditionOf(conditions, 'Ready');
  if (ready?.status !== 'True') return { word: 'Not ready', mark: 'warning', reason: ready?.message ?? ready?.reason };
  return { word: phase, mark: phase === 'Running' ? 'success' : 'warning', reason: message };
}

interface NamedState {
  readonly name: string;
  readonly state: State | undefined;
}

const named = (status: ContainerStatus): NamedState => ({ name: status.name, state: containerState(status) });

/**
 * Reports whether a container waits or has failed. Containers that run but are not ready are covered by the Ready
 * condition.
 */
const isProblem = (state: State | undefined): boolean =>
  state !== undefined && state.mark !== 'success' && state.word !== 'Not ready';

function withName(container: NamedState | undefined): State | undefined {
  if (!container?.state) return undefined;
  const { name, state } = container;
  const text = state.reason ? `: ${state.reason}` : state.mark === 'info' ? ' is starting.' : ' is waiting.';
  return { ...state, reason: `Container ${name}${text}` };
}

/** Returns the state of the first init container that has not completed; undefined when all have. */
function initState(
  containers: readonly { readonly name: string; readonly restartPolicy?: string | undefined }[],
  statuses: readonly ContainerStatus[],
): State | undefined {
  const isDone = ({ name, restartPolicy }: (typeof containers)[number]): boolean => {
    const status = statuses.find((one) => one.name === name);
    return restartPolicy === 'Always' ? status?.started === true : status?.state?.terminated?.exitCode === 0;
  };
  const index = containers.findIndex((container) => !isDone(container));
  const waiting = containers[index];
  if (!waiting || statuses.length === 0) return undefined;
  const state = containerState(statuses.find(({ name }) => name === waiting.name));
  const progress = `Init container ${waiting.name} (${index + 1} of ${containers.length})`;
  if (!state || state.mark === 'success')
    return { word: 'Initializing', mark: 'info', reason: `${progress} is running.` };
  return {
    word: state.mark === 'info' ? 'Initializing' : state.word,
    mark: state.mark,
    reason: `${progress}: ${state.reason ?? state.word}`,
  };
}
