import type { UserInfo } from '../user-info.ts';
import type { ConsideredRule } from './access-explanation.ts';

/**
 * How the answer to one request came about: who asked, what allowed it, and what every part of admission did, in order.
 * Served as the resource `requesttraces` of the debug group; the newest are kept in memory. Credentials are never in it.
 */
export interface RequestTrace {
  readonly apiVersion: string;
  readonly kind: 'RequestTrace';
  /** Each trace has a name of its own: the audit ID of the request, unless the client chose that. */
  readonly metadata: { readonly name: string; readonly creationTimestamp: string; readonly resourceVersion?: string };
  /** A MicroTime. */
  readonly requestReceivedTimestamp: string;
  /** Of the `Audit-Id` header of the answer. Clients may choose it and give several requests the same. */
  readonly auditID: string;
  readonly request: TracedRequest;
  readonly user: UserInfo;
  /** Who really asked, where the user above is impersonated. */
  readonly impersonatedBy?: UserInfo;
  readonly authorization?: TracedAuthorization;
  readonly admission: readonly AdmissionStep[];
  readonly response: {
    readonly code: number;
    /** Of a refusal. */
    readonly message?: string;
    readonly warnings: readonly string[];
    /** Of the object as it was written. */
    readonly resourceVersion?: string;
    /** Every revision that the request committed; absent where `resourceVersion` is the only one. */
    readonly revisions?: readonly string[];
  };
  readonly milliseconds: number;
}

export interface TracedAuthorization {
  readonly decision: string;
  /** In the words of the authorizer; empty for members of system:masters and for denials without more to say. */
  readonly reason: string;
  /** Of a denial: the rules that came nearest to allowing the request, the nearest first. */
  readonly nearest?: readonly ConsideredRule[];
}

export interface TracedRequest {
  readonly verb: string;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly group?: string;
  readonly version?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly namespace?: string;
  /** Of the path, or of the object that was to be created. */
  readonly name?: string;
  readonly dryRun: boolean;
  /** What was sent, when it was text of at most 64 KiB and nothing in it is secret. */
  readonly body?: string;
}

/** What one admission plugin, webhook or policy did with one request. */
export interface AdmissionStep {
  /** As the flags name it. */
  readonly plugin: string;
  readonly phase: 'mutate' | 'validate';
  /** The webhook (`<configuration>/<webhook>`) or policy binding (`<policy>/<binding>`) inside the plugin. */
  readonly name?: string;
  /** Whether it concerned itself with the request. */
  readonly matched: boolean;
  /** Why it did not match, or what it decided, in a sentence. */
  readonly why?: string;
  readonly decision: 'allowed' | 'denied' | 'failed' | 'failed-open' | 'skipped';
  /** From the object before to the object after. */
  readonly patch?: readonly TracedChange[];
  readonly warnings?: readonly string[];
  readonly auditAnnotations?: Readonly<Record<string, string>>;
  /** The AdmissionReview as sent and as answered. */
  readonly review?: { readonly request: unknown; readonly response?: unknown };
  /** What the code behind a local service wrote to its console, line by line. */
  readonly console?: readonly string[];
  /** Whether the plugin looked at the object once more, because a webhook had changed it. */
  readonly reinvocation?: boolean;
  readonly milliseconds: number;
}

/** An operation of a JSON patch (RFC 6902), with what was there before. */
export interface TracedChange {
  readonly op: 'add' | 'remove' | 'replace';
  readonly path: string;
  readonly value?: unknown;
  readonly before?: unknown;
}
