import type { ApiObject } from '../../api/object.ts';
import type { MaybePromise } from '../../api/when-ready.ts';
import type { StrategyContext } from '../../resources/resource-definition.ts';
import { keyOf, type ServedResource } from '../catalog/served-resource.ts';
import { strategyContext } from '../context/strategy-context.ts';
import type { Undo } from '../objects/failed-writes.ts';
import type { StoredObject } from '../objects/object-store.ts';
import { servedObject } from '../objects/served-objects.ts';
import type { WritePlan } from './write-plan.ts';

/** One attempt at a plan: what it starts from, and its results besides the object. */
export interface Attempt {
  readonly plan: WritePlan;
  /** The object that has the name of the plan, if any. */
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
  /** Undo what admission did, in case the attempt fails. */
  readonly undos: Undo[];
  /** Committed revisions. */
  readonly revisions: string[];
}

function liveObject(resource: ServedResource, stored: StoredObject): MaybePromise<ApiObject> {
  const served = servedObject(resource, stored);
  return served instanceof Promise ? served.then(({ object }) => object) : served.object;
}

/** Reads the live object. */
export async function beginAttempt(plan: WritePlan): Promise<Attempt> {
  const { origin, resource, namespace, name } = plan;
  const stored = name === '' ? undefined : await origin.server.objects.get(keyOf(resource, namespace, name));
  const live = plan.verb === 'create' || !stored ? undefined : await liveObject(resource, stored);
  return {
    plan,
    stored,
    live,
    served: live && resource.fromStorage(live),
    context: strategyContext(origin, plan.dryRun, resource.version),
    warnings: [],
    undos: [],
    revisions: [],
  };
}
