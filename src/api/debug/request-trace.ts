import { isLeases } from '../transient-objects.ts';
import type { UserInfo } from '../user-info.ts';
import type { ConsideredRule } from './access-explanation.ts';

/**
 * How one request was decided: the user, the authorization decision, and what each admission step did, in order. Served
 * as `requesttraces` of the debug group; the newest are kept. Never contains credentials.
 */
export interface RequestTrace {
  readonly apiVersion: string;
  readonly kind: 'RequestTrace';
  /** A unique name: the audit ID of the request, unless the client chose that ID. */
  readonly metadata: { readonly name: string; readonly creationTimestamp: string; readonly resourceVersion?: string };
  /** metav1.MicroTime. */
  readonly requestReceivedTimestamp: string;
  /** Value of the response's `Audit-Id` header. Clients may choose it, so several requests can share one. */
  readonly auditID: string;
  readonly request: TracedRequest;
  readonly user: UserInfo;
  /** The authenticated user, when `user` is impersonated. */
  readonly impersonatedBy?: UserInfo;
  readonly authorization?: TracedAuthorization;
  /** The stages that the request passed, in order. Absent when it was answered before the first one ended. */
  readonly stages?: readonly TracedStage[];
  readonly admission: readonly AdmissionStep[];
  /** Console output of the local service that has answered the request, one entry per line. */
  readonly console?: readonly string[];
  readonly response: {
    readonly code: number;
    /** The error message, when the request failed. */
    readonly message?: string;
    /** Size of the body before compression. Absent for streams, and for clients in the server's process. */
    readonly bytes?: number;
    readonly warnings: readonly string[];
    /** Resource version of the object that was written. */
    readonly resourceVersion?: string;
    /** All revisions that the request committed; absent when `resourceVersion` is the only one. */
    readonly revisions?: readonly string[];
  };
  readonly milliseconds: number;
}

/** A server stage that every request passes. The rest of the duration is the endpoint's work. */
export interface TracedStage {
  readonly name: 'authentication' | 'flow control' | 'authorization';
  readonly milliseconds: number;
}

export interface TracedAuthorization {
  readonly decision: string;
  /** The authorizer's reason; empty for members of system:masters and for denials that give none. */
  readonly reason: string;
  /** For a denial: the rules that come closest to allowing the request, closest first. */
  readonly nearest?: readonly ConsideredRule[];
}

export interface TracedRequest {
  readonly verb: string;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly group?: string;
  readonly version?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly namespace?: string;
  /** Name in the path, or of the object to create. */
  readonly name?: string;
  readonly dryRun: boolean;
  /** Headers without credentials, by their names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The request body, if it is text of at most 64 KiB and contains nothing secret. */
  readonly body?: string;
}

/** The effect of one admission plugin, webhook or policy on a request. */
export interface AdmissionStep {
  /** Plugin name as used in the flags. */
  readonly plugin: string;
  readonly phase: 'mutate' | 'validate';
  /** The webhook (`<configuration>/<webhook>`) or policy binding (`<policy>/<binding>`) inside the plugin. */
  readonly name?: string;
  /** Whether the plugin, webhook or policy applied to the request. */
  readonly matched: boolean;
  /** One sentence: the reason why it did not match, or its decision. */
  readonly why?: string;
  readonly decision: 'allowed' | 'denied' | 'failed' | 'failed-open' | 'skipped';
  /** Changes that the step made to the object. */
  readonly patch?: readonly TracedChange[];
  readonly warnings?: readonly string[];
  readonly auditAnnotations?: Readonly<Record<string, string>>;
  /** The AdmissionReview that was sent and the response. */
  readonly review?: { readonly request: unknown; readonly response?: unknown };
  /** Console output of the local service's code, one entry per line. */
  readonly console?: readonly string[];
  /** Whether this is a reinvocation after a webhook changed the object. */
  readonly reinvocation?: boolean;
  readonly milliseconds: number;
}

/** A JSON patch operation (RFC 6902), with the previous value in `before`. */
export interface TracedChange {
  readonly op: 'add' | 'remove' | 'replace';
  readonly path: string;
  readonly value?: unknown;
  readonly before?: unknown;
}

/** Reports whether a request renewed a lease, as each node and each running component does every few seconds. */
export const isLeaseRenewal = ({ request, response }: Pick<RequestTrace, 'request' | 'response'>): boolean =>
  isLeases({ group: request.group ?? '', resource: request.resource ?? '' }) &&
  (request.verb === 'update' || request.verb === 'patch') &&
  response.code < 300 &&
  !request.dryRun;

const READS: ReadonlySet<string> = new Set(['get', 'list', 'watch']);

/** Reports whether a request is an allowed read. Connections are not reads, because they pass admission. */
export const isRead = ({
  request,
  response,
  admission,
}: Pick<RequestTrace, 'request' | 'response' | 'admission'>): boolean =>
  READS.has(request.verb) && response.code < 400 && admission.length === 0;
