import type { ConsideredRule } from '../api/debug/access-explanation.ts';
import type { RequestPattern } from '../api/request-info.ts';
import type { UserInfo } from '../api/user-info.ts';

/** A request to authorize: for a resource, or for a non-resource path. */
export interface AuthorizationAttributes {
  readonly user: UserInfo;
  readonly verb: string;
  readonly isResourceRequest: boolean;
  /** For resource requests. An empty namespace means all namespaces, or a cluster-scoped resource. */
  readonly namespace: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
  /** For non-resource requests. */
  readonly path: string;
  /** Only set when the attributes are those of the received request. */
  readonly pattern?: RequestPattern | undefined;
}

export interface Decision {
  readonly decision: 'allow' | 'deny' | 'no-opinion';
  /** The reason with the real server's text (`RBAC: allowed by …`). */
  readonly reason: string;
  /** Errors in evaluating rules, such as a missing role; the decision is still valid. */
  readonly evaluationError?: string;
  /** Why an authorizer could not decide; unless another one allows the request, it fails with 500. */
  readonly error?: string;
  /** The evaluated rules, and why each matched or did not; only when requested. */
  readonly considered?: readonly ConsideredRule[];
}

export interface AuthorizeOptions {
  /** Which decisions list the evaluated rules; none by default. */
  readonly explain?: 'always' | 'denials';
}

export interface Authorizer {
  readonly name: string;
  /** Returns a promise only when it has to wait, because nearly every request is decided from memory. */
  authorize(attributes: AuthorizationAttributes, options?: AuthorizeOptions): Decision | Promise<Decision>;
}
