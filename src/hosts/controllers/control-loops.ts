import type { Controller, ControllerContext } from '../../controllers/controller.ts';
import { controllers } from '../../controllers/index.ts';
import { scheduler } from '../../scheduler/scheduler.ts';
import type { SimulatedKubelets } from '../../simulation/kubelet/simulated-kubelets.ts';
import { simulation } from '../../simulation/simulation.ts';

/** A loop of the control plane that is not part of the controller manager, and so has a user of its own. */
export interface Component extends Pick<Controller, 'name' | 'alias' | 'isDisabledByDefault' | 'eventSource'> {
  readonly serviceAccount?: never;
  readonly username: string;
  /** Besides `system:authenticated`. */
  readonly groups?: readonly string[];
  readonly fieldManager: string;
  run(context: ControllerContext & { readonly kubelets: SimulatedKubelets }): Promise<void>;
}

/** What `--controllers` selects from. */
export type ControlLoop = Controller | Component;

const components: readonly Component[] = [scheduler, simulation];

export const controlLoops: readonly ControlLoop[] = [...controllers, ...components];
