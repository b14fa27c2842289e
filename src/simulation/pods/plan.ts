import type { Pod } from '../../api/kinds/core-v1.generated.ts';
import type { PodConfig } from '../config/pod-config.ts';
import type { PodState, Stage } from '../stages/stage.ts';
import type { EnsuredImages } from './image-pulls.ts';

/** The next stage of a pod. */
export interface Plan {
  readonly uid: string;
  readonly state: PodState;
  readonly stage: Stage;
  readonly images: EnsuredImages;
  /** The config maps and secrets of the pod, read before containers are created. */
  config: PodConfig | undefined;
  failedMounts: number;
  /** Whether the pod is being processed, which causes most of its changes. They are handled afterwards. */
  isInWork: boolean;
}

export const newPlan = ({ metadata }: Pod, state: PodState, stage: Stage): Plan => ({
  uid: metadata.uid ?? '',
  state,
  stage,
  images: new Map(),
  config: undefined,
  failedMounts: 0,
  isInWork: false,
});

/** Milliseconds before mounting volumes is retried. */
export const mountBackoff = (failures: number): number => Math.min(500 * 2 ** failures, 122_000);
