import type { ConsideredRule } from '../api/debug/access-explanation.ts';
import type { UserInfo } from '../api/user-info.ts';

/** What is asked of an authorizer: a resource request, or a path. */
export interface AuthorizationAttributes {
  readonly user: UserInfo;
  readonly verb: string;
  readonly isResourceRequest: boolean;
  /** Resource requests. Empty namespace: all, or cluster-scoped. */
  readonly namespace: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
  /** Other requests. */
  readonly path: string;
}

export interface Decision {
  readonly decision: 'allow' | 'deny' | 'no-opinion';
  /** Why, in the server's words (`RBAC: allowed by …`). */
  readonly reason: string;
  /** What the rules could not tell (a role that is missing); the decision stands all the same. */
  readonly evaluationError?: string;
  /** Why an authorizer could not decide at all: unless another one allows it, the request fails with 500. */
  readonly error?: string;
  /** Rules that were looked at, and why each granted or not; only when asked for. */
  readonly considered?: readonly ConsideredRule[];
}

export interface AuthorizeOptions {
  /** Which decisions list the rules that were considered: all, or denials only. Absent: none. */
  readonly explain?: 'always' | 'denials';
}

export interface Authorizer {
  readonly name: string;
  authorize(attributes: AuthorizationAttributes, options?: AuthorizeOptions): Promise<Decision>;
}
