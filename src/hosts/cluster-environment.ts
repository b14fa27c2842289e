import type { ClusterEnvironment } from '../embedding/cluster-environment.ts';
import { chooseControllers } from './choose-controllers.ts';
import { simulateNodes } from './simulate-nodes.ts';
import { startControllers } from './start-controllers.ts';

/** The control loops of this package, for clusters of every host. */
export const controlPlane: Pick<ClusterEnvironment, 'startControllers' | 'simulateNodes'> = {
  startControllers: ({ server, dialect, chosen, ...parts }) =>
    startControllers(server, dialect, chooseControllers(chosen), parts),
  simulateNodes,
};
