import type { RequestInfo } from '../../api/request-info.ts';
import type { UserInfo } from '../../api/user-info.ts';
import type { ConnectionInfo } from '../../authentication/authenticator.ts';

/** A request and what the stages have found out about it so far: all that the audit log and the traces see. */
export interface ReceivedRequest {
  readonly request: Request;
  readonly url: URL;
  readonly connection: ConnectionInfo;
  info: RequestInfo;
  user: UserInfo;
  /** Texts of the `Warning: 299 - "…"` headers, in order; duplicates are sent once. */
  readonly warnings: string[];
  /** Names the request in its answer, in its trace and in the audit log. */
  auditId?: string;
}
