import type { Status } from '../../../api/status.ts';
import type { UserInfo } from '../../../api/user-info.ts';

/** How much is logged: nothing, the request's metadata, or also the request and response bodies. */
export const AUDIT_LEVELS = ['None', 'Metadata', 'Request', 'RequestResponse'] as const;
export type AuditLevel = (typeof AUDIT_LEVELS)[number];

/**
 * When events are logged: before the request is handled, when a long response starts, when the response is complete, or
 * when the server failed.
 */
export const AUDIT_STAGES = ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic'] as const;
export type AuditStage = (typeof AUDIT_STAGES)[number];

/** An audit.k8s.io/v1 Event. */
export interface AuditEvent {
  readonly kind: 'Event';
  readonly apiVersion: string;
  readonly level: AuditLevel;
  /** Shared by all events of a request and the Audit-Id header of its response. */
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
  /** MicroTime, like stageTimestamp. */
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

/** Receives events as they happen. It must not throw, because the request has already taken effect. */
export type AuditSink = (event: AuditEvent) => void;
