import type { Status } from '../../../api/status.ts';
import type { UserInfo } from '../../../api/user-info.ts';

/** How much is told: nothing, who asked what, and the bodies of request and answer. */
export const AUDIT_LEVELS = ['None', 'Metadata', 'Request', 'RequestResponse'] as const;
export type AuditLevel = (typeof AUDIT_LEVELS)[number];

/** When: before it is handled, when a long answer begins, when it is complete, or when the server failed. */
export const AUDIT_STAGES = ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic'] as const;
export type AuditStage = (typeof AUDIT_STAGES)[number];

/** An Event of audit.k8s.io/v1. */
export interface AuditEvent {
  readonly kind: 'Event';
  readonly apiVersion: string;
  readonly level: AuditLevel;
  /** The same in all events of a request, and in the header Audit-Id of its answer. */
  readonly auditID: string;
  readonly stage: AuditStage;
  readonly requestURI: string;
  readonly verb: string;
  readonly user: UserInfo;
  readonly impersonatedUser?: UserInfo;
  readonly sourceIPs?: readonly string[];
  readonly userAgent?: string;
  readonly objectRef?: ObjectReference;
  readonly responseStatus?: Partial<Status>;
  readonly requestObject?: unknown;
  readonly responseObject?: unknown;
  /** MicroTime, as the next. */
  readonly requestReceivedTimestamp: string;
  readonly stageTimestamp: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface ObjectReference {
  readonly resource: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly uid?: string;
  readonly apiGroup?: string;
  readonly apiVersion: string;
  readonly resourceVersion?: string;
  readonly subresource?: string;
}

/** Takes events as they happen. It must not throw: what was asked has happened. */
export type AuditSink = (event: AuditEvent) => void;
