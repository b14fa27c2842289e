import type { Dialect } from '../../api/dialect.ts';
import type { Call } from '../call.ts';
import type { ServerMetrics } from '../metrics/server-metrics.ts';
import type { AuditSink } from './audit-event.ts';
import { AuditPolicy } from './audit-policy.ts';
import { AuditRecorder } from './audit-recorder.ts';

/** Decides of which requests the audit log tells, and hands the events to the sink. */
export class AuditLog {
  readonly #policy: AuditPolicy;
  readonly #sink: AuditSink;
  readonly #metrics: ServerMetrics;

  constructor(policy: AuditPolicy, sink: AuditSink, metrics: ServerMetrics) {
    this.#policy = policy;
    this.#sink = sink;
    this.#metrics = metrics;
  }

  /** Undefined where the policy wants nothing told. */
  recorderOf(call: Call): AuditRecorder | undefined {
    const scope = this.#policy.scopeOf(call.info, call.user);
    if (scope.level === 'None') return undefined;
    return new AuditRecorder(call, scope, (event) => {
      this.#metrics.audited();
      this.#sink(event);
    });
  }
}

/** Without a policy nothing is told, as on the real server; nor without anybody who listens. @throws FlagError */
export function openAuditLog(
  policy: string,
  sink: AuditSink | undefined,
  { dialect, metrics }: { dialect: Dialect; metrics: ServerMetrics },
): AuditLog | undefined {
  if (policy === '') return undefined;
  const read = new AuditPolicy(policy, dialect);
  return sink && new AuditLog(read, sink, metrics);
}
