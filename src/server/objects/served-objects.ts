import type { ApiObject } from '../../api/object.ts';
import type { CustomStorage, ServedResource } from '../catalog/served-resource.ts';
import { encodeForStorage, StoredObject } from './stored-object.ts';

type Resource = Pick<ServedResource, 'customStorage'>;

/** Reports whether stored objects of the resource can be served without `servedObjects`. */
export const isServedAsStored = ({ customStorage }: Resource, stored: StoredObject | undefined): boolean =>
  !customStorage || stored === undefined || customStorage.isCurrent(stored);

/**
 * Returns stored objects as requests for the resource see them. Custom resources are converted to the version of the
 * resource, and adapted to its current schema. One webhook call converts all objects that need it.
 * @throws StatusError 500 when the conversion fails
 */
export async function servedObjects(
  resource: Resource,
  stored: readonly StoredObject[],
): Promise<readonly StoredObject[]> {
  const { customStorage } = resource;
  if (!customStorage || stored.every((each) => isServedAsStored(resource, each))) return stored;
  const kept = keptOf(customStorage);
  const old = stored.filter((each) => !isServedAsStored(resource, each) && !kept.has(each));
  const decoded = await customStorage.decode(old.map(({ object }) => object));
  const served = new Map(old.map((each, index) => [each, servedState(each, decoded[index] ?? each.object)]));
  for (const [each, state] of served) if (!customStorage.isExternal(each)) kept.set(each, state);
  return stored.map((each) => served.get(each) ?? kept.get(each) ?? each);
}

/** Like `servedObjects`, for one object. Returns a promise only when it must be converted. */
export const servedObject = (resource: Resource, stored: StoredObject): StoredObject | Promise<StoredObject> =>
  isServedAsStored(resource, stored) ? stored : onlyServed(resource, stored);

async function onlyServed(resource: Resource, stored: StoredObject): Promise<StoredObject> {
  const [served = stored] = await servedObjects(resource, [stored]);
  return served;
}

function servedState({ key, revision }: StoredObject, object: ApiObject): StoredObject {
  return new StoredObject({ key, value: encodeForStorage(object), revision });
}

/**
 * Decoded states, without those that a webhook converted: the others depend only on the stored state and the schemas.
 */
const decodedStates = new WeakMap<CustomStorage, WeakMap<StoredObject, StoredObject>>();

function keptOf(storage: CustomStorage): WeakMap<StoredObject, StoredObject> {
  const kept = decodedStates.get(storage) ?? new WeakMap<StoredObject, StoredObject>();
  decodedStates.set(storage, kept);
  return kept;
}
