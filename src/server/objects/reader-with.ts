import type { ApiObject } from '../../api/object.ts';
import type { ObjectReader } from '../../api/ports/object-reader.ts';

/** An object and its resource. */
export interface AddedObject {
  readonly group: string;
  readonly resource: string;
  readonly object: ApiObject;
}

/** Returns a reader that sees added objects, each in place of the stored object with its name. */
export function readerWith(reader: ObjectReader, added: readonly AddedObject[]): ObjectReader {
  const ofResource = <T extends ApiObject>(group: string, resource: string, namespace: string): T[] =>
    added
      .filter((one) => one.group === group && one.resource === resource)
      .map(({ object }) => object as T)
      .filter(({ metadata }) => namespace === '' || metadata.namespace === namespace);
  return {
    async get<T extends ApiObject>(group: string, resource: string, namespace: string, name: string) {
      const found = ofResource<T>(group, resource, namespace).find(({ metadata }) => metadata.name === name);
      return found ?? reader.get<T>(group, resource, namespace, name);
    },
    async list<T extends ApiObject>(group: string, resource: string, namespace = '') {
      const own = ofResource<T>(group, resource, namespace);
      const stored = await reader.list<T>(group, resource, namespace);
      if (own.length === 0) return stored;
      const hidden = new Set(own.map(keyOf));
      const all = [...stored.filter((object) => !hidden.has(keyOf(object))), ...own];
      return all.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
    },
    collectionOf: (group, resource) => reader.collectionOf(group, resource),
  };
}

const keyOf = ({ metadata }: ApiObject): string => `${metadata.namespace ?? ''}/${metadata.name}`;
