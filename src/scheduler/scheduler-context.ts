import type { Dialect } from '../api/dialect.ts';
import type { Clock, Random, ReportProblem } from '../api/environment.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { SharedInformers } from '../client/shared-informers.ts';

/** The dependencies of the scheduler. */
export interface SchedulerContext {
  /** Acts as `system:kube-scheduler`. */
  readonly client: ApiClient;
  readonly informers: SharedInformers;
  readonly clock: Clock;
  readonly random: Random;
  readonly reportProblem: ReportProblem;
  readonly dialect: Dialect;
  /** Aborted when the scheduler must stop. */
  readonly signal: AbortSignal;
}
