/** An admission plugin that is in force. A list has them in the order in which they run. */
export interface AdmissionPluginState {
  readonly apiVersion: string;
  readonly kind: 'AdmissionPluginState';
  /** Its name, as in `--enable-admission-plugins`. */
  readonly metadata: { readonly name: string };
  readonly status: {
    readonly phases: readonly ('mutate' | 'validate')[];
    /** `CREATE`, `UPDATE`, `DELETE` or `CONNECT`. */
    readonly operations: readonly string[];
    /** The resources that it acts on, such as `/pods` or `apps/deployments`; absent for all. */
    readonly resources?: readonly string[];
  };
}
