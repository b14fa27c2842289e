import type { OwnerReference } from '../../../api/kinds/meta-v1.generated.ts';
import type { ApiObject } from '../../../api/object.ts';
import { controllerOf } from '../../../client/objects/controller-of.ts';

/** Returns the owner reference with which an object controls others. */
export const controllerReference = (
  { metadata: { name = '', uid = '' } }: Pick<ApiObject, 'metadata'>,
  { apiVersion, kind }: { readonly apiVersion: string; readonly kind: string },
): OwnerReference => ({ apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true });

export const isControlledBy = (object: Pick<ApiObject, 'metadata'>, owner: Pick<ApiObject, 'metadata'>): boolean =>
  controllerOf(object)?.uid === owner.metadata.uid;

/** An index by namespace of objects without a controller, for adoption. */
export const ORPHANS = 'orphans';
export const orphanIndex = {
  [ORPHANS]: (object: ApiObject): string | undefined =>
    controllerOf(object) ? undefined : (object.metadata.namespace ?? ''),
};
