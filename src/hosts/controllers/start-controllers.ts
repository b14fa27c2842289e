import type { DialectName } from '../../api/dialect.ts';
import type { Server } from '../../server/create-server.ts';
import type { ControlLoop } from './control-loops.ts';
import { type ControllersOptions, runControllers } from './run-controllers.ts';

/**
 * Runs controllers against a server, each as its service account, and lets users of the server stop and start them. Returns
 * a function that stops them and resolves when their pending work has ended.
 * @param chosen all by default
 */
export function startControllers(
  server: Server,
  dialect: DialectName,
  chosen?: readonly ControlLoop[],
  options?: ControllersOptions,
): () => Promise<void> {
  const { switches, stop } = runControllers(server, dialect, chosen, options);
  server.attachControllers(switches);
  return stop;
}
