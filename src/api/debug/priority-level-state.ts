/** The current state of a priority level. Served by the debug group, never stored. */
export interface PriorityLevelState {
  readonly apiVersion: string;
  readonly kind: 'PriorityLevelState';
  /** The name of the PriorityLevelConfiguration. */
  readonly metadata: { readonly name: string };
  readonly status: PriorityLevelStatus;
}

export interface PriorityLevelStatus {
  /** Requests of an exempt level never wait; its seats are counted, but not limited. */
  readonly isExempt: boolean;
  readonly seats: {
    /** The level's own share of the server's seats (NominalCL). */
    readonly nominal: number;
    /** Minimum and maximum seats of the level, after lending and borrowing. */
    readonly minimum: number;
    readonly maximum: number;
    /** Current seat limit. */
    readonly current: number;
    readonly inUse: number;
  };
  readonly executing: number;
  readonly waiting: number;
  /** The waiting requests of each queue; empty when the level has no queues. */
  readonly queues: readonly number[];
  /** Requests since the server started, by flow schema. */
  readonly flowSchemas: readonly FlowSchemaTotals[];
}

export interface FlowSchemaTotals {
  readonly name: string;
  readonly executed: number;
  /** Rejections by reason, as in the metric `apiserver_flowcontrol_rejected_requests_total`. */
  readonly rejected: Readonly<Record<string, number>>;
}
