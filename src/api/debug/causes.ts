import type { ApiObject } from '../object.ts';

/** Why a component wrote an object, in addition to what the object says. Only clients in the server's process state it. */
export interface WriteCause {
  /** The controller or other component: `deployment-controller`. */
  readonly component: string;
  /** What the component reacted to, oldest first. */
  readonly reasons: readonly Reason[];
  /** How the component decided, as a clause: `2 of 3 nodes fit`. */
  readonly because?: string;
}

/** What led a component to work on an object. */
export type Reason = ChangeReason | RetryReason | TimerReason;

/** A change that the component saw. */
export interface ChangeReason {
  readonly type: 'change';
  /** Plural and group: `deployments.apps`, `pods`. */
  readonly resource: string;
  /** Undefined for cluster-scoped objects. */
  readonly namespace?: string;
  readonly name: string;
  /** The resource version that the change gave to the object. */
  readonly revision: string;
}

/** An earlier attempt that failed. Its reasons are stated, too. */
export interface RetryReason {
  readonly type: 'retry';
  /** The number of attempts that failed. */
  readonly attempt: number;
}

/** A time that was reached. */
export interface TimerReason {
  readonly type: 'timer';
}

/** One committed write of an object, and what led to it. */
export interface WriteRecord {
  readonly revision: string;
  /** metav1.MicroTime. */
  readonly time: string;
  readonly effect: 'created' | 'updated' | 'removed';
  /** Plural and group: `deployments.apps`, `pods`. */
  readonly resource: string;
  /** `status`, `binding`. Undefined for writes of the whole object. */
  readonly subresource?: string;
  /** Undefined for cluster-scoped objects. */
  readonly namespace?: string;
  readonly name: string;
  readonly user: string;
  /** Name of the request's trace. Undefined when the request was not traced. */
  readonly trace?: string;
  /** Undefined for requests of users and programs. */
  readonly cause?: WriteCause;
}

/** All writes of one object by one component or user, and what followed from them. */
export interface ChangeNode {
  /** Oldest first. */
  readonly writes: readonly WriteRecord[];
  /** In the order of their first writes. */
  readonly effects: readonly ChangeNode[];
}

/** The causes of a write and what followed from it. Served as `causes` of the debug group. */
export interface Causes {
  readonly apiVersion: string;
  readonly kind: 'Causes';
  readonly metadata: Record<string, never>;
  /** The causes of the write, as one sentence. */
  readonly sentence: string;
  /** From the write back to its first known cause. */
  readonly chain: readonly WriteRecord[];
  /** Undefined when the chain is complete: the change in which it ends, whose write is no longer recorded. */
  readonly missing?: ChangeReason;
  /** What followed from the writes that were named, or from the first known cause of the object that was named. */
  readonly tree: readonly ChangeNode[];
}

/** Maximum number of reasons that a write names. The newest are kept. */
export const MOST_REASONS = 8;

/** Returns the name of a resource with its group, as in `kubectl get`. */
export const qualifiedResource = (resource: string, group: string): string =>
  group === '' ? resource : `${resource}.${group}`;

/** Returns the reason that a change of an object is. */
export function changeOf(resource: string, { metadata }: ApiObject): ChangeReason {
  const { namespace, name = '', resourceVersion: revision = '' } = metadata;
  return namespace
    ? { type: 'change', resource, namespace, name, revision }
    : { type: 'change', resource, name, revision };
}
