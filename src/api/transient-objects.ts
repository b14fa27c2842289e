import { shortGroup } from './dialect.ts';
import { type ApiObject, type GroupResource, parseApiVersion } from './object.ts';

// Custom resources of other groups may have the same names.

export const isLeases = ({ group, resource }: GroupResource): boolean =>
  resource === 'leases' && shortGroup(group) === 'coordination';

/** Reports whether a resource describes activity rather than desired state: events and leases. */
export const isTransientResource = (resource: GroupResource): boolean =>
  isLeases(resource) || (resource.resource === 'events' && ['', 'events'].includes(shortGroup(resource.group)));

/** Reports whether an object describes activity rather than desired state: an event or a lease. */
export const isTransient = ({ apiVersion, kind }: Pick<ApiObject, 'apiVersion' | 'kind'>): boolean =>
  isTransientResource({ group: parseApiVersion(apiVersion).group, resource: `${kind.toLowerCase()}s` });
