import { errorText } from '../../api/error-text.ts';
import type { ApiObject } from '../../api/object.ts';
import type { DiscoveredResource } from '../../client/discovery.ts';
import { cleanObject } from '../../client/manifests/clean-objects.ts';
import { listAll } from '../../client/manifests/collect-objects.ts';
import type { Application } from '../application.ts';
import { MOST_NAMESPACES } from '../state/namespaces.ts';
import type { ObjectName } from './delete-objects.ts';

/**
 * Reads the named objects in clean form, in the server's order of each namespace. Leaves out objects that no longer exist. Returns
 * undefined after reporting a failure.
 */
export async function readForExport(
  { client, notifications }: Pick<Application, 'client' | 'notifications'>,
  resource: DiscoveredResource,
  names: readonly ObjectName[],
): Promise<ApiObject[] | undefined> {
  const uids = new Set(names.map(({ uid }) => uid));
  const namespaces = [...new Set(names.map((name) => name.namespace))];
  try {
    // Few lists instead of a request per object. Users with access to some namespaces can list only there.
    const lists = namespaces.length <= MOST_NAMESPACES ? namespaces : [undefined];
    const all = await Promise.all(lists.map((namespace) => listAll(client, resource, { namespace })));
    return all
      .flat()
      .filter(({ metadata }) => uids.has(metadata.uid))
      .map(cleanObject);
  } catch (error) {
    notifications.getState().notify('danger', `${resource.resource} could not be exported`, errorText(error));
    return undefined;
  }
}
