import type { ClusterEnvironment } from '../embedding/cluster-environment.ts';
import { chooseControllers } from './controllers/choose-controllers.ts';
import { readControllerFlags } from './controllers/read-controller-flags.ts';
import { simulateNodes } from './controllers/simulate-nodes.ts';
import { startControllers } from './controllers/start-controllers.ts';

type ControlPlane = Pick<ClusterEnvironment, 'startControllers' | 'simulateNodes'>;

/** Returns the control loops of this package. After each start, they begin to work when `wait` resolves. */
export const controlPlaneAfter = (wait?: () => Promise<void>): ControlPlane => ({
  startControllers: ({ server, dialect, chosen, flags, ...parts }) =>
    startControllers(server, dialect, chooseControllers(chosen), {
      ...parts,
      flags: readControllerFlags(flags),
      ...(wait && { mayBegin: wait() }),
    }),
  simulateNodes,
});

/** The control loops of this package, for clusters of every host. They begin to work immediately. */
export const controlPlane: ControlPlane = controlPlaneAfter();
