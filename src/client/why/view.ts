import type { ClockMove } from '../../api/cluster-clock.ts';
import type { Cause } from '../../api/debug/why.ts';
import type { Dialect } from '../../api/dialect.ts';
import type { Event } from '../../api/kinds/core-v1.generated.ts';
import type { ApiObject } from '../../api/object.ts';
import type { KindKey } from '../objects/kind-key.ts';

/** A controller, and whether it runs. */
export interface KnownController {
  readonly name: string;
  readonly isRunning: boolean;
}

/** A request that was denied. */
export interface DeniedRequest {
  /** Name of its trace. */
  readonly trace: string;
  readonly time: string;
  readonly username: string;
  readonly namespace: string | undefined;
  readonly message: string;
}

/** The input of rules: the cluster as visible to the caller. */
export interface WhySource {
  readonly dialect: Dialect;
  /** The time of the cluster. */
  readonly now: number;
  /** Returns the objects of a namespace, or all; none of a kind that is not served, and undefined if the caller may not list them. */
  list(kind: KindKey, namespace?: string): Promise<readonly ApiObject[] | undefined>;
  readonly controllers: readonly KnownController[];
  /** Seconds of the cluster for each second of the platform; undefined when the cluster has no separate clock. */
  readonly rate: number | undefined;
  /** The latest moves of the clock, oldest first. */
  readonly moves: readonly ClockMove[];
  /** Recent denials, the newest last. */
  readonly denials: readonly DeniedRequest[];
}

/** The caller may not list objects from which a rule would draw its conclusion. The rule then finds nothing. */
export class UnreadError extends Error {
  override readonly name = 'UnreadError';
}

/** The cluster as visible to a rule. */
export interface View extends WhySource {
  /** @throws UnreadError */
  listAs<T extends ApiObject>(kind: KindKey, namespace?: string): Promise<readonly T[]>;
  /** @throws UnreadError */
  find<T extends ApiObject>(kind: KindKey, namespace: string | undefined, name: string): Promise<T | undefined>;
  /** Like `find`, for rules that conclude nothing from its absence. Undefined also if the caller may not list the kind. */
  findIfAllowed<T extends ApiObject>(
    kind: KindKey,
    namespace: string | undefined,
    name: string,
  ): Promise<T | undefined>;
  /** Returns the Events about an object, the newest last. */
  eventsOf(object: ApiObject): Promise<readonly Event[]>;
  /** Returns the causes of the state of another object; none when it is already part of the chain. */
  causesOf(object: ApiObject | undefined): Promise<readonly Cause[]>;
}

/** Finds one kind of cause. */
export interface Rule<T extends ApiObject = ApiObject> {
  /** Returns the found causes, the most probable first. */
  readonly find: (object: T, view: View) => Found | Promise<Found>;
}

export type Found = Cause | readonly Cause[] | undefined;

/** Returns a rule without the type of its objects. */
export const rule = <T extends ApiObject>(find: Rule<T>['find']): Rule => ({ find }) as Rule;
