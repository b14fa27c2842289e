import { errorText } from '../../api/error-text.ts';
import type { ApiObject } from '../../api/object.ts';
import type { DiscoveredResource } from '../../client/discovery.ts';
import type { Application } from '../application.ts';
import { cleanObject } from '../state/objects/clean-objects.ts';
import { listAll } from './collect-objects.ts';
import type { ObjectName } from './delete-objects.ts';

/**
 * Reads the named objects of a resource as somebody would write them, in the order of the server. Objects that no longer
 * exist are left out. Returns undefined after reporting a failure.
 */
export async function readForExport(
  { client, notifications }: Pick<Application, 'client' | 'notifications'>,
  resource: DiscoveredResource,
  names: readonly ObjectName[],
): Promise<ApiObject[] | undefined> {
  const uids = new Set(names.map(({ uid }) => uid));
  const [namespace, ...others] = new Set(names.map((name) => name.namespace));
  try {
    // One list instead of a request for each object; a user of one namespace may list only there.
    const all = await listAll(client, resource, others.length === 0 ? { namespace } : {});
    return all.filter(({ metadata }) => uids.has(metadata.uid)).map(cleanObject);
  } catch (error) {
    notifications.getState().notify('danger', `${resource.resource} could not be exported`, errorText(error));
    return undefined;
  }
}
