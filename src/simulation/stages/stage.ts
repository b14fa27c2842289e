import type { ApiObject } from '../../api/object.ts';

export type PodState =
  | 'Bound'
  | 'Initializing'
  | 'RunningInit'
  | 'Creating'
  | 'PullFailed'
  | 'BackingOff'
  | 'Starting'
  | 'StartingEphemeral'
  | 'Ending'
  | 'Running'
  | 'Finished'
  | 'Terminating';

/** Actions of the kubelet on a pod that a patch cannot express. */
export type PodAction =
  | 'Admit'
  | 'StartInitContainer'
  | 'FinishInitContainer'
  | 'StartContainers'
  | 'StartEphemeralContainers'
  | 'RetryPull'
  | 'MakeReady'
  | 'MakeUnready'
  | 'ExitContainers'
  | 'RestartContainers'
  | 'RestartChanged'
  | 'ExceedDeadline';

/** A condition on a field: `.metadata.labels["app"]`, `.status.conditions[type=Ready].status`. */
export interface FieldRequirement {
  readonly key: string;
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
  readonly values?: readonly string[];
}

export interface StageDelay {
  readonly milliseconds?: number;
  /** Maximum random delay that is added, in milliseconds. */
  readonly jitterMilliseconds?: number;
  /** An annotation of the object with a Go duration, which replaces `milliseconds`. */
  readonly fromAnnotation?: string;
  /**
   * Replaces `milliseconds` with the runtime of the containers, the backoff before a restart, the time until the next
   * probes succeed, or the time that the containers take to stop. `Pull`: after the jitter, the images of waiting
   * containers are pulled as by the kubelet.
   */
  readonly from?: 'Runtime' | 'Backoff' | 'Readiness' | 'Termination' | 'Pull';
}

/** A change of the objects that the selector matches, after a delay. */
export interface Stage extends ApiObject {
  readonly spec: {
    readonly resource: 'pods' | 'nodes';
    /** All parts must match. */
    readonly selector: {
      readonly states?: readonly PodState[];
      readonly matchLabels?: Readonly<Record<string, string>>;
      readonly matchAnnotations?: Readonly<Record<string, string>>;
      readonly matchExpressions?: readonly FieldRequirement[];
    };
    /** Among matching stages, those with the highest priority are used; several are chosen from at random by weight. */
    readonly priority?: number;
    readonly weight?: number;
    readonly delay?: StageDelay;
    readonly next: {
      readonly action?: PodAction;
      /** A strategic merge patch of the status. `$(.metadata.name)` stands for a field. */
      readonly status?: Readonly<Record<string, unknown>>;
      readonly events?: readonly {
        readonly type: 'Normal' | 'Warning';
        readonly reason: string;
        readonly message: string;
      }[];
      readonly delete?: boolean;
    };
  };
}
