import type { Dialect } from '../api/dialect.ts';
import type { Clock, Random, ReportProblem } from '../api/environment.ts';
import type { ServerCapabilities } from '../api/ports/server-capabilities.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { EventRecorder } from '../client/events/event-recorder.ts';
import type { SharedInformers } from '../client/shared-informers.ts';
import type { ControllerFlags } from './flags/controller-flags.ts';

/** The dependencies of a controller: clients of the API, and a few capabilities of the server. */
export interface ControllerContext extends ServerCapabilities {
  /** Acts as the controller's service account, whose role is `system:controller:<service account>`. */
  readonly client: ApiClient;
  /** Acts as the user of the controller manager, which all controllers share. */
  readonly watcher: ApiClient;
  /** The informers of `watcher`, which all controllers share. */
  readonly informers: SharedInformers;
  /** Records events as the controller's service account, whose role must allow creating and patching them. */
  readonly events: EventRecorder;
  readonly clock: Clock;
  readonly random: Random;
  readonly reportProblem: ReportProblem;
  readonly dialect: Dialect;
  readonly flags: ControllerFlags;
  /** Aborted when the controller must stop. */
  readonly signal: AbortSignal;
}

/**
 * The account and the permissions of a controller. `npm run generate` reads this from the controller's file without
 * running it, and writes the cluster role and binding of a new cluster; so it must consist of literals.
 */
export interface ControllerFacts {
  /** The service account in kube-system that the controller acts as. Its role is `system:controller:<account>`. */
  readonly serviceAccount: string;
  /** Permissions for writes; all controllers share a user that may list and watch everything. */
  readonly rules: readonly {
    readonly apiGroups: readonly string[];
    readonly resources: readonly string[];
    readonly verbs: readonly string[];
  }[];
}

/** A loop that reacts to the objects that it watches. */
export interface Controller {
  /** Its name in `--controllers`, as in kube-controller-manager. */
  readonly name: string;
  /** Its name before v1.28, which `--controllers` also accepts. */
  readonly alias?: string;
  /** True when `*` does not include it. */
  readonly isDisabledByDefault?: true;
  /** The service account in kube-system that it acts as. */
  readonly serviceAccount: string;
  /** The source of its events; by default its name. */
  readonly eventSource?: string;
  /** Runs until the signal is aborted. Resolves when its pending work has ended. */
  run(context: ControllerContext): Promise<void>;
}
