import { stopwatch } from '../../api/environment.ts';
import type { ApiResponse } from '../../api/messages/api-messages.ts';
import type { Classification } from '../../flow-control/flow-controller.ts';
import type { ServedResource } from '../catalog/served-resource.ts';
import type { Slices } from '../objects/slices.ts';
import type { AuditRecorder } from '../observe/audit/audit-recorder.ts';
import { AuditId } from '../observe/audit-id.ts';
import type { ReceivedRequest } from '../observe/received-request.ts';
import type { TraceRecorder } from '../observe/traces/trace-recorder.ts';
import type { ServerContext } from './server-context.ts';

/** One request in the pipeline. Stages add their results. */
export interface Call extends ReceivedRequest {
  readonly server: ServerContext;
  readonly auditId: AuditId;
  /** When the request arrived, by the stopwatch of the server's clock. */
  readonly startedAt: number;
  /** The resource of the path; undefined for paths without one. */
  resource: ServedResource | undefined;
  /** The flow schema and priority level; undefined until the request is classified. */
  flow: Classification | undefined;
  /** Releases the seats that the request occupies. Called with the time of the response. */
  leave: ((now: number) => void) | undefined;
  /** Undefined when the audit policy excludes the request. */
  audit: AuditRecorder | undefined;
  /** The origin of a cross-origin page that may read the response. */
  allowedOrigin: string | undefined;
  /** Undefined when tracing is off. */
  trace: TraceRecorder | undefined;
  /** Divides the steps of a request with a large body or object; undefined for others. */
  slices: Slices | undefined;
}

/** Returns the call of a request that arrives now. */
export function newCall(
  { request, url, connection, info, user, warnings, elsewhere }: ReceivedRequest,
  server: ServerContext,
): Call {
  return {
    // No spread: reading the members of a spread object takes a fifth of the time of a whole request.
    request,
    url,
    connection,
    info,
    user,
    warnings,
    elsewhere,
    server,
    auditId: new AuditId(request, server.random),
    startedAt: stopwatch(server.clock),
    resource: undefined,
    flow: undefined,
    leave: undefined,
    audit: undefined,
    allowedOrigin: undefined,
    trace: undefined,
    slices: undefined,
  };
}

/** A call whose path names a resource that is served. */
export type ResourceCall = Call & { resource: ServedResource };

/** Answers one verb of one resource. @throws StatusError when it rejects the request */
export type Endpoint = (call: ResourceCall) => Promise<ApiResponse>;
