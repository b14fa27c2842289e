import { hexadecimal, type Random } from '../../api/environment.ts';
import type {
  Container,
  ContainerStateWaiting,
  ContainerStatus,
  PodCondition,
  PodStatus,
} from '../../api/kinds/core-v1.generated.ts';

/** Why a kubelet does not run a pod that names its node, in its words. */
export interface Rejection {
  readonly reason: string;
  readonly message: string;
}

/** What the kubelet knows beyond the pod. */
export interface KubeletFacts {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly random: Random;
  readonly hostIp: string;
  /** Returns the address of the pod, which is given on the first call. */
  podIp(): string;
  /** Returns why the node does not run the pod; undefined when it does. */
  rejection(): Rejection | undefined;
  /** Exit codes of processes that clients have ended, by the IDs of their containers. */
  readonly endedProcesses: ReadonlyMap<string, number>;
  /** Checks whether the image of a container is on the node, and pulls it if need be. */
  ensureImage(container: Container, kind: ContainerKind): EnsuredImage;
  /** Reports whether the pod must wait before it pulls the image of a container again. */
  isPullBackingOff(container: Container): boolean;
  /** Returns why the environment of a container cannot be made; undefined when it can. */
  environmentProblem(container: Container): string | undefined;
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

/** Reports that a container is being stopped with its pod. */
export const killingEvent = ({ name }: Pick<ContainerStatus, 'name'>, kind?: ContainerKind): PodEvent => ({
  type: 'Normal',
  reason: 'Killing',
  message: `Stopping container ${name}`,
  fieldPath: fieldPathOf(name, kind),
});

export const fieldPathOf = (name: string, kind: ContainerKind = 'containers'): string => `spec.${kind}{${name}}`;
