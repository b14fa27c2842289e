import type { ApiRequest, ApiResponse } from '../../api/messages/api-messages.ts';
import type { RequestInfo } from '../../api/request-info.ts';
import type { UserInfo } from '../../api/user-info.ts';
import type { ConnectionInfo } from '../../authentication/authenticator.ts';
import type { AuditId } from './audit-id.ts';

/** The parts of a URL that a server reads. */
export type RequestUrl = Pick<URL, 'pathname' | 'search' | 'searchParams'>;

/** A request and the results of the stages so far, as the audit log and the traces see them. */
export interface ReceivedRequest {
  /** The audit log replaces a body that it has read. */
  request: ApiRequest;
  /** Never changed, because requests share it. */
  readonly url: RequestUrl;
  readonly connection: ConnectionInfo;
  info: RequestInfo;
  user: UserInfo;
  /** Texts of `Warning: 299 - "…"` headers, in order. Duplicates are sent once. */
  readonly warnings: string[];
  readonly auditId?: AuditId;
  /** Answers the authorized request in place of this server. */
  readonly elsewhere?: ((received: ReceivedRequest) => Promise<ApiResponse>) | undefined;
}
