import { errorText } from '../../api/error-text.ts';
import type { ApiObject } from '../../api/object.ts';
import type { DiscoveredResource } from '../../client/discovery.ts';
import type { Patch } from '../../client/objects/rollout-patches.ts';
import type { Application } from '../application.ts';

/** Messages about the result. */
interface Action {
  readonly done: string;
  readonly failed: string;
}

/** Patches an object and reports the result. */
export async function patchObject(
  { client, notifications }: Pick<Application, 'client' | 'notifications'>,
  { group, version, resource }: DiscoveredResource,
  { metadata: { name = '', namespace } }: ApiObject,
  { type, patch }: Patch,
  { done, failed }: Action,
): Promise<void> {
  const { notify } = notifications.getState();
  const address = { group, version, resource, name, ...(namespace ? { namespace } : {}) };
  try {
    await client.patch(address, type, patch);
    notify('success', done);
  } catch (error) {
    notify('danger', failed, errorText(error));
  }
}
