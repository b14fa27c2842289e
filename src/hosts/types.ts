/** The package entry `tabplane/types`: the types of Kubernetes' kinds, and of the resources that clients address. */
export type * from '../api/kinds/all-kinds.generated.ts';
export type { ResourceKinds } from '../api/kinds/resource-kinds.generated.ts';
export { address, type ResourceName, type TypedAddress } from '../client/typed-address.ts';
