import type { ApiObject } from '../object.ts';
import type { RequestTrace } from './request-trace.ts';

/**
 * Runs a request as if some objects existed: webhook configurations, policies and their bindings, Services and
 * ConfigMaps. The request is a dry run in the caller's name; nothing is stored.
 */
export interface AdmissionTrial {
  readonly apiVersion: string;
  readonly kind: 'AdmissionTrial';
  readonly metadata: object;
  readonly spec: AdmissionTrialSpec;
  readonly status?: AdmissionTrialStatus;
}

export interface AdmissionTrialSpec {
  /** Replace the stored objects of the same name. The caller must be allowed to write them. */
  readonly objects: readonly ApiObject[];
  readonly request: TriedRequest;
}

export interface TriedRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly contentType?: string;
  readonly body?: string;
}

export interface AdmissionTrialStatus {
  readonly trace: RequestTrace;
  /** The object as it would be stored, or the Status of the denial. */
  readonly response: unknown;
}
