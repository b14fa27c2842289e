import { hexadecimal, type Random } from '../../api/environment.ts';
import type {
  Container,
  ContainerStateWaiting,
  ContainerStatus,
  PodCondition,
  PodStatus,
} from '../../api/kinds/core-v1.generated.ts';

/** The kubelet's reason and message for rejecting a pod that names its node. */
export interface Rejection {
  readonly reason: string;
  readonly message: string;
}

/** The facts that the kubelet knows apart from the pod. */
export interface KubeletFacts {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly random: Random;
  readonly hostIp: string;
  /** Returns the pod's address, allocating it on the first call. */
  podIp(): string;
  /** Returns why the node rejects the pod; undefined when it admits it. */
  rejection(): Rejection | undefined;
  /** Exit codes of processes that clients have ended, by container ID. */
  readonly endedProcesses: ReadonlyMap<string, number>;
  /** Checks whether a container's image is on the node, and pulls it if necessary. */
  ensureImage(container: Container, kind: ContainerKind): EnsuredImage;
  /** Reports whether the pod must wait before pulling a container's image again. */
  isPullBackingOff(container: Container): boolean;
  /** Returns why a container's environment cannot be created; undefined when it can. */
  environmentProblem(container: Container): string | undefined;
}

/** The result of ensuring that an image is on the node. */
export interface EnsuredImage {
  /** Events that have not been recorded yet. */
  readonly events: readonly PodEvent[];
  /** Why the container cannot start; undefined when the image is present. */
  readonly problem: ContainerStateWaiting | undefined;
}

export interface PodEvent {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  /** `spec.containers{app}`. */
  readonly fieldPath?: string;
}

/** The changes of an action to a pod. */
export interface Transition {
  /** Excludes conditions. */
  readonly status: PodStatus;
  readonly conditions: readonly PodCondition[];
  readonly events: readonly PodEvent[];
}

/** Returns the status of a waiting container. */
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

/** Returns the event that a container is being stopped with its pod. */
export const killingEvent = ({ name }: Pick<ContainerStatus, 'name'>, kind?: ContainerKind): PodEvent => ({
  type: 'Normal',
  reason: 'Killing',
  message: `Stopping container ${name}`,
  fieldPath: fieldPathOf(name, kind),
});

export const fieldPathOf = (name: string, kind: ContainerKind = 'containers'): string => `spec.${kind}{${name}}`;
