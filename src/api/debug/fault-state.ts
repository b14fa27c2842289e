/** How the calls of a webhook fail. */
export type WebhookFault = 'unreachable' | 'hanging';

/** The faults that a user gives the API and webhooks. */
export interface FaultSetting {
  /** Share of the requests of users that fail with 503: 0 to 1. */
  readonly apiErrorShare: number;
  /** The faults of webhooks, by their names. */
  readonly webhooks: Readonly<Record<string, WebhookFault>>;
}

/** The faults of a cluster. Served as `faultstates` of the debug group. */
export interface FaultState {
  readonly apiVersion: string;
  readonly kind: 'FaultState';
  readonly metadata: { readonly name: string };
  readonly spec: FaultSetting;
}
