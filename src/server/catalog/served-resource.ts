import type { ApiObject, GroupResource, GroupVersionKind } from '../../api/object.ts';
import type { ResourceBehavior } from '../../resources/resource-definition.ts';
import type { StructSchema } from '../../schema/schema.ts';

/**
 * One version of a resource as it is served: its table row joined with the behavior of its kind. Names are the
 * dialect's.
 */
export interface ServedResource {
  readonly group: string;
  readonly version: string;
  /** The plural name used in paths. */
  readonly resource: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  /** Whether lists without items leave out `items`. */
  readonly omitsEmptyItems?: boolean;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs: ReadonlySet<string>;
  readonly subresources: ReadonlyMap<string, ServedSubresource>;
  readonly behavior: ResourceBehavior;
  /** The schema of this version. */
  readonly schema: StructSchema;
  readonly storageVersion: string;
  /** Whether a custom resource definition declares it; some responses differ. */
  readonly isCustom?: boolean;
  /** Custom resources: the revision at which the definition was established. Watches cannot start before it. */
  readonly since?: number;
  /** Custom resources: whether the definition is being deleted. */
  readonly isTerminating?: boolean;
  /** Custom resources: the warning for users of this version, if it is deprecated. */
  readonly deprecationWarning?: string;
  /** Custom resources: the schema of this version as written in the definition. */
  readonly openAPIV3Schema?: Record<string, unknown>;
  /** Custom resources: the paths of the fields that make up a Scale. */
  readonly scale?: ScalePaths;
  /** Custom resources: how objects are read from storage and written to it. */
  readonly customStorage?: CustomStorage;
  /** The prefix of every object's key: `/registry/configmaps/`. */
  readonly keyPrefix: string;
  /**
   * Converts an object of the stored version to this version. Returns the same object when the versions are equal, and
   * for custom resources, which are converted when they are read and committed.
   */
  fromStorage(object: ApiObject): ApiObject;
  toStorage(object: ApiObject): ApiObject;
}

/** The stored form of a custom resource: one version, and the schema that was current when the object was written. */
export interface CustomStorage {
  /** Reports whether a stored object needs no `decode`: it has this version, and was written under the current schema. */
  isCurrent(stored: StoredState): boolean;
  /** Whether `decode` calls a webhook for objects of the version. Its results must not be cached. */
  isExternal(stored: StoredState): boolean;
  /** Returns stored objects in this version: pruned, with the defaults of their stored version. */
  decode(objects: readonly ApiObject[]): Promise<readonly ApiObject[]>;
  /** Returns an object of this version in the storage version. */
  encode(object: ApiObject): Promise<ApiObject>;
  /** Returns objects in another version, neither pruned nor defaulted. */
  convert(objects: readonly ApiObject[], apiVersion: string): Promise<readonly ApiObject[]>;
}

/** The version and revision of a stored object. */
export interface StoredState {
  readonly apiVersion: string;
  readonly revision: number;
}

/** Member names that lead to each part of a Scale. */
export interface ScalePaths {
  readonly specReplicas: readonly string[];
  readonly statusReplicas: readonly string[];
  readonly selector: readonly string[] | undefined;
}

export interface ServedSubresource {
  readonly name: string;
  /** The kind of the body, which may belong to another group (`Scale` of autoscaling/v1). */
  readonly kind: GroupVersionKind;
  readonly verbs: ReadonlySet<string>;
}

export const groupResourceOf = ({ group, resource }: ServedResource): GroupResource => ({ group, resource });

/** Returns `/registry/configmaps/<namespace>/<name>`, or a prefix that ends in `/` when the name is left out. */
export function keyOf(
  resource: Pick<ServedResource, 'keyPrefix' | 'namespaced'>,
  namespace: string,
  name = '',
): string {
  if (!resource.namespaced) return resource.keyPrefix + name;
  return namespace ? `${resource.keyPrefix}${namespace}/${name}` : resource.keyPrefix;
}
