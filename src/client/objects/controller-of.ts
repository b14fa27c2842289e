import type { OwnerReference } from '../../api/kinds/meta-v1.generated.ts';
import type { ApiObject } from '../../api/object.ts';

/** Returns the reference to the object that controls another one. */
export function controllerOf({ metadata }: Pick<ApiObject, 'metadata'>): OwnerReference | undefined {
  for (const reference of metadata.ownerReferences ?? []) if (reference.controller) return reference;
  return undefined;
}
