import type { Fetch } from '../../api/environment.ts';
import type { Controller, ControllerContext } from '../../controllers/controller.ts';
import { controllers } from '../../controllers/index.ts';
import { scheduler } from '../../scheduler/scheduler.ts';
import type { SimulatedKubelets } from '../../simulation/kubelet/simulated-kubelets.ts';
import { simulation } from '../../simulation/simulation.ts';

/** The dependencies of components, in addition to those of controllers. */
interface ComponentContext {
  readonly kubelets: SimulatedKubelets;
  /** Sends any request to the API, as `client` does. */
  readonly fetch: Fetch;
}

/** A loop of the control plane that is not part of the controller manager, and has a separate user. */
export interface Component extends Pick<Controller, 'name' | 'alias' | 'isDisabledByDefault' | 'eventSource'> {
  readonly serviceAccount?: never;
  readonly username: string;
  /** In addition to `system:authenticated`. */
  readonly groups?: readonly string[];
  readonly fieldManager: string;
  run(context: ControllerContext & ComponentContext): Promise<void>;
}

/** The loops from which `--controllers` selects. */
export type ControlLoop = Controller | Component;

const components: readonly Component[] = [scheduler, simulation];

export const controlLoops: readonly ControlLoop[] = [...controllers, ...components];
