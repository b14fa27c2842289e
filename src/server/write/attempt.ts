import type { ApiObject } from '../../api/object.ts';
import { isPromise } from '../../api/realms.ts';
import { type MaybePromise, whenReady } from '../../api/when-ready.ts';
import type { StrategyContext } from '../../resources/resource-definition.ts';
import { keyOf, type ServedResource } from '../catalog/served-resource.ts';
import { strategyContext } from '../context/strategy-context.ts';
import type { Undo } from '../objects/failed-writes.ts';
import type { StoredObject } from '../objects/object-store.ts';
import { servedObject } from '../objects/served-objects.ts';
import type { WritePlan } from './write-plan.ts';

/** One attempt at a plan: the states that it starts from, and its results other than the object. */
export interface Attempt {
  readonly plan: WritePlan;
  /**
   * The object that has the name of the plan, if any. Undefined on a create, which storage rejects when the name is
   * taken.
   */
  readonly stored: StoredObject | undefined;
  /**
   * The object to be changed, in the stored version, of custom resources in the served version; undefined when the
   * attempt creates one.
   */
  readonly live: ApiObject | undefined;
  /** `live` in the served version. */
  readonly served: ApiObject | undefined;
  readonly context: StrategyContext;
  readonly warnings: string[];
  /** Undo the effects of admission when the attempt fails. */
  readonly undos: Undo[];
  /** Committed revisions. */
  readonly revisions: string[];
  /** A create: the resourceVersion that the client sent, although new objects have none. */
  sentResourceVersion?: string | undefined;
  /** The effect of the commit on the object. */
  action: 'create' | 'update' | 'remove';
}

function liveObject(resource: ServedResource, stored: StoredObject): MaybePromise<ApiObject> {
  const served = servedObject(resource, stored);
  return isPromise(served) ? served.then(({ object }) => object) : served.object;
}

/** Reads the live object. */
export function beginAttempt(plan: WritePlan): MaybePromise<Attempt> {
  const { origin, resource, namespace, name } = plan;
  if (plan.verb === 'create') return attemptAt(plan, undefined, undefined);
  return whenReady(origin.server.objects.get(keyOf(resource, namespace, name)), (stored) =>
    stored
      ? whenReady(liveObject(resource, stored), (live) => attemptAt(plan, stored, live))
      : attemptAt(plan, undefined, undefined),
  );
}

const attemptAt = (plan: WritePlan, stored: StoredObject | undefined, live: ApiObject | undefined): Attempt => ({
  plan,
  stored,
  live,
  served: live && plan.resource.fromStorage(live),
  context: strategyContext(plan.origin, plan.dryRun, plan.resource.version),
  warnings: [],
  undos: [],
  revisions: [],
  sentResourceVersion: undefined,
  action: live ? 'update' : 'create',
});
