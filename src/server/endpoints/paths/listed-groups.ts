import { API_REGISTRATION_GROUP } from '../../../api/kubernetes-names.ts';
import type { ServedGroup } from '../../catalog/resource-table.ts';
import type { ServerContext } from '../../context/server-context.ts';

/**
 * Returns the groups that `/apis` lists: that of APIServices, which has none itself, then those that have APIServices. All
 * that are served when APIServices are switched off.
 */
export function listedGroups({ apis, resources, dialect }: ServerContext): readonly ServedGroup[] {
  const own = resources.groups.find(({ group }) => group === dialect.rename(API_REGISTRATION_GROUP));
  return own ? [own, ...apis.groups] : resources.groups;
}

/** Returns a group with its versions in the order of discovery. A group without APIServices may be served nevertheless. */
export const listedGroup = (server: ServerContext, group: string): ServedGroup | undefined =>
  listedGroups(server).find((listed) => listed.group === group) ??
  server.resources.groups.find((served) => served.group === group);
