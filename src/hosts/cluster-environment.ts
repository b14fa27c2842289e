import type { ClusterEnvironment } from '../embedding/cluster-environment.ts';
import { chooseControllers } from './controllers/choose-controllers.ts';
import { simulateNodes } from './controllers/simulate-nodes.ts';
import { startControllers } from './controllers/start-controllers.ts';

/** The control loops of this package, for clusters of every host. */
export const controlPlane: Pick<ClusterEnvironment, 'startControllers' | 'simulateNodes'> = {
  startControllers: ({ server, dialect, chosen, ...parts }) =>
    startControllers(server, dialect, chooseControllers(chosen), parts),
  simulateNodes,
};
