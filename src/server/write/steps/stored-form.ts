import type { ApiObject } from '../../../api/object.ts';
import { type MaybePromise, whenReady } from '../../../api/when-ready.ts';
import type { ServedResource } from '../../catalog/served-resource.ts';
import type { StoredObject } from '../../objects/object-store.ts';
import { servedObject } from '../../objects/served-objects.ts';
import type { WriteOutcome, WritePlan } from '../write-plan.ts';

/**
 * Returns the stored form of an object. Uses the current definition of a custom resource, which may have changed since
 * the write began.
 */
export const storedForm = (plan: WritePlan, object: ApiObject): MaybePromise<ApiObject> =>
  plan.resource.customStorage ? encoded(plan, object) : object;

async function encoded(plan: WritePlan, object: ApiObject): Promise<ApiObject> {
  const { resource } = plan;
  for (let form = resource.customStorage; form; ) {
    const [adapted = object] = form === resource.customStorage ? [object] : await form.decode([object]);
    const inStorage = await form.encode(adapted);
    const current = currentResource(plan).customStorage;
    if (current === form) return inStorage;
    form = current;
  }
  return object;
}

const currentResource = ({ origin: { server }, resource }: WritePlan): ServedResource =>
  server.resources.find(resource.group, resource.version, resource.resource) ?? resource;

/** Returns the outcome of a write with a state that was just written, in the served version. */
export const writtenOutcome = (
  { resource }: WritePlan,
  stored: StoredObject,
  effect: WriteOutcome['effect'],
): MaybePromise<WriteOutcome> =>
  whenReady(servedObject(resource, stored), (served) => ({
    object: resource.fromStorage(served.takeObject()),
    stored: served,
    effect,
  }));

/** Returns the outcome of a dry run: the object as it would be in the served version after it was stored. */
export async function dryRunOutcome(
  plan: WritePlan,
  object: ApiObject,
  effect: WriteOutcome['effect'],
): Promise<WriteOutcome> {
  const { resource } = plan;
  const [read = object] = (await resource.customStorage?.decode([await storedForm(plan, object)])) ?? [];
  return { object: resource.fromStorage(read), effect };
}
