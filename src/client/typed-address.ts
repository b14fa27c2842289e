import type { ResourceKinds } from '../api/kinds/resource-kinds.generated.ts';
import type { ApiObject } from '../api/object.ts';
import type { ResourceAddress } from './resource-path.ts';

/** The name of a resource with its group and version: `apps/v1/deployments`, `v1/pods`. */
export type ResourceName = keyof ResourceKinds;

/** A type-level key: the type of the objects at an address. */
declare const KIND: unique symbol;

/** An address that knows the type of its objects. Copies with a namespace or a name know it, too. */
export interface TypedAddress<T = ApiObject> extends ResourceAddress {
  readonly [KIND]?: T;
}

/** Addresses a resource of Kubernetes: `address('apps/v1/deployments', { namespace: 'shop', name: 'web' })`. */
export const address = <Name extends ResourceName>(
  resource: Name,
  place: Pick<ResourceAddress, 'namespace' | 'name' | 'subresource'> = {},
): TypedAddress<ResourceKinds[Name]> => ({ ...addressOf(resource), ...place });

/** Returns the address that a name of a resource stands for. */
export function addressOf<T>(given: ResourceName | TypedAddress<T>): TypedAddress<T> {
  if (typeof given !== 'string') return given;
  const [resource = '', version = '', group = ''] = given.split('/').reverse();
  return { group, version, resource };
}
