/** A controller and whether it runs. */
export interface SwitchedController {
  /** As in `--controllers`. */
  readonly name: string;
  /** Undefined for a component with a separate user, such as the scheduler. */
  readonly serviceAccount?: string;
  readonly isRunning: boolean;
}

/** Starts and stops the controllers of a running cluster. */
export interface ControllerSwitches {
  list(): readonly SwitchedController[];
  /** Resolves when the controller has started, or when its running work has ended. Unknown names are ignored. */
  set(name: string, isRunning: boolean): Promise<void>;
}
