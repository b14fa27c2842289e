import { type Dialect, kubernetesName } from '../../../api/dialect.ts';

const TRACKING_FINALIZER = kubernetesName('batch.kubernetes.io/job-tracking');
const COMPLETION_INDEX = kubernetesName('batch.kubernetes.io/job-completion-index');
const INDEX_FAILURE_COUNT = kubernetesName('batch.kubernetes.io/job-index-failure-count');
const INDEX_IGNORED_FAILURE_COUNT = kubernetesName('batch.kubernetes.io/job-index-ignored-failure-count');

/** The names with a domain that a Job writes to its pods, in the server's dialect. */
export interface JobNames {
  /** On every pod until it is counted in the status of its Job. */
  readonly trackingFinalizer: string;
  /** Key of the label and the annotation with the index of a pod. */
  readonly completionIndex: string;
  /** Annotation with the number of counted failures of the index before this pod. */
  readonly indexFailureCount: string;
  /** Annotation with the number of failures of the index that the failure policy ignores. */
  readonly indexIgnoredFailureCount: string;
}

export const jobNames = ({ rename }: Pick<Dialect, 'rename'>): JobNames => ({
  trackingFinalizer: rename(TRACKING_FINALIZER),
  completionIndex: rename(COMPLETION_INDEX),
  indexFailureCount: rename(INDEX_FAILURE_COUNT),
  indexIgnoredFailureCount: rename(INDEX_IGNORED_FAILURE_COUNT),
});
