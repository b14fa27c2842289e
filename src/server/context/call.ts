import type { Classification } from '../../flow-control/flow-controller.ts';
import type { ServedResource } from '../catalog/served-resource.ts';
import type { AuditRecorder } from '../observe/audit/audit-recorder.ts';
import type { ReceivedRequest } from '../observe/received-request.ts';
import type { TraceRecorder } from '../observe/traces/trace-recorder.ts';
import type { ServerContext } from './server-context.ts';

/** One request in the pipeline. Stages add their results. */
export interface Call extends ReceivedRequest {
  readonly server: ServerContext;
  /** The resource of the path; undefined for paths without one. */
  resource: ServedResource | undefined;
  /** The flow schema and priority level; undefined until the request is classified. */
  flow?: Classification;
  /** Undefined when the audit policy excludes the request. */
  audit?: AuditRecorder | undefined;
  /** The origin of a page that may read the response although it is another one than the server's. */
  allowedOrigin?: string;
  /** Undefined when tracing is off. */
  trace?: TraceRecorder;
}

/** Answers one verb of one resource. @throws StatusError when it refuses the request */
export type Endpoint = (call: Call & { resource: ServedResource }) => Promise<Response>;
