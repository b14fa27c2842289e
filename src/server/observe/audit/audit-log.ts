import type { ServerMetrics } from '../metrics/server-metrics.ts';
import type { ReceivedRequest } from '../received-request.ts';
import type { AuditSink } from './audit-event.ts';
import { AuditPolicy } from './audit-policy.ts';
import { type AuditEnvironment, AuditRecorder } from './audit-recorder.ts';

/** Decides which requests are logged and passes their events to the sink. */
export class AuditLog {
  readonly #policy: AuditPolicy;
  readonly #sink: AuditSink;
  readonly #metrics: ServerMetrics;
  readonly #environment: AuditEnvironment;

  constructor(policy: AuditPolicy, sink: AuditSink, metrics: ServerMetrics, environment: AuditEnvironment) {
    this.#policy = policy;
    this.#sink = sink;
    this.#metrics = metrics;
    this.#environment = environment;
  }

  /** Returns undefined when the policy does not log the request. */
  recorderOf(received: ReceivedRequest): AuditRecorder | undefined {
    const scope = this.#policy.scopeOf(received.info, received.user);
    if (scope.level === 'None') return undefined;
    return new AuditRecorder(received, this.#environment, scope, (event) => {
      this.#metrics.audited();
      this.#sink(event);
    });
  }
}

/** Opens the audit log; undefined without a policy, as on the real server, or without a sink. @throws FlagError */
export function openAuditLog(
  policy: string,
  sink: AuditSink | undefined,
  { metrics, ...environment }: AuditEnvironment & { metrics: ServerMetrics },
): AuditLog | undefined {
  if (policy === '') return undefined;
  const read = new AuditPolicy(policy, environment.dialect);
  return sink && new AuditLog(read, sink, metrics, environment);
}
