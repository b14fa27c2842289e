import type { ApiObject } from '../object.ts';
import type { RequestTrace } from './request-trace.ts';

/**
 * What would become of a request if some objects existed: webhook configurations, policies and their bindings, Services
 * and ConfigMaps. The request is made by whoever asks, as a dry run; nothing is stored.
 */
export interface AdmissionTrial {
  readonly apiVersion: string;
  readonly kind: 'AdmissionTrial';
  readonly metadata: object;
  readonly spec: AdmissionTrialSpec;
  readonly status?: AdmissionTrialStatus;
}

export interface AdmissionTrialSpec {
  /** In place of those that exist under their names. Who asks must be allowed to write them. */
  readonly objects: readonly ApiObject[];
  readonly request: TriedRequest;
}

export interface TriedRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly contentType?: string;
  readonly body?: string;
}

export interface AdmissionTrialStatus {
  readonly trace: RequestTrace;
  /** The object as it would be stored, or the Status of the refusal. */
  readonly response: unknown;
}
