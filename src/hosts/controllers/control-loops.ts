import type { Fetch } from '../../api/environment.ts';
import type { Controller, ControllerContext } from '../../controllers/controller.ts';
import { controllers } from '../../controllers/index.ts';
import { scheduler } from '../../scheduler/scheduler.ts';
import type { SimulatedKubelets } from '../../simulation/kubelet/simulated-kubelets.ts';
import { simulation } from '../../simulation/simulation.ts';

/** What components run with beside what controllers do. */
interface ComponentContext {
  readonly kubelets: SimulatedKubelets;
  /** Sends any request to the API, as `client` does. */
  readonly fetch: Fetch;
}

/** A loop of the control plane that is not part of the controller manager, and so has a user of its own. */
export interface Component extends Pick<Controller, 'name' | 'alias' | 'isDisabledByDefault' | 'eventSource'> {
  readonly serviceAccount?: never;
  readonly username: string;
  /** Besides `system:authenticated`. */
  readonly groups?: readonly string[];
  readonly fieldManager: string;
  run(context: ControllerContext & ComponentContext): Promise<void>;
}

/** What `--controllers` selects from. */
export type ControlLoop = Controller | Component;

const components: readonly Component[] = [scheduler, simulation];

export const controlLoops: readonly ControlLoop[] = [...controllers, ...components];
