import { reportToConsole } from '../api/environment.ts';
import type { ClusterEnvironment, ControllerParts } from '../embedding/cluster-environment.ts';
import { chooseControllers } from './controllers/choose-controllers.ts';
import { readControllerFlags } from './controllers/read-controller-flags.ts';
import { type RunningControllers, runControllers } from './controllers/run-controllers.ts';
import { simulateNodes } from './controllers/simulate-nodes.ts';

type ControlPlane = Pick<ClusterEnvironment, 'startControllers' | 'simulateNodes'>;

/** The control loops of this package, for clusters of every host. They begin to work immediately. */
export const controlPlane: ControlPlane = {
  startControllers(parts) {
    const { switches, stop } = run(parts);
    parts.server.attachControllers(switches);
    return stop;
  },
  simulateNodes,
};

/**
 * Returns the control loops of this package. After each start, they begin to work when `wait` resolves. Until then, they are
 * only created when their names are checked or when somebody lists them.
 */
export const controlPlaneAfter = (wait: () => Promise<void>): ControlPlane => ({
  startControllers(parts) {
    const mayBegin = wait();
    const flags = readControllerFlags(parts.flags);
    let running: RunningControllers | undefined;
    let isStopped = false;
    const started = (): RunningControllers => {
      running ??= run(parts, flags, mayBegin);
      return running;
    };
    if (typeof parts.chosen === 'string') started();
    parts.server.attachControllers({
      list: () => started().switches.list(),
      set: async (name, isRunning) => started().switches.set(name, isRunning),
    });
    mayBegin
      .then(() => isStopped || parts.chosen === false || started())
      .catch((error: unknown) => reportToConsole('could not start the controllers', error));
    return async () => {
      isStopped = true;
      await running?.stop();
    };
  },
  simulateNodes,
});

function run(
  { server, dialect, chosen, flags: given, ...parts }: ControllerParts,
  flags = readControllerFlags(given),
  mayBegin?: Promise<void>,
): RunningControllers {
  return runControllers(server, dialect, chooseControllers(chosen), { ...parts, flags, ...(mayBegin && { mayBegin }) });
}
