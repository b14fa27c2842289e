import type { ApiObject } from '../api/object.ts';
import type { ObjectReader } from '../api/ports/object-reader.ts';

/** By reader, group and resource, the revision at which the collection was last found empty. */
const emptyAt = new WeakMap<ObjectReader, Map<string, Map<string, number>>>();

/** Lists a collection that every write depends on, and remembers when it is empty. */
export async function listAndRemember<T extends ApiObject>(
  reader: ObjectReader,
  group: string,
  resource: string,
): Promise<readonly T[]> {
  const revision = reader.revisionOf(group, resource);
  const objects = await reader.list<T>(group, resource);
  if (objects.length > 0) return objects;
  const groups = emptyAt.get(reader) ?? new Map<string, Map<string, number>>();
  const revisions = groups.get(group) ?? new Map<string, number>();
  emptyAt.set(reader, groups.set(group, revisions.set(resource, revision)));
  return objects;
}

/** Lists the objects of a namespace. Remembers when no namespace has any. */
export async function listInNamespace<T extends ApiObject>(
  reader: ObjectReader,
  group: string,
  resource: string,
  namespace: string,
): Promise<readonly T[]> {
  const all = await listAndRemember<T>(reader, group, resource);
  return all.length === 0 ? all : reader.list<T>(group, resource, namespace);
}

/** Reports whether a collection was found empty and has not changed since. False when that is not known. */
export const isKnownEmpty = (reader: ObjectReader, group: string, resource: string): boolean =>
  emptyAt.get(reader)?.get(group)?.get(resource) === reader.revisionOf(group, resource);
