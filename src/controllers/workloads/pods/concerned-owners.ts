import type { ApiObject } from '../../../api/object.ts';
import type { LabelSelector } from '../../../api/selectors/label-selector.ts';
import type { Informer } from '../../../client/informer.ts';
import { objectKey } from '../../../client/object-key.ts';
import { controllerOf } from '../../../client/objects/controller-of.ts';

/**
 * Returns a function from an object to the keys of its owners of a kind: the controller, or else the owners that may
 * adopt the object because their selectors match it.
 */
export function concernedOwners<T extends ApiObject>(
  owners: Informer<T>,
  kind: string,
  selectorOf: (owner: T) => LabelSelector,
): (object: ApiObject) => string[] {
  return (object) => {
    const { namespace = '', labels } = object.metadata;
    const controller = controllerOf(object);
    if (controller) return controller.kind === kind ? [`${namespace}/${controller.name}`] : [];
    return owners
      .list({ namespace })
      .filter((owner) => selectorOf(owner).matches(labels))
      .map(objectKey);
  };
}
