import type { RequestInfo } from '../api/request-info.ts';
import type { UserInfo } from '../api/user-info.ts';
import type { ConnectionInfo } from '../authentication/authenticator.ts';
import type { AuditRecorder } from './audit/audit-recorder.ts';
import type { ServedResource } from './served-resource.ts';
import type { ServerContext } from './server-context.ts';
import type { TraceRecorder } from './traces/trace-recorder.ts';

/** One request on its way through the pipeline. Stages fill in what they find out. */
export interface Call {
  readonly server: ServerContext;
  readonly request: Request;
  readonly url: URL;
  readonly connection: ConnectionInfo;
  info: RequestInfo;
  user: UserInfo;
  /** What the path names; absent on paths that name no resource. */
  resource: ServedResource | undefined;
  /** Texts for `Warning: 299 - "…"` headers, in order; equal ones are sent once. */
  readonly warnings: string[];
  /** Names the request in its answer, in its trace and in the audit log. */
  auditId?: string;
  /** Absent: the audit log is told nothing of it. */
  audit?: AuditRecorder | undefined;
  /** What is told of how the answer came about; absent: nobody looks. */
  trace?: TraceRecorder;
}

/** Answers one verb of one resource. Refusals are thrown StatusErrors. */
export type Endpoint = (call: Call & { resource: ServedResource }) => Promise<Response>;
