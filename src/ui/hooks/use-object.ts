import type { ApiObject } from '../../api/object.ts';
import { escapeFieldValue } from '../../api/selectors/field-selector.ts';
import type { ResourceAddress } from '../../client/resource-path.ts';
import { useCollection } from './use-collection.ts';

export interface ObjectState<T> {
  /** Undefined before it is loaded and after it is deleted. */
  readonly object: T | undefined;
  readonly isLoaded: boolean;
  readonly error: unknown;
  /** Repeats a request that the server has rejected; undefined while the object is followed. */
  readonly retry: (() => void) | undefined;
}

/**
 * Returns one live object. Watches a collection with a field selector on its name, which is authorized by that name.
 */
export function useObject<T extends ApiObject>(address: ResourceAddress & { readonly name: string }): ObjectState<T> {
  const { name, ...collection } = address;
  const { items, isLoaded, error, retry } = useCollection<T>(collection, {
    fieldSelector: `metadata.name=${escapeFieldValue(name)}`,
  });
  return { object: items[0], isLoaded, error, retry };
}
