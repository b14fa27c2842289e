/** The clock of the cluster. The only object is named `cluster`. */
export interface ClusterClockState {
  readonly apiVersion: string;
  readonly kind: 'ClusterClock';
  readonly metadata: { readonly name: string };
  readonly spec: {
    /** Seconds of the cluster for each second of the platform; 0 when paused. */
    readonly rate: number;
  };
  readonly status: {
    /** A metav1.MicroTime. */
    readonly time: string;
    /** The target of the current move, as a metav1.MicroTime. */
    readonly target?: string;
  };
}
