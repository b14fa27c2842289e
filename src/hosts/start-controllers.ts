import { type DialectName, dialectNamed } from '../api/dialect.ts';
import { type Clock, type Random, reportToConsole } from '../api/environment.ts';
import type { UserInfo } from '../api/user-info.ts';
import { createApiClient } from '../client/api-client.ts';
import { EventRecorder } from '../client/event-recorder.ts';
import { SharedInformers } from '../client/shared-informers.ts';
import type { Controller } from '../controllers/controller.ts';
import { ControllerManager } from '../controllers/controller-manager.ts';
import { controllers } from '../controllers/index.ts';
import type { Server } from '../server/create-server.ts';
import { systemClock, systemRandom } from './platform.ts';

export interface ControllersOptions {
  /** Defaults to the platform's. */
  readonly clock?: Clock;
  readonly random?: Random;
  /** Names of controllers that start only when a user asks for it. */
  readonly stopped?: readonly string[];
}

/**
 * Runs controllers against a server, each as its own service account. Returns a function that stops them and resolves
 * when their running work has ended.
 */
export function startControllers(
  server: Server,
  dialect: DialectName,
  chosen: readonly Controller[] = controllers,
  { clock = systemClock, random = systemRandom, stopped = [] }: ControllersOptions = {},
): () => Promise<void> {
  const clientOf = (user: UserInfo) =>
    createApiClient({
      fetch: (request) => server.fetch(request, { user }),
      baseUrl: 'http://localhost',
      fieldManager: 'kube-controller-manager',
    });
  const watcher = clientOf({ username: 'system:kube-controller-manager', groups: ['system:authenticated'] });
  const environment = { clock, random, reportProblem: reportToConsole };
  const shared = {
    ...environment,
    watcher,
    informers: new SharedInformers({ ...environment, client: watcher }),
    dialect: dialectNamed(dialect),
    ...server.capabilities,
  };
  const run = async (controller: Controller, signal: AbortSignal): Promise<void> => {
    const user = {
      username: `system:serviceaccount:kube-system:${controller.serviceAccount}`,
      groups: ['system:serviceaccounts', 'system:serviceaccounts:kube-system', 'system:authenticated'],
    };
    const client = clientOf(user);
    const events = new EventRecorder({ ...environment, client, component: controller.eventSource ?? controller.name });
    try {
      await controller.run({ ...shared, client, events, signal });
    } catch (error) {
      reportToConsole(`${controller.name} ended`, error);
    }
    await events.close();
  };
  const manager = new ControllerManager(chosen, run, stopped);
  server.attachControllers(manager);
  return () => manager.close();
}
