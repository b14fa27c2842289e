/** A controller and whether it runs. */
export interface ControllerState {
  readonly apiVersion: string;
  readonly kind: 'ControllerState';
  /** Its name, as in `--controllers`. */
  readonly metadata: { readonly name: string };
  readonly spec: { readonly isRunning: boolean };
  readonly status: {
    /** The service account in kube-system that it acts as; undefined for a component with a separate user. */
    readonly serviceAccount?: string;
  };
}
