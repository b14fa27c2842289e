import { API_REGISTRATION_GROUP } from '../../../api/kubernetes-names.ts';
import type { ServedGroup } from '../../catalog/resource-table.ts';
import type { ServerContext } from '../../context/server-context.ts';

/**
 * Returns the groups that `/apis` lists: first the group of APIServices, which has no APIService, then the groups with
 * APIServices. Returns all served groups when APIServices are disabled.
 */
export function listedGroups({ apis, resources, dialect }: ServerContext): readonly ServedGroup[] {
  const own = resources.groups.find(({ group }) => group === dialect.rename(API_REGISTRATION_GROUP));
  return own ? [own, ...apis.groups] : resources.groups;
}

/** Returns a group with its versions in the order of discovery. Also finds served groups without APIServices. */
export const listedGroup = (server: ServerContext, group: string): ServedGroup | undefined =>
  listedGroups(server).find((listed) => listed.group === group) ??
  server.resources.groups.find((served) => served.group === group);
