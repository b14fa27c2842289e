/** A completed compaction of the cluster's history. */
export interface Compaction {
  readonly apiVersion: string;
  readonly kind: 'Compaction';
  readonly metadata: Readonly<Record<string, never>>;
  readonly status: {
    /** The newest version whose history is gone. Watches can still begin from it. */
    readonly resourceVersion: string;
  };
}
