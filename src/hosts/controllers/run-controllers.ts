import { type DialectName, dialectNamed } from '../../api/dialect.ts';
import { type Clock, type Random, reportToConsole } from '../../api/environment.ts';
import type { ControllerSwitches } from '../../api/ports/controller-switches.ts';
import type { UserInfo } from '../../api/user-info.ts';
import { aborted } from '../../client/aborted.ts';
import { EventRecorder } from '../../client/events/event-recorder.ts';
import { SharedInformers } from '../../client/shared-informers.ts';
import { ControllerManager } from '../../controllers/controller-manager.ts';
import { type ControllerFlags, DEFAULT_CONTROLLER_FLAGS } from '../../controllers/flags/controller-flags.ts';
import { inProcessClient } from '../../embedding/users/in-process-client.ts';
import type { Server } from '../../server/create-server.ts';
import { SimulatedKubelets } from '../../simulation/kubelet/simulated-kubelets.ts';
import { systemClock, systemRandom } from '../platform.ts';
import { type ControlLoop, controlLoops } from './control-loops.ts';

export interface ControllersOptions {
  /** Defaults to the platform's. */
  readonly clock?: Clock;
  readonly random?: Random;
  /** Names of controllers that do not start until a user starts them. */
  readonly stopped?: readonly string[];
  /** Resolves when they may begin to work; immediately by default. */
  readonly mayBegin?: Promise<void>;
  /** Answers requests to simulated nodes. */
  readonly kubelets?: SimulatedKubelets;
  readonly flags?: ControllerFlags;
}

/** Controllers that were started. */
export interface RunningControllers {
  readonly switches: ControllerSwitches;
  /** Stops them. Resolves when their pending work has ended. */
  stop(): Promise<void>;
}

/** Runs controllers against a server, each as its service account. */
export function runControllers(
  server: Server,
  dialect: DialectName,
  chosen: readonly ControlLoop[] = controlLoops,
  {
    clock = systemClock,
    random = systemRandom,
    stopped = [],
    mayBegin,
    kubelets = new SimulatedKubelets(),
    flags = DEFAULT_CONTROLLER_FLAGS,
  }: ControllersOptions = {},
): RunningControllers {
  const clientOf = (user: UserInfo, fieldManager = 'kube-controller-manager') =>
    inProcessClient(server, user, fieldManager, true);
  const watcher = clientOf({ username: 'system:kube-controller-manager', groups: ['system:authenticated'] });
  const environment = { clock, random, reportProblem: reportToConsole };
  const shared = {
    ...environment,
    watcher,
    informers: new SharedInformers({ ...environment, client: watcher }),
    dialect: dialectNamed(dialect),
    flags,
    kubelets,
    ...server.capabilities,
  };
  const run = async (controller: ControlLoop, signal: AbortSignal): Promise<void> => {
    if (mayBegin) await Promise.race([mayBegin, aborted(signal)]);
    if (signal.aborted) return;
    const user = userOf(controller);
    const client = clientOf(user, 'fieldManager' in controller ? controller.fieldManager : undefined);
    const fetch = (request: Request) => server.fetch(request, { user });
    const events = new EventRecorder({ ...environment, client, component: controller.eventSource ?? controller.name });
    try {
      await controller.run({ ...shared, client, fetch, events, signal });
    } catch (error) {
      reportToConsole(`${controller.name} ended`, error);
    }
    await events.close();
  };
  const manager = new ControllerManager(chosen, run, stopped);
  const stop = async (): Promise<void> => {
    await manager.close();
    kubelets.close();
  };
  return { switches: manager, stop };
}

/** Returns the user that a loop acts as. */
const userOf = (loop: ControlLoop): UserInfo =>
  'username' in loop
    ? { username: loop.username, groups: [...(loop.groups ?? []), 'system:authenticated'] }
    : {
        username: `system:serviceaccount:kube-system:${loop.serviceAccount}`,
        groups: ['system:serviceaccounts', 'system:serviceaccounts:kube-system', 'system:authenticated'],
      };
