import type { Controller, ControllerContext } from '../controllers/controller.ts';
import { controllers } from '../controllers/index.ts';
import { scheduler } from '../scheduler/scheduler.ts';

/** A loop of the control plane that is not part of the controller manager, and so has a user of its own. */
export interface Component extends Pick<Controller, 'name' | 'alias' | 'isDisabledByDefault' | 'eventSource' | 'run'> {
  readonly serviceAccount?: never;
  readonly username: string;
  readonly fieldManager: string;
  run(context: ControllerContext): Promise<void>;
}

/** What `--controllers` selects from. */
export type ControlLoop = Controller | Component;

const components: readonly Component[] = [scheduler];

export const controlLoops: readonly ControlLoop[] = [...controllers, ...components];
