import { errorText } from '../../api/error-text.ts';
import type { ApiObject } from '../../api/object.ts';
import type { DiscoveredResource } from '../../client/discovery.ts';
import { cleanObject } from '../../client/manifests/clean-objects.ts';
import { listAll } from '../../client/manifests/collect-objects.ts';
import type { Application } from '../application.ts';
import type { ObjectName } from './delete-objects.ts';

/**
 * Reads the named objects in clean form, in the server's order. Leaves out objects that no longer exist. Returns
 * undefined after reporting a failure.
 */
export async function readForExport(
  { client, notifications }: Pick<Application, 'client' | 'notifications'>,
  resource: DiscoveredResource,
  names: readonly ObjectName[],
): Promise<ApiObject[] | undefined> {
  const uids = new Set(names.map(({ uid }) => uid));
  const [namespace, ...others] = new Set(names.map((name) => name.namespace));
  try {
    // One list instead of a request per object; a user with access to one namespace can list only there.
    const all = await listAll(client, resource, others.length === 0 ? { namespace } : {});
    return all.filter(({ metadata }) => uids.has(metadata.uid)).map(cleanObject);
  } catch (error) {
    notifications.getState().notify('danger', `${resource.resource} could not be exported`, errorText(error));
    return undefined;
  }
}
