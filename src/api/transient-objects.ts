import { type ApiObject, type GroupResource, parseApiVersion } from './object.ts';

/** The groups in either dialect. Custom resources of other groups may have the same names. */
const EVENTS = /^(events\.(k8s|cluster)\.io)?$/;
const LEASES = /^coordination\.(k8s|cluster)\.io$/;

export const isLeases = ({ group, resource }: GroupResource): boolean => resource === 'leases' && LEASES.test(group);

/** Reports whether a resource describes activity rather than desired state: events and leases. */
export const isTransientResource = (resource: GroupResource): boolean =>
  isLeases(resource) || (resource.resource === 'events' && EVENTS.test(resource.group));

/** Reports whether an object describes activity rather than desired state: an event or a lease. */
export const isTransient = ({ apiVersion, kind }: Pick<ApiObject, 'apiVersion' | 'kind'>): boolean =>
  isTransientResource({ group: parseApiVersion(apiVersion).group, resource: `${kind.toLowerCase()}s` });
