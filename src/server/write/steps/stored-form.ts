import type { ApiObject } from '../../../api/object.ts';
import type { MaybePromise } from '../../../api/when-ready.ts';
import type { ServedResource } from '../../catalog/served-resource.ts';
import type { StoredObject } from '../../objects/object-store.ts';
import { servedObject } from '../../objects/served-objects.ts';
import type { WritePlan } from '../write-plan.ts';

/**
 * Returns an object in the form that is stored. The definition of a custom resource may have changed since the write
 * began: its current version decides.
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

/** Returns a state that was just written, in the served version. */
export async function writtenState(
  { resource }: WritePlan,
  stored: StoredObject,
): Promise<{ readonly object: ApiObject; readonly stored: StoredObject }> {
  const served = resource.customStorage ? await servedObject(resource, stored) : stored;
  return { object: resource.fromStorage(served.takeObject()), stored: served };
}

/** Returns an object as it would be in the served version after it was stored. */
export async function dryRunObject(plan: WritePlan, object: ApiObject): Promise<ApiObject> {
  const { resource } = plan;
  const [read = object] = (await resource.customStorage?.decode([await storedForm(plan, object)])) ?? [];
  return resource.fromStorage(read);
}
