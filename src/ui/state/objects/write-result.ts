import type { ApiObject } from '../../../api/object.ts';
import type { DiscoveredResource } from '../../../client/discovery.ts';

export interface StoredOutcome {
  /** `applied` when the caller cannot read the object, so that the effect is unknown. */
  readonly status: 'created' | 'configured' | 'unchanged' | 'applied';
  /** The object as the server returned it. */
  readonly object: ApiObject;
  readonly resource: DiscoveredResource;
  readonly warnings: readonly string[];
}
export interface FailedOutcome {
  readonly status: 'failed';
  readonly error: unknown;
  readonly warnings: readonly string[];
}
export interface SkippedOutcome {
  readonly status: 'skipped';
  /** Undefined when an earlier object failed. */
  readonly reason?: string;
}
export type WriteOutcome = StoredOutcome | FailedOutcome | SkippedOutcome;

export interface WriteResult {
  /** The object as sent. */
  readonly object: ApiObject;
  readonly outcome: WriteOutcome;
}

export const isStored = (outcome: WriteOutcome | undefined): outcome is StoredOutcome =>
  outcome !== undefined && outcome.status !== 'failed' && outcome.status !== 'skipped';
