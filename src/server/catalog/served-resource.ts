import type { ApiObject, GroupResource, GroupVersionKind } from '../../api/object.ts';
import type { ResourceBehavior } from '../../resources/resource-definition.ts';
import type { StructSchema } from '../../schema/schema.ts';

/** A resource in one version, as it is served: the row of the table joined with what its kind does. Names are the dialect's. */
export interface ServedResource {
  readonly group: string;
  readonly version: string;
  /** Plural name, as in the path. */
  readonly resource: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  /** A list without items has no `items` member. */
  readonly omitsEmptyItems?: boolean;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs: ReadonlySet<string>;
  readonly subresources: ReadonlyMap<string, ServedSubresource>;
  readonly behavior: ResourceBehavior;
  /** Of this version. */
  readonly schema: StructSchema;
  readonly storageVersion: string;
  /** Served for a custom resource definition: some answers look different. */
  readonly isCustom?: boolean;
  /** Custom resources: the revision at which the definition was established; watches cannot begin before it. */
  readonly since?: number;
  /** Custom resources: the definition is being deleted. */
  readonly isTerminating?: boolean;
  /** Custom resources: what the definition tells users of this version, if it is deprecated. */
  readonly deprecationWarning?: string;
  /** Custom resources: what the definition says of this version, as it says it. */
  readonly openAPIV3Schema?: Record<string, unknown>;
  /** Custom resources: where the definition says that a Scale is kept. */
  readonly scale?: ScalePaths;
  /** Key of every object starts with it: `/registry/configmaps/`. */
  readonly keyPrefix: string;
  /** An object of the stored version in this one; the same object where they are one. */
  fromStorage(object: ApiObject): ApiObject;
  toStorage(object: ApiObject): ApiObject;
}

/** Names of the members that lead to each part of a Scale. */
export interface ScalePaths {
  readonly specReplicas: readonly string[];
  readonly statusReplicas: readonly string[];
  readonly selector: readonly string[] | undefined;
}

export interface ServedSubresource {
  readonly name: string;
  /** Kind of its body, which may belong to another group (`Scale` of autoscaling/v1). */
  readonly kind: GroupVersionKind;
  readonly verbs: ReadonlySet<string>;
}

export const groupResourceOf = ({ group, resource }: ServedResource): GroupResource => ({ group, resource });

/** Whether it is the core's namespaces, whose deletion and admission follow rules of their own. */
export const isNamespaces = ({ group, resource }: GroupResource): boolean => group === '' && resource === 'namespaces';

/** `/registry/configmaps/<namespace>/<name>`; a prefix ending in `/` when the name is left out. */
export function keyOf(
  resource: Pick<ServedResource, 'keyPrefix' | 'namespaced'>,
  namespace: string,
  name = '',
): string {
  if (!resource.namespaced) return resource.keyPrefix + name;
  return namespace ? `${resource.keyPrefix}${namespace}/${name}` : resource.keyPrefix;
}
