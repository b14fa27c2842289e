import type { OwnerReference } from '../../../api/kinds/meta-v1.generated.ts';
import type { ApiObject } from '../../../api/object.ts';

/** Returns the reference to the object that controls another one. */
export function controllerOf({ metadata }: Pick<ApiObject, 'metadata'>): OwnerReference | undefined {
  for (const reference of metadata.ownerReferences ?? []) if (reference.controller) return reference;
  return undefined;
}

/** Returns the reference with which an object controls others. */
export const controllerReference = (
  { metadata: { name = '', uid = '' } }: Pick<ApiObject, 'metadata'>,
  { apiVersion, kind }: { readonly apiVersion: string; readonly kind: string },
): OwnerReference => ({ apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true });

export const isControlledBy = (object: Pick<ApiObject, 'metadata'>, owner: Pick<ApiObject, 'metadata'>): boolean =>
  controllerOf(object)?.uid === owner.metadata.uid;

/** An index of objects without a controller by namespace, for adoption. */
export const ORPHANS = 'orphans';
export const orphanIndex = {
  [ORPHANS]: (object: ApiObject): readonly string[] => (controllerOf(object) ? [] : [object.metadata.namespace ?? '']),
};
