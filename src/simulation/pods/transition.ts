import { hexadecimal, type Random, timeText } from '../../api/environment.ts';
import type {
  Container,
  ContainerStateWaiting,
  ContainerStatus,
  Pod,
  PodCondition,
  PodStatus,
} from '../../api/kinds/core-v1.generated.ts';

/** What the kubelet knows beyond the pod. */
export interface KubeletFacts {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly random: Random;
  readonly hostIp: string;
  /** Returns the address of the pod, which is given on the first call. */
  podIp(): string;
  /** Checks whether the image of a container is on the node, and pulls it if need be. */
  ensureImage(container: Container, kind: ContainerKind): EnsuredImage;
}

/** What came of ensuring that an image is on the node. */
export interface EnsuredImage {
  /** Those that have not been recorded yet. */
  readonly events: readonly PodEvent[];
  /** Why the container cannot start; undefined when the image is there. */
  readonly problem: ContainerStateWaiting | undefined;
}

export interface PodEvent {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  /** `spec.containers{app}`. */
  readonly fieldPath?: string;
}

/** What an action changes of a pod. */
export interface Transition {
  /** Without conditions. */
  readonly status: PodStatus;
  readonly conditions: readonly PodCondition[];
  readonly events: readonly PodEvent[];
}

/** Returns a pod as it is after a transition. */
export function applyTransition(pod: Pod, { status, conditions }: Pick<Transition, 'status' | 'conditions'>): Pod {
  const merged = (pod.status?.conditions ?? []).map(
    (known) => conditions.find(({ type }) => type === known.type) ?? known,
  );
  const added = conditions.filter(({ type }) => !merged.some((known) => known.type === type));
  return { ...pod, status: { ...pod.status, ...status, conditions: [...merged, ...added] } };
}

/** Returns the conditions that follow from the statuses of the containers; only those that change. */
export function containerConditions(pod: Pod, status: PodStatus, now: number): PodCondition[] {
  const { initContainerStatuses = [], containerStatuses = [], phase } = { ...pod.status, ...status };
  const isDone = phase === 'Succeeded';
  const incomplete = initContainerStatuses.filter(({ state }) => state?.terminated?.exitCode !== 0);
  const unready = containerStatuses.filter(({ ready }) => !ready);
  const text = (what: string, statuses: readonly ContainerStatus[]): string =>
    `containers with ${what} status: [${statuses.map(({ name }) => name).join(' ')}]`;
  const readiness = isDone
    ? { status: 'False', reason: 'PodCompleted' }
    : phase === 'Failed'
      ? { status: 'False', reason: 'PodFailed' }
      : unready.length > 0
        ? { status: 'False', reason: 'ContainersNotReady', message: text('unready', unready) }
        : { status: 'True' };
  const wanted: PodCondition[] = [
    incomplete.length > 0 && !isDone
      ? {
          type: 'Initialized',
          status: 'False',
          reason: 'ContainersNotInitialized',
          message: text('incomplete', incomplete),
        }
      : { type: 'Initialized', status: 'True', ...(isDone ? { reason: 'PodCompleted' } : {}) },
    { type: 'Ready', ...readiness },
    { type: 'ContainersReady', ...readiness },
    { type: 'PodScheduled', status: 'True' },
  ];
  return wanted.flatMap((condition) => changed(pod, condition, now));
}

function changed({ status }: Pod, condition: PodCondition, now: number): PodCondition[] {
  const known = status?.conditions?.find(({ type }) => type === condition.type);
  const isSame =
    known?.status === condition.status && known.reason === condition.reason && known.message === condition.message;
  if (isSame) return [];
  const lastTransitionTime = known?.status === condition.status ? known.lastTransitionTime : timeText(now);
  return [{ ...condition, lastTransitionTime }];
}

/** Returns the status of a container that waits. */
export const waitingStatus = ({ name, image = '' }: Container, waiting: ContainerStateWaiting): ContainerStatus => ({
  name,
  state: { waiting },
  lastState: {},
  ready: false,
  restartCount: 0,
  image,
  imageID: '',
  started: false,
});

/** Returns the ID of a new container. */
export const newContainerId = (random: Random): string => `containerd://${hexadecimal(random.bytes(32))}`;

/** The field of a pod that lists a container. */
export type ContainerKind = 'containers' | 'initContainers' | 'ephemeralContainers';

export const fieldPathOf = (name: string, kind: ContainerKind = 'containers'): string => `spec.${kind}{${name}}`;
